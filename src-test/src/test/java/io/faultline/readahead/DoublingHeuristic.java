package io.faultline.readahead;

import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.actors.readahead.ReadaheadState;

/** A heuristic as a user writes one: doubles the window after a hit, starts again without one. */
public final class DoublingHeuristic implements ReadaheadHeuristic {

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    int doubled = Math.min(Math.max(1, state.lastWindow()) * 2, 1 << pageCluster);
    int pages = state.hits() > 0 ? doubled : 1;
    state.set(0, position, pages);
    return pages;
  }
}
