package io.faultline.actors.readahead;

/**
 * The window of kernels up to v3.13, algorithm {@code fixed}: always {@code 2^page-cluster} pages,
 * remembering nothing ({@code swapin_readahead} in {@code mm/swap_state.c}, v3.10).
 */
public final class FixedWindow implements ReadaheadHeuristic {

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    return 1 << pageCluster;
  }

  @Override
  public void hit(ReadaheadState state, long position, boolean flagged) {}

  @Override
  public ReadaheadState newState() {
    return newState(0, 0, 0);
  }
}
