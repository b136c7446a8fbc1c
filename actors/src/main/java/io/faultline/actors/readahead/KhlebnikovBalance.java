package io.faultline.actors.readahead;

/**
 * A reconstruction of Konstantin Khlebnikov's heuristic of 6 September 2012, algorithm {@code
 * khlebnikov-2012}, never in a release: one balance between 0 and 1024 that hits and swap-ins
 * raise, swap-outs and unused pages lower, and that scales the window.
 *
 * <p>Only the constants have come down, in others' quotations: swap-in +1, swap-out -10, readahead
 * hit +10, readahead miss -1. The rest is a guess: the order is {@code page-cluster * balance /
 * 1024}, a swap-in is a page that a window asks for, counted after the window was decided, and the
 * balance starts at the top, because at the bottom nothing is read ahead and hardly anything could
 * raise it.
 */
public final class KhlebnikovBalance implements ReadaheadHeuristic {

  private static final int TOP = 1024;
  private static final int SWAP_IN = 1;
  private static final int SWAP_OUT = -10;
  private static final int READAHEAD_HIT = 10;
  private static final int READAHEAD_MISS = -1;

  /** What the machine remembers: the balance. */
  public static final class State extends ReadaheadState {

    private int balance = TOP;

    State(int hits, long previousPosition, int lastWindow) {
      super(hits, previousPosition, lastWindow);
    }

    /** Between 0, no readahead, and 1024, the largest window. */
    public int balance() {
      return balance;
    }

    private void add(long points) {
      balance = (int) Math.max(0, Math.min(TOP, balance + points));
    }
  }

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    State machine = (State) state;
    int window = 1 << (pageCluster * machine.balance / TOP);
    machine.add((long) SWAP_IN * window);
    machine.set(0, position, window);
    return window;
  }

  @Override
  public void hit(ReadaheadState state, long position, boolean flagged) {
    if (flagged) {
      state.hit();
      ((State) state).add(READAHEAD_HIT);
    }
  }

  @Override
  public boolean hearsOfEvictions() {
    return true;
  }

  @Override
  public void swappedOut(ReadaheadState state, int pages) {
    ((State) state).add((long) SWAP_OUT * pages);
  }

  @Override
  public void unusedDropped(ReadaheadState state, int pages) {
    ((State) state).add((long) READAHEAD_MISS * pages);
  }

  @Override
  public ReadaheadState newState() {
    return newState(0, 0, 0);
  }

  @Override
  public ReadaheadState newState(int hits, long previousPosition, int lastWindow) {
    return new State(hits, previousPosition, lastWindow);
  }

  @Override
  public boolean reconstruction() {
    return true;
  }
}
