package io.faultline.actors.readahead;

/**
 * Hugh Dickins's heuristic of 1 October 2012, never in a release: the window doubles where hits
 * exceed half of it and halves where they fall short of half of it.
 *
 * <p>Source: linux-mm, {@code <alpine.LSU.2.00.1210011418270.2940@eggly.anvils>}. The previous
 * position is written only while the window is 1, and page-cluster 0 spends the hits like any
 * other.
 */
public enum DickinsOctober2012 implements ReadaheadHeuristic {

  /**
   * As posted, algorithm {@code dickins-2012-10}: one hit is counted that nobody had, so a window
   * of 2 never shrinks.
   */
  PLUS_ONE(1),

  /**
   * Without the extra hit, algorithm {@code dickins-2012-10-noplus}, as Shaohua Li proposed on 22
   * October 2012.
   */
  NO_PLUS(0);

  private static final int BOOT_WINDOW = 8;

  private final int given;

  DickinsOctober2012(int given) {
    this.given = given;
  }

  @Override
  public int window(ReadaheadState state, long position, int pageCluster) {
    long used = (long) state.hits() + given;
    long pages = Math.max(1, state.lastWindow());
    long half = pages / 2;
    long previous = state.previousPosition();
    if (half == 0) {
      if (position == previous + 1 || position == previous - 1) {
        pages *= 2;
      }
      previous = position;
    } else if (used < half) {
      pages = half;
    } else if (used > half) {
      pages *= 2;
    }
    int window = (int) Math.min(pages, 1L << pageCluster);
    state.set(0, previous, window);
    return window;
  }

  @Override
  public ReadaheadState newState() {
    return newState(0, 0, BOOT_WINDOW);
  }
}
