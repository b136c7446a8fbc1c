package io.faultline.actors.readahead;

import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.actors.observe.WindowHistogram;

/** What the tasks of one scope share: a heuristic, what it remembers, and what it decided. */
public final class ReadaheadScope {

  private final ReadaheadHeuristic heuristic;
  private ReadaheadState state;
  private final WindowHistogram windows;
  private final HitLedger ledger;
  private long unearnedHits;

  /**
   * A scope in a given state, with a ledger of its own.
   *
   * @param heuristic decides the windows
   * @param state what it remembers
   * @param windows counts the decisions
   */
  public ReadaheadScope(
      ReadaheadHeuristic heuristic, ReadaheadState state, WindowHistogram windows) {
    this(heuristic, state, windows, new HitLedger(LedgerRows.ofTasks(windows.tasks()), 1));
  }

  /**
   * A scope in a given state.
   *
   * @param heuristic decides the windows
   * @param state what it remembers
   * @param windows counts the decisions
   * @param ledger follows the hits, in its one counter
   */
  public ReadaheadScope(
      ReadaheadHeuristic heuristic,
      ReadaheadState state,
      WindowHistogram windows,
      HitLedger ledger) {
    this.heuristic = heuristic;
    this.state = state;
    this.windows = windows;
    this.ledger = ledger;
    this.unearnedHits = state.hits();
    ledger.restarted(0, state.hits());
  }

  /** Decides the windows. */
  public ReadaheadHeuristic heuristic() {
    return heuristic;
  }

  /** What the heuristic remembers. */
  public ReadaheadState state() {
    return state;
  }

  /** Counts the decisions. */
  public WindowHistogram windows() {
    return windows;
  }

  /** Who earned and who spent the hits. */
  public HitLedger ledger() {
    return ledger;
  }

  /** Hits that no task earned: those at the start, and what swapoff's variants made of them. */
  public long unearnedHits() {
    return unearnedHits;
  }

  /** Forgets everything but what it decided. */
  void forget() {
    ReadaheadState fresh = heuristic.newState();
    unearnedHits += fresh.hits() - state.hits();
    state = fresh;
    ledger.restarted(0, fresh.hits());
  }

  /**
   * Starts from a state that was found.
   *
   * @param hits hits not spent yet, at least 0
   * @param previousPosition position of the last miss without hits
   * @param lastWindow last window in pages, at least 0
   */
  public void startFrom(int hits, long previousPosition, int lastWindow) {
    unearnedHits += hits - state.hits();
    state.set(hits, previousPosition, lastWindow);
    ledger.restarted(0, hits);
  }

  /** Makes the hits a given number, whatever was earned. */
  void give(int hits) {
    unearnedHits += hits - state.hits();
    state.set(hits, state.previousPosition(), state.lastWindow());
    ledger.changed(0, hits);
  }
}
