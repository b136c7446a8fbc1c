package io.faultline.actors.zswap;

import io.faultline.protocol.SwapEntry;
import java.util.Arrays;

/**
 * The compressed entries by slot ({@code zswap_trees}), in dense arrays: an entry is a number that
 * is used again once it is gone.
 */
public final class ZswapEntries {

  /** No entry. */
  public static final int NONE = -1;

  private final int[][] bySlot;
  private final Numbers numbers = new Numbers();
  private long[] slots = new long[256];
  private int[] contents = new int[256];
  private int[] handles = new int[256];
  private short[] bytes = new short[256];
  private short[] groups = new short[256];

  /**
   * No entries.
   *
   * @param areaPages size of each area in pages, header included
   */
  public ZswapEntries(int[] areaPages) {
    bySlot = new int[areaPages.length][];
    for (int area = 0; area < areaPages.length; area++) {
      bySlot[area] = new int[areaPages[area]];
      Arrays.fill(bySlot[area], NONE);
    }
  }

  /** The entry of a slot; {@link #NONE} if there is none. */
  public int find(long slot) {
    return bySlot[SwapEntry.area(slot)][SwapEntry.slot(slot)];
  }

  /**
   * Adds the entry of a slot that has none.
   *
   * @param size compressed bytes, 0 for a same-filled page
   * @param handle of the pool; any for a same-filled page
   */
  int add(long slot, int content, int group, int size, int handle) {
    int entry = newEntry();
    bySlot[SwapEntry.area(slot)][SwapEntry.slot(slot)] = entry;
    slots[entry] = slot;
    contents[entry] = content;
    groups[entry] = (short) group;
    bytes[entry] = (short) size;
    handles[entry] = handle;
    return entry;
  }

  private int newEntry() {
    int entry = numbers.take();
    if (entry == slots.length) {
      int size = 2 * entry;
      slots = Arrays.copyOf(slots, size);
      contents = Arrays.copyOf(contents, size);
      handles = Arrays.copyOf(handles, size);
      bytes = Arrays.copyOf(bytes, size);
      groups = Arrays.copyOf(groups, size);
    }
    return entry;
  }

  void remove(int entry) {
    bySlot[SwapEntry.area(slots[entry])][SwapEntry.slot(slots[entry])] = NONE;
    numbers.giveBack(entry);
  }

  /** Entries that there are. */
  public int size() {
    return numbers.inUse();
  }

  long slot(int entry) {
    return slots[entry];
  }

  int content(int entry) {
    return contents[entry];
  }

  int handle(int entry) {
    return handles[entry];
  }

  /** Compressed bytes of an entry, 0 for a same-filled page. */
  public int bytes(int entry) {
    return bytes[entry];
  }

  /** Group that an entry's page was charged to. */
  public int group(int entry) {
    return groups[entry];
  }
}
