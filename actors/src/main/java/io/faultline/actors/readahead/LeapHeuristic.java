package io.faultline.actors.readahead;

/**
 * Leap, algorithm {@code leap}: reads along the trend that the majority of the latest accesses
 * follow, whatever distance lies between them.
 *
 * <p>A trend is a distance that more than half of the latest accesses have from the one before
 * (Boyer-Moore majority vote). Few accesses are asked first, then twice as many, up to the whole
 * history; so a new trend is found soon and an old one outlasts noise. Hits since the last window
 * set the number of pages to prefetch: the power of two that holds them and one more; without hits
 * 1 if the miss follows the trend, else 0; never less than half as many as last time. Without a
 * trend the pages lie around the miss, at the distance of the last one.
 *
 * <p>Source: Al Maruf and Chowdhury, "Effectively Prefetching Remote Memory with Leap", USENIX ATC
 * 2020, algorithms 1 and 2. Deviations: the missed page counts in the window, so at most {@code
 * 2^page-cluster - 1} are prefetched, as many as the kernel would; and the trend is looked for
 * before the number is chosen, for else no first trend would ever be found.
 */
public final class LeapHeuristic implements ReadaheadHeuristic {

  private static final int HISTORY = 32;
  private static final int SPLIT = 8;
  private static final long NO_TREND = 0;

  private final int history;
  private final int split;

  /** A history of 32 accesses, the latest 4 of which are asked first. */
  public LeapHeuristic() {
    this(HISTORY, SPLIT);
  }

  /**
   * A heuristic with a history of a given length.
   *
   * @param history accesses remembered, at least 1
   * @param split the latest {@code history / split} of them are asked first; 1 to {@code history}
   */
  public LeapHeuristic(int history, int split) {
    if (history < 1 || split < 1 || split > history) {
      throw new IllegalArgumentException(
          "history is at least 1 and split 1 to history, got " + history + " and " + split);
    }
    this.history = history;
    this.split = split;
  }

  /** What a scope remembers: the distances between its latest accesses, and the last trend. */
  public static final class State extends ReadaheadState {

    private final long[] distances;
    private boolean accessed;
    private int next;
    private int recorded;
    private long stride = 1;
    private int behind;

    private State(int hits, long previousPosition, int lastWindow, int history) {
      super(hits, previousPosition, lastWindow);
      distances = new long[history];
    }

    private void access(long position) {
      if (accessed) {
        distances[next] = position - previousPosition();
        next = (next + 1) % distances.length;
        recorded = Math.min(recorded + 1, distances.length);
      }
      accessed = true;
      set(hits(), position, lastWindow());
    }

    private long ago(int accesses) {
      return distances[Math.floorMod(next - 1 - accesses, distances.length)];
    }

    private long trend(int split) {
      long trend = NO_TREND;
      for (int asked = distances.length / split;
          trend == NO_TREND && asked <= distances.length;
          asked *= 2) {
        trend = majority(asked);
      }
      return trend;
    }

    /** Who is not recorded yet agrees with nobody. */
    private long majority(int asked) {
      int present = Math.min(asked, recorded);
      long candidate = NO_TREND;
      int lead = 0;
      for (int i = 0; i < present; i++) {
        if (lead == 0) {
          candidate = ago(i);
        }
        lead += ago(i) == candidate ? 1 : -1;
      }
      int votes = 0;
      for (int i = 0; i < present; i++) {
        votes += ago(i) == candidate ? 1 : 0;
      }
      return votes > asked / 2 ? candidate : NO_TREND;
    }
  }

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    State scope = (State) state;
    scope.access(position);
    long trend = scope.trend(split);
    boolean follows = trend != NO_TREND && scope.ago(0) == trend;
    int most = (1 << pageCluster) - 1;
    int prefetched = Math.max(0, scope.lastWindow() - 1);
    int prefetch = Math.max(Math.min(wanted(scope.hits(), follows), most), prefetched / 2);
    if (trend != NO_TREND) {
      scope.stride = trend;
    }
    scope.behind = trend != NO_TREND ? 0 : prefetch / 2;
    scope.set(0, position, prefetch + 1);
    return prefetch + 1;
  }

  private static int wanted(int hits, boolean follows) {
    if (hits == 0) {
      return follows ? 1 : 0;
    }
    return (int) Math.min(Long.highestOneBit(hits) << 1, Integer.MAX_VALUE);
  }

  @Override
  public void hit(ReadaheadState state, long position, boolean flagged) {
    ((State) state).access(position);
    if (flagged) {
      state.hit();
    }
  }

  @Override
  public ReadaheadState newState() {
    return newState(0, 0, 0);
  }

  @Override
  public ReadaheadState newState(int hits, long previousPosition, int lastWindow) {
    return new State(hits, previousPosition, lastWindow, history);
  }

  @Override
  public boolean seesEveryHit() {
    return true;
  }

  @Override
  public long stride(ReadaheadState state) {
    return ((State) state).stride;
  }

  @Override
  public int behind(ReadaheadState state) {
    return ((State) state).behind;
  }

  @Override
  public ReadaheadHeuristic byAddresses() {
    return this;
  }
}
