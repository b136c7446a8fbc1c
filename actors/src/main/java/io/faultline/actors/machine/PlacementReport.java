package io.faultline.actors.machine;

import java.util.List;

/**
 * How pages lay on swap in the course of a run.
 *
 * @param start when the measured phase began
 * @param end when it ended
 * @param vmas VMA by VMA, in the order of the experiment, tmpfs objects last
 * @param inTime samples of the measured phase, from its beginning to its end
 */
public record PlacementReport(
    Placement start, Placement end, List<OfVma> vmas, List<Sample> inTime) {

  /**
   * A VMA.
   *
   * @param name such as {@code p1.v}
   * @param start when the measured phase began; of pairs of slots of which it holds one or both
   * @param end when it ended
   */
  public record OfVma(String name, Placement start, Placement end) {}

  /**
   * A moment.
   *
   * @param nanos virtual time from the beginning of the measured phase
   */
  public record Sample(long nanos, Placement placement) {}
}
