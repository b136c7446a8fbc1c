package io.faultline.actors.readahead;

/**
 * Decides how many pages a fault reads: state and fault in, window and state out.
 *
 * <p>A heuristic knows no actor and keeps nothing itself: whose state it is given (the machine's, a
 * process's, a VMA's) is the <em>scope</em>, where its window lies (around the slot, {@link
 * ClusterWindow}, or around the address, {@link VmaReadahead}) is the <em>placement</em>, and both
 * are chosen elsewhere. One that remembers more than a {@link ReadaheadState} holds extends that
 * class and makes its own in {@link #newState(int, long, int)}.
 *
 * <p>Only {@link #window} must be written; the rest defaults to what the kernel does now. A class
 * of the user's is public, has a public constructor without parameters, and is chosen by its name
 * ({@link Heuristics#named}).
 */
public interface ReadaheadHeuristic {

  /** Largest {@link #stride} in either direction, in pages. */
  long LARGEST_STRIDE = 1L << 62;

  /**
   * Decides the window of a miss and leaves the new state in {@code state}, with the hits it took
   * for its decision spent.
   *
   * @param state what was remembered in this scope, made by this heuristic
   * @param position where the miss was: a slot or a virtual page number, as the placement counts
   * @param pageCluster base-2 logarithm of the largest window, 0 to 30
   * @return window in pages with the missed one, 1 to {@code 2^pageCluster}; a power of two unless
   *     {@link #stride} says where the pages lie. The run fails if it is anything else
   */
  int window(ReadaheadState state, long position, int pageCluster);

  /**
   * Takes note of a fault that found its page in the swap cache. By default a flagged page is a
   * hit, and others are ignored.
   *
   * @param state what was remembered in this scope, made by this heuristic
   * @param position where the hit was, in the unit of {@link #window}
   * @param flagged whether the page carried the readahead flag, which the hit has cleared
   */
  default void hit(ReadaheadState state, long position, boolean flagged) {
    if (flagged) {
      state.hit();
    }
  }

  /** The state of a scope that was never used before; by default 4 hits, no position, no window. */
  default ReadaheadState newState() {
    return newState(ReadaheadState.BOOT_HITS, 0, 0);
  }

  /**
   * A state with given values, and whatever else this heuristic remembers as it is at first.
   *
   * @param hits hits not spent yet, at least 0
   * @param previousPosition slot or virtual page number, unsigned
   * @param lastWindow last window in pages, at least 0
   */
  default ReadaheadState newState(int hits, long previousPosition, int lastWindow) {
    return new ReadaheadState(hits, previousPosition, lastWindow);
  }

  /**
   * Whether {@link #hit} must hear of every fault that found its page in the swap cache; by default
   * only of those whose page carried the readahead flag.
   */
  default boolean seesEveryHit() {
    return false;
  }

  /**
   * The distance between the pages of the window that was decided last ({@link StridedWindow}).
   *
   * @param state as the decision left it
   * @return pages, negative for a window that runs backward, at most {@link #LARGEST_STRIDE} either
   *     way; 0 leaves it to the placement
   */
  default long stride(ReadaheadState state) {
    return 0;
  }

  /**
   * How many pages of the window that was decided last lie before the missed one, seen in the
   * direction of {@link #stride}; means nothing where that is 0.
   *
   * @param state as the decision left it
   * @return pages, 0 to the window less one
   */
  default int behind(ReadaheadState state) {
    return 0;
  }

  /** Whether {@link #swappedOut} and {@link #unusedDropped} must be told; by default not. */
  default boolean hearsOfEvictions() {
    return false;
  }

  /**
   * Takes note of pages that were written to swap.
   *
   * @param pages at least 1
   */
  default void swappedOut(ReadaheadState state, int pages) {}

  /**
   * Takes note of pages that left the swap cache with the readahead flag still set: read for
   * nothing.
   *
   * @param pages at least 1
   */
  default void unusedDropped(ReadaheadState state, int pages) {}

  /**
   * The form of this heuristic that is used where windows lie around addresses. By default the same
   * but for the previous position, which every fault moves that finds a swap entry, as in the
   * kernel's VMA readahead: without it there is no telling which way a task goes.
   */
  default ReadaheadHeuristic byAddresses() {
    return new PositionFollowingHeuristic(this);
  }

  /**
   * Whether its source is lost in part, so that this is a guess at it and its results show nothing
   * of the original.
   */
  default boolean reconstruction() {
    return false;
  }
}
