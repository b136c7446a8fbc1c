package io.faultline.actors.readahead;

/** No readahead, algorithm {@code none}: a fault reads its own page, whatever page-cluster says. */
public final class NoReadahead implements ReadaheadHeuristic {

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    return 1;
  }

  @Override
  public void hit(ReadaheadState state, long position, boolean flagged) {}

  @Override
  public ReadaheadState newState() {
    return newState(0, 0, 0);
  }

  @Override
  public ReadaheadHeuristic byAddresses() {
    return this;
  }
}
