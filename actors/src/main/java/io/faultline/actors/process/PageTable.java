package io.faultline.actors.process;

import io.faultline.protocol.SwapEntry;

/**
 * The page table of one VMA. A pte is empty, present (a frame, and the swap entry that still backs
 * it if the page is also in the swap cache) or a swap entry.
 *
 * <p>Each page has a content tag, the value last written to it; what is read back from swap is
 * checked against it.
 */
public final class PageTable {

  private static final byte PRESENT = 1;
  private static final byte YOUNG = 2;
  private static final byte DIRTY = 4;
  private static final byte WRITABLE = 8;
  private static final byte IN_FAULT = 16;

  private static final int NO_FRAME = -1;

  private final byte[] flags;
  private final int[] frames;
  private final long[] entries;
  private final int[] tags;
  private final int firstTag;
  private long mismatches;

  /**
   * An empty table.
   *
   * @param vma index of the VMA, which makes its content different from that of others
   * @param pages number of pages, at least 1
   */
  public PageTable(int vma, int pages) {
    flags = new byte[pages];
    frames = new int[pages];
    entries = new long[pages];
    tags = new int[pages];
    firstTag = firstTag(vma);
    java.util.Arrays.fill(frames, NO_FRAME);
  }

  /** Tag that the content of a VMA's first page begins with; those of its other pages follow. */
  public static int firstTag(int vma) {
    return (vma + 1) * 0x9e3779b9;
  }

  /** Number of pages. */
  public int pages() {
    return flags.length;
  }

  /** Whether the pte maps a frame. */
  public boolean present(int page) {
    return (flags[page] & PRESENT) != 0;
  }

  /** Whether the pte holds a swap entry. */
  public boolean swapped(int page) {
    return (flags[page] & PRESENT) == 0 && entries[page] != SwapEntry.NONE;
  }

  /** Whether a store to the page faults even though it is present. */
  public boolean writable(int page) {
    return (flags[page] & WRITABLE) != 0;
  }

  /** Whether the page differs from what its slot holds. */
  public boolean dirty(int page) {
    return (flags[page] & DIRTY) != 0;
  }

  /** The mapped frame, -1 if none. */
  public int frame(int page) {
    return frames[page];
  }

  /**
   * The swap entry that the pte holds or that backs the present page, {@link SwapEntry#NONE} if
   * none.
   */
  public long entry(int page) {
    return entries[page];
  }

  /** Tag of what the page should hold; 0 if nothing was ever written. */
  public int tag(int page) {
    return tags[page];
  }

  /** How often a page came back with other content than was last written to it. */
  public long mismatches() {
    return mismatches;
  }

  /** Whether a fault on the page is in progress. */
  public boolean inFault(int page) {
    return (flags[page] & IN_FAULT) != 0;
  }

  /** A fault on the page begins. */
  public void enterFault(int page) {
    flags[page] |= IN_FAULT;
  }

  /** The fault on the page is over. */
  public void leaveFault(int page) {
    flags[page] &= ~IN_FAULT;
  }

  /**
   * Makes an access if the hardware can.
   *
   * @return false if the access faults
   */
  public boolean access(int page, boolean write) {
    byte bits = flags[page];
    if ((bits & PRESENT) == 0) {
      return false;
    }
    if (!write) {
      flags[page] = (byte) (bits | YOUNG);
      return true;
    }
    if ((bits & WRITABLE) == 0) {
      return false;
    }
    store(page);
    return true;
  }

  /**
   * Lets stores to a present page through ({@code wp_page_reuse}) and makes the one that faulted.
   */
  public void reuse(int page) {
    flags[page] |= WRITABLE;
    store(page);
  }

  private void store(int page) {
    flags[page] |= YOUNG | DIRTY;
    tags[page] = tags[page] == 0 ? firstTag + page | 1 : tags[page] + 2;
  }

  /** Maps a new zeroed frame and makes the access that asked for it. */
  public void mapNew(int page, int frame, boolean write) {
    frames[page] = frame;
    flags[page] |= PRESENT | YOUNG | DIRTY;
    if (write) {
      reuse(page);
    }
  }

  /**
   * Maps a page that was swapped in, and makes the access that asked for it.
   *
   * @param slotKept whether the page is still in the swap cache
   * @param content tag of what the frame holds
   */
  public void mapSwappedIn(int page, int frame, boolean slotKept, int content, boolean write) {
    if (content != tags[page]) {
      mismatches++;
    }
    frames[page] = frame;
    flags[page] |= PRESENT | YOUNG;
    if (!slotKept) {
      flags[page] |= DIRTY;
      entries[page] = SwapEntry.NONE;
    }
    if (write) {
      reuse(page);
    }
  }

  /**
   * Maps a page that swapoff brought in: read-only and old ({@code unuse_pte}). Its slot is gone.
   *
   * @param content tag of what the frame holds
   */
  public void mapUnused(int page, int frame, int content) {
    if (content != tags[page]) {
      mismatches++;
    }
    frames[page] = frame;
    flags[page] |= PRESENT | DIRTY;
    entries[page] = SwapEntry.NONE;
  }

  /** The slot that backs a present page is to be freed: the page is dirty from now on. */
  public void forgetSlot(int page) {
    flags[page] |= DIRTY;
    entries[page] = SwapEntry.NONE;
  }

  /** Clears the young bit ({@code ptep_clear_flag_young}) and says whether it was set. */
  public boolean clearYoung(int page) {
    boolean young = (flags[page] & YOUNG) != 0;
    flags[page] &= ~YOUNG;
    return young;
  }

  /** Replaces a present pte by a swap entry. */
  public void unmap(int page, long entry) {
    flags[page] &= IN_FAULT;
    frames[page] = NO_FRAME;
    entries[page] = entry;
  }

  /** Lays a page out on swap as if it had been written and pushed out: for recorded layouts. */
  public void layOut(int page, long entry) {
    entries[page] = entry;
    tags[page] = firstTag + page | 1;
  }
}
