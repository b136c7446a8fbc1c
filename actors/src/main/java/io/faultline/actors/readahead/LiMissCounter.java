package io.faultline.actors.readahead;

/**
 * Shaohua Li's detector of random swap-in, algorithm {@code li-2012}, in the mm tree of autumn 2012
 * only: each anon_vma counts its misses, each hit takes one back, and above 100 it reads no window
 * at all.
 *
 * <p>Who is judged random stays so: what is not read ahead can't be hit, and nothing else but a
 * page still in the cache for another reason lowers the count.
 *
 * <p>Source: linux-mm, v4 of 3 September 2012, {@code <20120903072137.GA26821@kernel.org>}. Every
 * fault that finds its page in the swap cache counts as a hit, unless it is a retry; there is no
 * readahead flag.
 */
public final class LiMissCounter implements ReadaheadHeuristic {

  private static final int RANDOM_ABOVE = 100;
  private static final int MOST_MISSES = 10 * RANDOM_ABOVE;

  /** What an anon_vma remembers: {@code swapra_miss}. */
  public static final class State extends ReadaheadState {

    private int misses;

    State(int hits, long previousPosition, int lastWindow) {
      super(hits, previousPosition, lastWindow);
    }

    /**
     * The state of an anon_vma with a history.
     *
     * @param misses misses less hits, 0 to 1000
     * @throws IllegalArgumentException if it is anything else
     */
    public static State withMisses(int misses) {
      if (misses < 0 || misses > MOST_MISSES) {
        throw new IllegalArgumentException("misses are 0 to " + MOST_MISSES + ", got " + misses);
      }
      State state = new State(0, 0, 0);
      state.misses = misses;
      return state;
    }

    /** Misses less hits, 0 to 1000; above 100 no window is read. */
    public int misses() {
      return misses;
    }
  }

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    State anonVma = (State) state;
    anonVma.misses = Math.min(anonVma.misses + 1, MOST_MISSES); // this miss counts for itself
    return anonVma.misses > RANDOM_ABOVE ? 1 : 1 << pageCluster;
  }

  @Override
  public void hit(ReadaheadState state, long position, boolean flagged) {
    State anonVma = (State) state;
    anonVma.misses = Math.max(anonVma.misses - 1, 0);
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
  public boolean seesEveryHit() {
    return true;
  }
}
