package io.faultline.app;

import io.faultline.actors.machine.Placement;
import io.faultline.actors.machine.PlacementReport;
import java.util.List;

/**
 * How sequential swap was in virtual memory: when the measured phase began, and then.
 *
 * @param pages pages on swap when it began, those aside that were mapped too
 * @param adjacency share of the pairs of adjacent slots in use whose pages are neighbours in one
 *     VMA, 0 to 1
 * @param meanRun mean length in pages of the stretches that follow each other both in their VMA and
 *     on swap
 * @param end the same when it ended
 * @param byVma the same VMA by VMA
 * @param inTime samples from its beginning to its end
 */
record PlacementSummary(
    long pages,
    double adjacency,
    double meanRun,
    Placement end,
    List<PlacementReport.OfVma> byVma,
    List<PlacementReport.Sample> inTime) {

  static PlacementSummary of(PlacementReport report) {
    return new PlacementSummary(
        report.start().pages(),
        report.start().adjacency(),
        report.start().meanRun(),
        report.end(),
        report.vmas(),
        report.inTime());
  }
}
