package io.faultline.protocol;

/**
 * A swap entry: an area and a slot on it, packed into a {@code long} as {@code swp_entry_t} is on
 * 64-bit machines (area, the kernel's "type", from bit 58 up; slot, its "offset", below).
 *
 * <p>Entries of one area therefore compare as their slots do, and {@link #NONE} can never name a
 * page because slot 0 of every area is its header. Source: {@code swp_entry}, {@code swp_type},
 * {@code swp_offset} in {@code include/linux/swapops.h}.
 */
public final class SwapEntry {

  /** No entry: slot 0 of area 0, a header. */
  public static final long NONE = 0L;

  /** Number of areas an entry can tell apart; areas are numbered 0 to 31. */
  public static final int MAX_AREAS = 32;

  private static final int AREA_SHIFT = 58;
  private static final long SLOT_MASK = (1L << AREA_SHIFT) - 1;

  private SwapEntry() {}

  /**
   * Packs an area and a slot.
   *
   * @param area index of the area, 0 to 31
   * @param slot slot in pages from the start of the area, 0 to 2^31 - 1
   * @throws IllegalArgumentException if either is out of bounds
   */
  public static long of(int area, int slot) {
    if ((area & -MAX_AREAS) != 0 || slot < 0) {
      throw new IllegalArgumentException("no such swap entry: area " + area + ", slot " + slot);
    }
    return ((long) area << AREA_SHIFT) | slot;
  }

  /** The area of an entry, 0 to 31. */
  public static int area(long entry) {
    return (int) (entry >>> AREA_SHIFT);
  }

  /** The slot of an entry, in pages from the start of its area. */
  public static int slot(long entry) {
    return (int) (entry & SLOT_MASK);
  }

  /** An entry as a reader wants to see it, such as {@code 0:4711}. */
  public static String toString(long entry) {
    return area(entry) + ":" + slot(entry);
  }
}
