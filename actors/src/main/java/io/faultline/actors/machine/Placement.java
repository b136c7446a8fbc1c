package io.faultline.actors.machine;

/**
 * How the pages on swap lie there: a run is a longest stretch of pages that follow each other both
 * in their VMA and on swap.
 *
 * @param pages pages on swap, those aside that are mapped too
 * @param meanRun pages a run; 0 if there are none
 */
public record Placement(long pages, double meanRun) {

  /** Nothing is on swap. */
  static final Placement NONE = new Placement(0, 0);
}
