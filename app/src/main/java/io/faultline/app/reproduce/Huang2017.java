package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.csv.CSVRecord;

/**
 * The sequential side of a mixture with cluster and with VMA readahead: throughput, fault latency
 * and readahead's hits, and what the step from one to the other makes of each. Another machine's
 * absolute figures say little, so the ratios are cells of their own.
 */
public final class Huang2017 implements Reproduction {

  private static final Run CLUSTER = Run.of("huang-2017-table");
  private static final Run VMA = CLUSTER.with("machine.vma-ra-enabled=true");
  private static final String SEQUENTIAL = "seq-";
  private static final double NANOS_PER_MICROSECOND = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int KIB_PER_PAGE = 4;

  @Override
  public String name() {
    return "huang-2017";
  }

  @Override
  public String description() {
    return "Sequential writers beside random ones, with cluster and with VMA readahead (Huang, August"
        + " 2017)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    Map<String, Map<String, Double>> published = new LinkedHashMap<>();
    for (CSVRecord row : PublishedTable.rows("huang-2017.csv")) {
      published
          .computeIfAbsent(
              row.get("metric") + ", " + row.get("unit"), metric -> new LinkedHashMap<>())
          .put(row.get("column"), Double.parseDouble(row.get("value")));
    }
    List<Cell> cells = new ArrayList<>();
    published.forEach(
        (metric, values) -> {
          ToDoubleFunction<MachineReport> reading = reading(metric);
          cells.add(cell(metric, "cluster", values, CLUSTER, reading));
          cells.add(cell(metric, "vma", values, VMA, reading));
        });
    published.forEach(
        (metric, values) ->
            cells.add(
                new Cell(
                    metric.substring(0, metric.indexOf(',')),
                    "vma / cluster",
                    values.getOrDefault("vma", 0.0) / values.getOrDefault("cluster", 1.0),
                    Role.PREDICTED,
                    List.of(CLUSTER, VMA),
                    reports ->
                        reading(metric).applyAsDouble(reports.get(1))
                            / reading(metric).applyAsDouble(reports.get(0)))));
    return cells;
  }

  private static Cell cell(
      String metric,
      String column,
      Map<String, Double> values,
      Run run,
      ToDoubleFunction<MachineReport> reading) {
    return Cell.of(column, metric, values.getOrDefault(column, 0.0), Role.PREDICTED, run, reading);
  }

  private static ToDoubleFunction<MachineReport> reading(String metric) {
    return switch (metric.substring(0, metric.indexOf(','))) {
      case "throughput" -> Huang2017::kilobytesPerSecond;
      case "mean latency" -> report -> latency(report).getMean() / NANOS_PER_MICROSECOND;
      case "p80 latency" -> report -> percentile(report, 80);
      case "p90 latency" -> report -> percentile(report, 90);
      case "p95 latency" -> report -> percentile(report, 95);
      case "p99 latency" -> report -> percentile(report, 99);
      case "readahead hits" -> Huang2017::hitPercent;
      default -> throw new IllegalStateException("nothing is called " + metric + " here");
    };
  }

  private static List<MachineReport.TaskReport> sequential(MachineReport report) {
    return report.tasks().stream().filter(task -> task.process().startsWith(SEQUENTIAL)).toList();
  }

  private static double kilobytesPerSecond(MachineReport report) {
    return sequential(report).stream()
        .mapToDouble(
            task ->
                task.record().accesses()
                    * KIB_PER_PAGE
                    / (task.record().virtualNanos() / NANOS_PER_SECOND))
        .sum();
  }

  /** Of the faults that found a swap entry, as his probe had them. */
  private static Histogram latency(MachineReport report) {
    Histogram all = new Histogram(3);
    sequential(report).forEach(task -> all.add(task.record().faultLatency()));
    return all;
  }

  private static double percentile(MachineReport report, double percent) {
    return latency(report).getValueAtPercentile(percent) / NANOS_PER_MICROSECOND;
  }

  private static double hitPercent(MachineReport report) {
    return 100.0
        * report.vmstat().get(VmstatItem.SWAP_RA_HIT)
        / report.vmstat().get(VmstatItem.SWAP_RA);
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "a unit is 1024 pages where he had a gigabyte, and 1172 ms are his 300 s",
        "the drive is an assumption, chosen with the throughput in sight; hits and the order of the"
            + " latencies depend on it least");
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("sequential beside random", "readahead", "figures", false, true);
  }
}
