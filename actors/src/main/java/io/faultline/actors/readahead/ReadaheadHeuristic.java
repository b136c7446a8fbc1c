package io.faultline.actors.readahead;

/**
 * Decides how many pages a fault reads: state and fault in, window and state out.
 *
 * <p>A heuristic knows no actor and keeps nothing itself: whose state it is given (the machine's, a
 * process's, a VMA's) is the <em>scope</em>, where its window lies (around the slot, {@link
 * ClusterWindow}, or around the address, {@link VmaReadahead}) is the <em>placement</em>, and both
 * are chosen elsewhere.
 */
public interface ReadaheadHeuristic {

  /**
   * Decides the window of a miss and leaves the new state in {@code state}.
   *
   * @param state what was remembered in this scope
   * @param position where the miss was: a slot or a virtual page number, as the placement counts
   * @param pageCluster base-2 logarithm of the largest window, 0 to 31
   * @return window in pages, at least 1
   */
  int window(ReadaheadState state, long position, int pageCluster);

  /**
   * Takes note of a fault that found its page in the swap cache.
   *
   * @param state what was remembered in this scope
   * @param position where the hit was, in the unit of {@link #window}
   * @param flagged whether the page carried the readahead flag, which the hit has cleared
   */
  void hit(ReadaheadState state, long position, boolean flagged);
}
