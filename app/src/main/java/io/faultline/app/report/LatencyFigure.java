package io.faultline.app.report;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.process.TaskRecord;
import io.faultline.app.chart.LineChart;
import io.faultline.app.chart.LineChart.Scale;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** How long faults took that found a swap entry. */
final class LatencyFigure {

  private static final String COLUMNS =
      "for each task and build how many faults took at least from_ns and less than to_ns"
          + " nanoseconds; bounds are exact to three digits.";

  private static final int PER_DECADE = 10;
  private static final int FINE_PER_DECADE = 40;

  private final List<String> names = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();
  private final List<Histogram> latencies = new ArrayList<>();

  private LatencyFigure(MachineReport report) {
    int row = 0;
    for (MachineReport.TaskReport task : report.tasks()) {
      add(task.process() + "." + task.spec().name(), row++, List.of(task.record()));
    }
    row += report.swapoffs().size();
    for (MachineReport.BuildReport build : report.builds()) {
      add("build " + build.spec().name(), row++, build.workers());
    }
  }

  private void add(String name, int row, List<TaskRecord> records) {
    Histogram sum = new Histogram(records.get(0).faultLatency()); // of its precision, and empty
    records.forEach(record -> sum.add(record.faultLatency()));
    names.add(name);
    rows.add(row);
    latencies.add(sum);
  }

  /**
   * The figure.
   *
   * @param cast of the tasks, swapoffs and builds, in that order
   */
  static Figure of(MachineReport report, Cast cast) {
    return new LatencyFigure(report).figure(cast);
  }

  private Figure figure(Cast cast) {
    Decades all = new Decades(PER_DECADE);
    latencies.forEach(all::add);
    boolean nothing = all.count() == 0;
    return new Figure(
        "latency",
        "Fault latency",
        nothing
            ? "No fault found a swap entry: there is no latency to show."
            : "To the left are hits in the swap cache, to the right faults that waited for the device:"
                + " a line that rises early is a task whose pages were there before it asked for"
                + " them.",
        nothing ? List.of() : keys(cast),
        nothing
            ? List.of()
            : List.of(
                Sheet.drawn(
                    "faults",
                    "Faults of all tasks by their latency",
                    220,
                    narrow ->
                        io.faultline.app.chart.Histogram.ofDurations(
                            all.bars(), "latency", "faults")),
                Sheet.drawn(
                    "latency",
                    "Share of each task's faults that took at most so long",
                    320,
                    narrow ->
                        LineChart.of(
                            lines(cast),
                            Scale.durations("latency", all.from(), all.to()),
                            Scale.percentages("% of its faults")))),
        new Figure.Source("latency.csv", COLUMNS, csv()));
  }

  private List<Figure.Key> keys(Cast cast) {
    boolean[] present = new boolean[cast.size()];
    for (int i = 0; i < rows.size(); i++) {
      if (latencies.get(i).getTotalCount() > 0) {
        present[cast.part(rows.get(i))] = true;
      }
    }
    List<Figure.Key> keys = new ArrayList<>();
    for (int part = 0; part < present.length; part++) {
      if (present[part]) {
        keys.add(cast.keys().get(part));
      }
    }
    return keys;
  }

  private List<LineChart.Line> lines(Cast cast) {
    List<LineChart.Line> lines = new ArrayList<>();
    for (int part = 0; part < cast.size(); part++) {
      Decades decades = new Decades(FINE_PER_DECADE);
      for (int i = 0; i < latencies.size(); i++) {
        if (cast.part(rows.get(i)) == part) {
          decades.add(latencies.get(i));
        }
      }
      if (decades.count() > 0) {
        lines.add(decades.cumulative(part));
      }
    }
    return lines;
  }

  private String csv() {
    Csv csv = new Csv("task", "from_ns", "to_ns", "faults");
    for (int i = 0; i < names.size(); i++) {
      Histogram histogram = latencies.get(i);
      for (HistogramIterationValue value : histogram.recordedValues()) {
        long upper = value.getValueIteratedTo();
        csv.row(
            names.get(i),
            histogram.lowestEquivalentValue(upper),
            histogram.nextNonEquivalentValue(upper),
            value.getCountAddedInThisIterationStep());
      }
    }
    return csv.text();
  }
}
