package io.faultline.actors.memory;

/**
 * The free-page levels of a machine with a single zone: below low kswapd is woken, below min
 * allocations reclaim themselves, at high kswapd is content ({@code init_per_zone_wmark_min} and
 * {@code setup_per_zone_wmarks} in {@code mm/page_alloc.c}).
 *
 * @param minFreeKib {@code min_free_kbytes}, in KiB
 * @param min pages
 * @param low pages
 * @param high pages
 */
public record Watermarks(long minFreeKib, long min, long low, long high) {

  /** Upper bound of {@code min_free_kbytes} up to v5.7, in KiB. */
  public static final long CAP_KIB_BEFORE_5_8 = 65536;

  /** Upper bound of {@code min_free_kbytes} since v5.8, in KiB. */
  public static final long CAP_KIB = 262144;

  private static final long FLOOR_KIB = 128;
  private static final int KIB_A_PAGE = 4;

  /**
   * Levels as the kernel computes them at boot.
   *
   * @param managedPages pages that the allocator manages, at least 0
   * @param scaleFactor {@code watermark_scale_factor} in ten-thousandths of the memory, default 10
   * @param capKib upper bound of {@code min_free_kbytes} in KiB
   */
  public static Watermarks of(long managedPages, int scaleFactor, long capKib) {
    return withMinFree(minFreeKib(managedPages, capKib), managedPages, scaleFactor);
  }

  /**
   * Levels for a {@code min_free_kbytes} that was set by hand.
   *
   * @param minFreeKib KiB
   * @param managedPages pages that the allocator manages, at least 0
   * @param scaleFactor {@code watermark_scale_factor} in ten-thousandths of the memory, default 10
   */
  public static Watermarks withMinFree(long minFreeKib, long managedPages, int scaleFactor) {
    long min = minFreeKib / KIB_A_PAGE;
    long gap = Math.max(min / 4, managedPages * scaleFactor / 10_000);
    return new Watermarks(minFreeKib, min, min + gap, min + 2 * gap);
  }

  /**
   * {@code min_free_kbytes} at boot: the root of 16 times the memory, at least 128, at most the
   * cap, in KiB.
   */
  static long minFreeKib(long managedPages, long capKib) {
    long root = (long) Math.sqrt(16.0 * managedPages * KIB_A_PAGE);
    return Math.min(Math.max(root, FLOOR_KIB), capKib);
  }
}
