package io.faultline.actors.readahead;

/**
 * The kernel's heuristic since v3.14, algorithm {@code hits}: as many pages as readahead lately
 * guessed right, never less than half as many as last time ({@link SwapinNrPages}).
 *
 * <p>Its two forms differ in what they take for the previous position.
 */
public enum HitsHeuristic implements ReadaheadHeuristic {

  /**
   * Cluster readahead, {@code swapin_nr_pages} in {@code mm/swap_state.c}: the previous position is
   * that of the last miss <em>without hits</em>, and a largest window of 1 touches no state.
   */
  BY_SLOTS {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      int maxPages = 1 << Math.min(pageCluster, LARGEST_ORDER);
      if (maxPages <= 1) {
        return 1;
      }
      int hits = state.hits();
      int pages =
          SwapinNrPages.pages(
              state.previousPosition(), position, hits, maxPages, state.lastWindow());
      state.set(0, hits == 0 ? position : state.previousPosition(), pages);
      return pages;
    }

    @Override
    public void hit(ReadaheadState state, long position, boolean flagged) {
      if (flagged) {
        state.hit();
      }
    }

    @Override
    public ReadaheadHeuristic byAddresses() {
      return BY_ADDRESSES;
    }
  },

  /**
   * VMA readahead, {@code swap_ra_info} and {@code lookup_swap_cache}: the previous position
   * follows every fault that finds a swap entry, the largest window is 32 pages, hits stop at 63.
   */
  BY_ADDRESSES {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      int maxPages = 1 << Math.min(pageCluster, VmaReadahead.ORDER_CEILING);
      if (maxPages <= 1) {
        return 1;
      }
      int pages =
          SwapinNrPages.pages(
              state.previousPosition(), position, state.hits(), maxPages, state.lastWindow());
      state.set(0, position, pages);
      return pages;
    }

    @Override
    public void hit(ReadaheadState state, long position, boolean flagged) {
      int hits = flagged ? Math.min(state.hits() + 1, VmaReadahead.MAX_HITS) : state.hits();
      state.set(hits, position, state.lastWindow());
    }

    @Override
    public boolean seesEveryHit() {
      return true;
    }

    @Override
    public ReadaheadHeuristic byAddresses() {
      return this;
    }
  };

  /** The kernel's 2^31 is no int; no count of hits asks for as much. */
  private static final int LARGEST_ORDER = 30;
}
