package io.faultline.actors.readahead;

import io.faultline.actors.observe.WindowHistogram;

/**
 * What the tasks of one scope share.
 *
 * @param heuristic decides the windows
 * @param state what it remembers
 * @param startHits hits in the state when the machine started
 * @param windows counts the decisions
 */
public record ReadaheadScope(
    ReadaheadHeuristic heuristic, ReadaheadState state, int startHits, WindowHistogram windows) {

  /** A scope in a given state. */
  public ReadaheadScope(
      ReadaheadHeuristic heuristic, ReadaheadState state, WindowHistogram windows) {
    this(heuristic, state, state.hits(), windows);
  }
}
