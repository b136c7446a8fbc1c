package io.faultline.actors.swap;

import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * The slots of one swap area, one bit each, and the order in which the kernel hands them out
 * ({@code scan_swap_map_slots} in {@code mm/swapfile.c} up to v6.11, {@code
 * cluster_alloc_swap_entry} in the latest).
 *
 * <p>Slot 0 is the area's header and is never handed out. Not safe for use by several threads: an
 * area has one owner.
 */
public abstract sealed class SlotAllocator permits HddSlots, SsdClusters, ClusterLists {

  /** Most slots that one call of {@link #allocate} hands out, {@code SWAP_BATCH}. */
  public static final int BATCH = 64;

  /** Steps of a search before the kernel pauses, {@code LATENCY_LIMIT}. */
  static final int LATENCY_LIMIT = 256;

  /** Result of a search that found nothing; no slot, since 0 is the header. */
  static final int NOTHING = 0;

  private final long[] bits;
  private final int max;
  private int inUse;
  private int lowest;
  private int highest;
  private int clusterNext;

  private BooleanSupplier swapFull = () -> false;
  private IntPredicate reclaimInPassing = slot -> false;

  SlotAllocator(int max, int clusterNext) {
    if (max < 2) {
      throw new IllegalArgumentException(
          "a swap area has a header and at least one slot, so at least 2 pages, got " + max);
    }
    if (clusterNext < 1 || clusterNext >= max) {
      throw new IllegalArgumentException(
          "slots lie in 1 to " + (max - 1) + ", none starts at " + clusterNext);
    }
    this.bits = new long[((max - 1) >>> 6) + 1];
    this.max = max;
    this.lowest = 1;
    this.highest = max - 1;
    this.clusterNext = clusterNext;
  }

  /**
   * Hands out up to {@code n} slots.
   *
   * @param cpu the CPU that asks, at least 0
   * @param n slots wanted, 1 to {@link #BATCH}
   * @param out where they are written, in the order they were found
   * @return how many were found; fewer than {@code n} is no sign that the area is full, 0 is
   */
  public abstract int allocate(int cpu, int n, int[] out);

  /**
   * Frees a slot.
   *
   * @throws IllegalStateException if it is not allocated
   */
  public void free(int slot) {
    checkSlot(slot);
    if (!isUsed(slot)) {
      throw new IllegalStateException("slot " + slot + " is freed but was not allocated");
    }
    bits[slot >>> 6] &= ~(1L << slot);
    inUse--;
    lowest = Math.min(lowest, slot);
    highest = Math.max(highest, slot);
  }

  /**
   * Marks a given slot as allocated, as when a recorded layout is loaded. The bounds of the search
   * are moved to the nearest free slots, so the order in which slots are taken makes no difference.
   *
   * @throws IllegalStateException if it is allocated already
   */
  public void take(int slot) {
    checkSlot(slot);
    if (isUsed(slot)) {
      throw new IllegalStateException("slot " + slot + " is taken twice");
    }
    boolean first = slot == lowest;
    boolean last = slot == highest;
    markUsed(slot);
    if (highest != 0) {
      if (first) {
        lowest = nextFree(slot, highest);
      }
      if (last) {
        highest = previousFree(slot, lowest);
      }
    }
  }

  /**
   * Lets the search free slots that it comes across: while swap is full, it offers every allocated
   * slot it passes ({@code __try_to_reclaim_swap}).
   *
   * @param swapFull whether swap is more than half full, {@code vm_swap_full}
   * @param reclaim told a slot; if its page is only in the swap cache, not locked and not under
   *     way, drops the page from there and answers true, upon which the allocator frees the slot
   *     and hands it out itself. It must answer false for slots in a CPU's slot cache or return
   *     list, and must not call the allocator
   */
  public void reclaimInPassing(BooleanSupplier swapFull, IntPredicate reclaim) {
    this.swapFull = swapFull;
    this.reclaimInPassing = reclaim;
  }

  /** Whether a slot is allocated; false for the header and for what lies outside of the area. */
  public boolean isAllocated(int slot) {
    return slot > 0 && slot < max && isUsed(slot);
  }

  /** Whether the area lies on a rotational device, as its allocator sees it. */
  public boolean rotational() {
    return false;
  }

