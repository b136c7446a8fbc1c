package io.faultline.protocol;

/**
 * What {@code swapoff} does for a page on swap before it maps it: the kernel's forms and the
 * changes to them that were measured in the swapoff thread of April 2020, in their parts.
 *
 * @param lookup whether the page is looked up in the swap cache, which counts a hit
 * @param reads which pages are read
 * @param hits what is done to the hits of cluster readahead beforehand
 */
public record UnuseRules(boolean lookup, Reads reads, Hits hits) {

  /** Which pages are read. */
  public enum Reads {
    /** A readahead window, unless a lookup found the page. */
    WINDOW,
    /** A readahead window, whatever a lookup found. */
    WINDOW_ALWAYS,
    /**
     * As {@link #WINDOW}, but a window of cluster readahead is the largest there is, and touches no
     * state.
     */
    LARGEST_WINDOW,
    /** The page alone, and readahead is not asked. */
    PAGE
  }

  /** What is done to the hits of cluster readahead. */
  public enum Hits {
    /** Nothing. */
    KEPT,
    /** One is added. */
    INCREMENTED,
    /** They become as many as the last window had pages. */
    SET_TO_LAST_WINDOW
  }
}
