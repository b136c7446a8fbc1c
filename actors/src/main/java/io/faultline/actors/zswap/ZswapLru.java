package io.faultline.actors.zswap;

import java.util.Arrays;

/**
 * The LRU lists of compressed entries, one a group, oldest at the head ({@code zswap_list_lru}).
 * Entries are known by small numbers that their owner gives out.
 */
public final class ZswapLru {

  /** No entry. */
  public static final int NONE = -1;

  private final int[] heads;
  private final int[] tails;
  private final int[] sizes;
  private int[] next = new int[256];
  private int[] previous = new int[256];
  private short[] groups = new short[256];
  private boolean[] referenced = new boolean[256];

  /**
   * Empty lists.
   *
   * @param groups number of groups, at least 1
   */
  public ZswapLru(int groups) {
    heads = new int[groups];
    tails = new int[groups];
    sizes = new int[groups];
    Arrays.fill(heads, NONE);
    Arrays.fill(tails, NONE);
    Arrays.fill(this.groups, (short) NONE);
  }

  /** Entries of a group. */
  public int size(int group) {
    return sizes[group];
  }

  /** Oldest entry of a group; {@link #NONE} if it has none. */
  public int head(int group) {
    return heads[group];
  }

  /** The next younger entry of the same list; {@link #NONE} behind the youngest. */
  public int next(int entry) {
    return next[entry];
  }

  /** Whether an entry is on a list. */
  public boolean contains(int entry) {
    return entry < groups.length && groups[entry] != NONE;
  }

  /** Adds an entry as the youngest of its group. */
  public void add(int entry, int group, boolean hasBit) {
    if (entry >= groups.length) {
      int old = groups.length;
      int size = Math.max(2 * old, entry + 1);
      next = Arrays.copyOf(next, size);
      previous = Arrays.copyOf(previous, size);
      referenced = Arrays.copyOf(referenced, size);
      groups = Arrays.copyOf(groups, size);
      Arrays.fill(groups, old, size, (short) NONE);
    }
    referenced[entry] = hasBit;
    link(entry, group);
  }

  private void link(int entry, int group) {
    groups[entry] = (short) group;
    int tail = tails[group];
    previous[entry] = tail;
    next[entry] = NONE;
    if (tail == NONE) {
      heads[group] = entry;
    } else {
      next[tail] = entry;
    }
    tails[group] = entry;
    sizes[group]++;
  }

  /** Takes an entry off its list. */
  public void remove(int entry) {
    int group = groups[entry];
    if (previous[entry] == NONE) {
      heads[group] = next[entry];
    } else {
      next[previous[entry]] = next[entry];
    }
    if (next[entry] == NONE) {
      tails[group] = previous[entry];
    } else {
      previous[next[entry]] = previous[entry];
    }
    groups[entry] = NONE;
    sizes[group]--;
  }

  /** Makes an entry the youngest of its list. */
  public void moveToTail(int entry) {
    int group = groups[entry];
    remove(entry);
    link(entry, group);
  }

  /** Clears an entry's referenced bit and says whether it was set. */
  boolean clearReferenced(int entry) {
    boolean was = referenced[entry];
    referenced[entry] = false;
    return was;
  }

  /** Whether an entry has its referenced bit. */
  public boolean referenced(int entry) {
    return referenced[entry];
  }
}
