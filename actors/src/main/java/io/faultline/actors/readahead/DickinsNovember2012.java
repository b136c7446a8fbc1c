package io.faultline.actors.readahead;

/**
 * Hugh Dickins's heuristic of 14 November 2012, algorithm {@code dickins-2012-11}, never in a
 * release: today's arithmetic ({@link SwapinNrPages}) without its floor, so that a window without
 * hits falls from 8 to 1 at once.
 *
 * <p>Source: linux-mm, {@code <alpine.LNX.2.00.1211140109020.19427@eggly.anvils>}. Page-cluster 0
 * touches no state.
 */
public final class DickinsNovember2012 implements ReadaheadHeuristic {

  private static final int NO_FLOOR = 0;

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    int maxPages = 1 << pageCluster;
    if (maxPages <= 1) {
      return 1;
    }
    int hits = state.hits();
    long previous = state.previousPosition();
    int pages = SwapinNrPages.pages(previous, position, hits, maxPages, NO_FLOOR);
    state.set(0, hits == 0 ? position : previous, pages);
    return pages;
  }
}
