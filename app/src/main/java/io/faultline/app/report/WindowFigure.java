package io.faultline.app.report;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerReport;
import io.faultline.app.chart.LineChart;
import io.faultline.app.chart.LineChart.Scale;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** The windows that were decided, in the course of time. */
final class WindowFigure {

  private static final String COLUMNS =
      "for each task, swapoff and build and each stretch of virtual time in which it chose a"
          + " window: how often, the pages of all its windows, and their mean. Times are in"
          + " nanoseconds from the beginning of the measured phase.";

  private static final String VIRTUAL_TIME = "virtual time";
  private static final String MEAN_WINDOW = "mean window in pages";
  private static final int MOST_IN_ONE = 3;

  private final LedgerReport ledger;
  private final long endNanos;
  private double largest;
  private final List<List<Long>> calls = new ArrayList<>();
  private final List<List<Long>> pages = new ArrayList<>();

  private WindowFigure(MachineReport report) {
    ledger = report.ledger();
    endNanos = report.virtualNanos();
    for (int row = 0; row < ledger.names().size(); row++) {
      calls.add(ledger.inTime(row, HitLedger.Lane.CALLS));
      pages.add(ledger.inTime(row, HitLedger.Lane.WINDOW_PAGES));
    }
  }

  static Figure of(MachineReport report, Cast cast) {
    return new WindowFigure(report).figure(cast);
  }

  private Figure figure(Cast cast) {
    boolean nothing =
        calls.stream().allMatch(row -> row.stream().mapToLong(Long::longValue).sum() == 0);
    return new Figure(
        "window",
        "Window size",
        nothing
            ? "No window was chosen: nothing was read ahead."
            : "A task with no order in its accesses that is granted more than one page reads ahead"
                + " for nothing: look where its line leaves 1, and who is at work beside it.",
        nothing || cast.size() > MOST_IN_ONE ? List.of() : cast.keys(),
        nothing ? List.of() : drawings(cast),
        new Figure.Source("window.csv", COLUMNS, csv()));
  }

  /** Many lines in one chart hide each other: they have a chart each, of the same scale. */
  private List<Figure.Drawing> drawings(Cast cast) {
    List<LineChart.Line> lines = lines(cast);
    if (lines.size() <= MOST_IN_ONE) {
      return List.of(
          Sheet.drawn("window", "", 320, narrow -> chart(lines, VIRTUAL_TIME, MEAN_WINDOW)));
    }
    List<Figure.Drawing> drawings = new ArrayList<>();
    for (int part = 0; part < lines.size(); part++) {
      List<LineChart.Line> one = List.of(lines.get(part));
      boolean last = part == lines.size() - 1;
      drawings.add(
          Sheet.low(
              "window-" + part,
              cast.names().get(part),
              last ? 115 : 95,
              narrow -> chart(one, last ? VIRTUAL_TIME : "", "")));
    }
    return drawings;
  }

  private JFreeChart chart(List<LineChart.Line> lines, String across, String up) {
    return LineChart.of(lines, Scale.time(across, endNanos), Scale.figures(up, largest + 0.2));
  }

  private long from(int bucket) {
    return Math.max(0, ledger.firstBucketNanos() + bucket * ledger.bucketNanos());
  }

  private long to(int bucket) {
    return Math.min(endNanos, ledger.firstBucketNanos() + (bucket + 1) * ledger.bucketNanos());
  }

  private List<LineChart.Line> lines(Cast cast) {
    int buckets = calls.isEmpty() ? 0 : calls.get(0).size();
    List<LineChart.Line> lines = new ArrayList<>();
    for (int part = 0; part < cast.size(); part++) {
      Steps steps = new Steps();
      for (int bucket = 0; bucket < buckets; bucket++) {
        long allCalls = 0;
        long allPages = 0;
        for (int row = 0; row < calls.size(); row++) {
          if (cast.part(row) == part) {
            allCalls += calls.get(row).get(bucket);
            allPages += pages.get(row).get(bucket);
          }
        }
        double mean = allCalls == 0 ? Double.NaN : (double) allPages / allCalls;
        largest = Math.max(largest, allCalls == 0 ? 0 : mean);
        steps.add((double) from(bucket), (double) to(bucket), mean);
      }
      lines.add(steps.line(part));
    }
    return lines;
  }

  private String csv() {
    Csv csv = new Csv("task", "from_ns", "to_ns", "calls", "window_pages", "mean_window");
    for (int row = 0; row < calls.size(); row++) {
      for (int bucket = 0; bucket < calls.get(row).size(); bucket++) {
        long count = calls.get(row).get(bucket);
        if (count > 0) {
          long sum = pages.get(row).get(bucket);
          csv.row(
              ledger.names().get(row), from(bucket), to(bucket), count, sum, (double) sum / count);
        }
      }
    }
    return csv.text();
  }
}
