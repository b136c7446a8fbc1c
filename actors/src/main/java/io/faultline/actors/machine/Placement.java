package io.faultline.actors.machine;

/**
 * How the pages on swap lie there: how sequential swap still is in virtual memory.
 *
 * @param pages pages on swap, those aside that are mapped too
 * @param meanRun mean length in pages of the longest stretches of pages that follow each other both
 *     in their VMA and on swap; 0 if there are none
 * @param adjacency of all pairs of slots in use that lie next to each other in one area, the share
 *     whose pages are neighbours in one VMA, in either order; slots of pages that are mapped too
 *     count. 0 to 1; 0 if there is no such pair
 */
public record Placement(long pages, double meanRun, double adjacency) {

  /** Nothing is on swap. */
  static final Placement NONE = new Placement(0, 0, 0);
}
