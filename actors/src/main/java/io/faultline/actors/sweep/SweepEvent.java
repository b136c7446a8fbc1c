package io.faultline.actors.sweep;

import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.PointRun;
import io.faultline.protocol.sweep.SweepPlan;

/** What the journal of sweeps holds. */
public sealed interface SweepEvent {

  /** A sweep begins with none of its points done. */
  record SweepSubmitted(SweepPlan plan) implements SweepEvent {}

  /** Rows have these metrics. Most sweeps have one such list, so rows name it by its number. */
  record ColumnsFound(String[] metrics) implements SweepEvent {}

  /**
   * What came of a point: {@link PointRow} with the number of its columns.
   *
   * @param columns how many lists of columns had been found before that of this row
   */
  record PointDone(
      int point,
      String kernel,
      String experiment,
      String eventHash,
      String error,
      int columns,
      double[] figures,
      PointRun run)
      implements SweepEvent {

    static PointDone of(PointRow row, int columns, PointRun run) {
      return new PointDone(
          row.point(),
          row.kernel(),
          row.experiment(),
          row.eventHash(),
          row.error(),
          columns,
          row.figures(),
          run);
    }

    PointRow row(String[] metrics) {
      return new PointRow(point, kernel, experiment, eventHash, error, metrics, figures);
    }
  }

  /** A result came when its point was done already. */
  record ResultDropped(int point, PointRun run) implements SweepEvent {}
}
