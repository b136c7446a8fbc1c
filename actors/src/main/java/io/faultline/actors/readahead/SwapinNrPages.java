package io.faultline.actors.readahead;

/**
 * The window arithmetic that the kernel's cluster and VMA readahead share: {@code
 * __swapin_nr_pages} in {@code mm/swap_state.c}, the same in every version since v3.14.
 */
public final class SwapinNrPages {

  private static final int SMALLEST_WINDOW_WITH_HITS = 4;

  private SwapinNrPages() {}

  /**
   * Decides the window of one miss.
   *
   * <p>Without hits it is 2 if the position follows or precedes the previous one, else 1. With hits
   * it is the smallest power of two that holds {@code hits + 2}, at least 4. The cap comes first
   * and the floor of half the previous window last, so the result may exceed {@code maxPages} right
   * after the cap was lowered.
   *
   * @param prevOffset previous position, an unsigned 64-bit slot or virtual page number
   * @param offset position of the fault in the same unit; adjacency wraps around at 2^64
   * @param hits readahead hits since the last decision, at least 0
   * @param maxPages cap in pages, at least 1
   * @param prevWin previous window in pages, at least 0
   * @return window in pages, at least 1
   */
  public static int pages(long prevOffset, long offset, int hits, int maxPages, int prevWin) {
    long pages;
    if (hits == 0) {
      pages = offset == prevOffset + 1 || offset == prevOffset - 1 ? 2 : 1;
    } else {
      long wanted = Math.max(hits + 2L, SMALLEST_WINDOW_WITH_HITS);
      pages = Long.highestOneBit(wanted - 1) << 1;
    }
    return (int) Math.max(Math.min(pages, maxPages), prevWin >> 1);
  }
}
