package io.faultline.actors.readahead;

/**
 * Where a window lies when it is placed by slots: the aligned block around the missed slot ({@code
 * swap_cluster_readahead} in {@code mm/swap_state.c}, v5.3 and later, which clip it at the end of
 * the area).
 *
 * <p>Two functions instead of a pair, so that a miss allocates nothing.
 */
public final class ClusterWindow {

  private ClusterWindow() {}

  /**
   * First slot of the window; never 0 unless the miss itself is there, because slot 0 is the
   * header.
   *
   * @param offset missed slot
   * @param pages window in pages, a power of two; 1 is the missed slot alone
   */
  public static long start(long offset, int pages) {
    if (pages <= 1) {
      return offset;
    }
    long start = offset & -(long) pages;
    return start == 0 ? 1 : start;
  }

  /**
   * Last slot of the window, inclusive.
   *
   * @param offset missed slot
   * @param pages window in pages, a power of two; 1 is the missed slot alone
   * @param areaMax size of the area in pages, header included
   */
  public static long end(long offset, int pages, long areaMax) {
    if (pages <= 1) {
      return offset;
    }
    long end = offset | (pages - 1L);
    return end >= areaMax ? areaMax - 1 : end;
  }
}
