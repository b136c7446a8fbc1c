package io.faultline.actors.readahead;

/**
 * Another heuristic, with a previous position that follows every fault as the kernel's VMA
 * readahead has it ({@code lookup_swap_cache} and {@code swap_ra_info}, v4.14 and later), and not
 * only the misses that the other one remembers.
 */
final class PositionFollowingHeuristic implements ReadaheadHeuristic {

  private final ReadaheadHeuristic heuristic;

  PositionFollowingHeuristic(ReadaheadHeuristic heuristic) {
    this.heuristic = heuristic;
  }

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    int pages = heuristic.window(state, position, pageCluster);
    if (pageCluster > 0) { // else VMA readahead is off and touches nothing
      state.set(state.hits(), position, state.lastWindow());
    }
    return pages;
  }

  @Override
  public void hit(ReadaheadState state, long position, boolean flagged) {
    if (flagged || heuristic.seesEveryHit()) {
      heuristic.hit(state, position, flagged);
    }
    state.set(state.hits(), position, state.lastWindow());
  }

  @Override
  public ReadaheadState newState() {
    return heuristic.newState();
  }

  @Override
  public ReadaheadState newState(int hits, long previousPosition, int lastWindow) {
    return heuristic.newState(hits, previousPosition, lastWindow);
  }

  @Override
  public boolean seesEveryHit() {
    return true;
  }

  @Override
  public long stride(ReadaheadState state) {
    return heuristic.stride(state);
  }

  @Override
  public int behind(ReadaheadState state) {
    return heuristic.behind(state);
  }

  @Override
  public boolean hearsOfEvictions() {
    return heuristic.hearsOfEvictions();
  }

  @Override
  public void swappedOut(ReadaheadState state, int pages) {
    heuristic.swappedOut(state, pages);
  }

  @Override
  public void unusedDropped(ReadaheadState state, int pages) {
    heuristic.unusedDropped(state, pages);
  }

  @Override
  public ReadaheadHeuristic byAddresses() {
    return this;
  }

  @Override
  public boolean reconstruction() {
    return heuristic.reconstruction();
  }
}
