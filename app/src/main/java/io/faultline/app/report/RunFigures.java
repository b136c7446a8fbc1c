package io.faultline.app.report;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.process.TaskRecord;
import java.util.List;

/** All figures of a run. */
public final class RunFigures {

  private RunFigures() {}

  /** The figures, in the order of the page. */
  public static List<Figure> of(MachineReport report) {
    Cast cast = cast(report);
    return List.of(
        WindowFigure.of(report, cast),
        LedgerFigure.of(report.ledger(), cast),
        SlotsFigure.of(report),
        LatencyFigure.of(report, cast),
        QueueFigure.of(report));
  }

  /** Tasks, swapoffs and builds by what they faulted and decided. */
  private static Cast cast(MachineReport report) {
    LedgerReport ledger = report.ledger();
    long[] activity = new long[ledger.names().size()];
    for (int row = 0; row < activity.length; row++) {
      activity[row] =
          ledger.inTime(row, HitLedger.Lane.CALLS).stream().mapToLong(Long::longValue).sum()
              + ledger.earned(row);
    }
    for (int task = 0; task < report.tasks().size(); task++) {
      activity[task] += faults(report.tasks().get(task).record());
    }
    int build = activity.length - report.builds().size();
    for (MachineReport.BuildReport each : report.builds()) {
      activity[build++] += each.workers().stream().mapToLong(RunFigures::faults).sum();
    }
    return new Cast(ledger.names(), activity);
  }

  private static long faults(TaskRecord record) {
    return record.faultLatency().getTotalCount();
  }
}