  /**
   * Whether a CPU has room left in the cluster it took its last slot from, and goes on there before
   * areas of equal priority have their turn: since v6.15.
   *
   * @param cpu the CPU, from 0
   */
  boolean goesOn(int cpu) {
    return false;
  }

  /** Size of the area in pages, header included. */
  public int max() {
    return max;
  }

  /** Slots that can be allocated at all: the size without the header. */
  public int pages() {
    return max - 1;
  }

  /** Slots allocated now. */
  public long inUse() {
    return inUse;
  }

  /**
   * Lower bound of the search, {@code lowest_bit}: no free slot lies below; {@link #max()} if full.
   */
  public int lowest() {
    return lowest;
  }

  /** Upper bound of the search, {@code highest_bit}: no free slot lies above; 0 if full. */
  public int highest() {
    return highest;
  }

  /** Where the next scan starts, {@code cluster_next}; may be one past the last slot. */
  public int clusterNext() {
    return clusterNext;
  }

  final void clusterNext(int slot) {
    clusterNext = slot;
  }

  final boolean isUsed(int slot) {
    return (bits[slot >>> 6] & (1L << slot)) != 0;
  }

  /** The kernel's {@code swap_range_alloc}: bounds move by one slot only, they are hints. */
  final void markUsed(int slot) {
    bits[slot >>> 6] |= 1L << slot;
    if (slot == lowest) {
      lowest++;
    }
    if (slot == highest) {
      highest--;
    }
    inUse++;
    if (inUse == pages()) {
      lowest = max;
      highest = 0;
    }
    onUsed(slot);
  }

  /** Called when a slot was allocated, however it came to it. */
  void onUsed(int slot) {}

  /**
   * The part of {@code scan_swap_map_slots} after its label {@code scan}: upwards, then from the
   * bottom.
   */
  final int scan(int offset, int base) {
    int slot = firstUsable(offset + 1, highest);
    return slot != NOTHING ? slot : firstUsable(lowest, base - 1);
  }

  /** Frees an allocated slot if swap is full and its page is only in the swap cache. */
  final boolean reclaimed(int slot) {
    if (!swapFull.getAsBoolean() || !reclaimInPassing.test(slot)) {
      return false;
    }
    free(slot);
    return true;
  }

  /** First slot in {@code from..to} that is free or reclaimed in passing, or {@link #NOTHING}. */
  final int firstUsable(int from, int to) {
    int free = nextFree(from, to);
    if (swapFull.getAsBoolean()) {
      int end = free == NOTHING ? to : free - 1;
      for (int slot = from; slot <= end; slot++) {
        if (reclaimed(slot)) {
          return slot;
        }
      }
    }
    return free;
  }

  /** First free slot in {@code from..to}, both inclusive, or {@link #NOTHING}. */
  final int nextFree(int from, int to) {
    if (from > to) {
      return NOTHING;
    }
    int word = from >>> 6;
    int lastWord = to >>> 6;
    long free = ~bits[word] & (-1L << from);
    while (free == 0) {
      if (++word > lastWord) {
        return NOTHING;
      }
      free = ~bits[word];
    }
    int slot = (word << 6) + Long.numberOfTrailingZeros(free);
    return slot <= to ? slot : NOTHING;
  }

  private int previousFree(int from, int downTo) {
    int slot = from;
    while (slot >= downTo && isUsed(slot)) {
      // a whole word of allocated slots is passed at once
      slot = bits[slot >>> 6] == -1L ? (slot & -64) - 1 : slot - 1;
    }
    return slot;
  }

  /** Last allocated slot in {@code from..to}, both inclusive, or {@link #NOTHING}. */
  final int lastUsed(int from, int to) {
    int word = to >>> 6;
    int firstWord = from >>> 6;
    long used = bits[word] & (-1L >>> (63 - (to & 63)));
    while (used == 0) {
      if (--word < firstWord) {
        return NOTHING;
      }
      used = bits[word];
    }
    int slot = (word << 6) + 63 - Long.numberOfLeadingZeros(used);
    return slot >= from ? slot : NOTHING;
  }

  private void checkSlot(int slot) {
    if (slot < 1 || slot >= max) {
      throw new IllegalArgumentException(
          "slot " + slot + " is not on this area of 1 to " + (max - 1));
    }
  }
}
