package io.faultline.actors.sweep;

import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.SweepPlan;

/** Runs the points of sweeps; called by several threads at once. */
@FunctionalInterface
public interface PointRunner {

  /**
   * Runs a point, which takes as long as it takes.
   *
   * @param point its number
   */
  Outcome run(SweepPlan plan, int point);

  /**
   * What came of it.
   *
   * @param row the same at every attempt, unless it may be retried
   * @param mayRetry whether another attempt, perhaps on another node, can end otherwise
   */
  record Outcome(PointRow row, boolean mayRetry) {}
}
