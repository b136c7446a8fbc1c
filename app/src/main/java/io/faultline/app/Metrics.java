package io.faultline.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.actors.machine.MachineReport;
import io.faultline.app.laboratory.Measurement;
import io.faultline.app.laboratory.Unit;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.ConfigError;
import io.faultline.config.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * The figures of a run by name: every number of {@code summary.json} under its path, list elements
 * by their names, counters of vmstat also without {@code vmstat.}, and some that are worked out.
 */
final class Metrics {

  /** What is compared unless something else is asked for; a star stands for any text. */
  static final List<String> USUAL =
      List.of(
          "slowest",
          "throughput",
          "fault-latency",
          "hit-ratio",
          "pgmajfault",
          "tasks.*.pgmajfault",
          "pswpin",
          "pswpout",
          "swap_ra",
          "ledger.crossTalk",
          "placement.adjacency");

  private static final String SLOWEST = "slowest";
  private static final String THROUGHPUT = "throughput";
  private static final String FAULT_LATENCY = "fault-latency";
  private static final String HIT_RATIO = "hit-ratio";
  private static final String NANOS_IN_A_SECOND = "nanos";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Set<String> NO_RESULTS = Set.of("seed", "wallNanos", "messages");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Metrics() {}

  /** Reads a run; keeps the metrics that are wanted. */
  static Measurement.Reading reading(Emulator.Trial trial, Predicate<String> wanted) {
    MachineReport report = trial.report();
    long seed = trial.experiment().seed();
    String interleaving = trial.experiment().interleaving().toString();
    Throwable failure = trial.failure();
    if (report == null) {
      return new Measurement.Reading(
          seed, interleaving, Map.of(), failure == null ? "no report" : Failures.describe(failure));
    }
    String broken =
        report.invariants().stream()
            .filter(invariant -> !invariant.holds())
            .map(
                invariant ->
                    "an invariant does not hold: " + invariant.name() + ": " + invariant.detail())
            .findFirst()
            .orElse(null);
    Map<String, Double> figures = broken == null ? of(report) : new LinkedHashMap<>();
    figures.keySet().removeIf(wanted.negate());
    return new Measurement.Reading(seed, interleaving, figures, broken);
  }

  /** All figures of a run. */
  static Map<String, Double> of(MachineReport report) {
    Map<String, Double> figures = new LinkedHashMap<>();
    Histogram faults = new Histogram(3);
    long slowest = 0;
    long accesses = 0;
    for (MachineReport.TaskReport task : report.tasks()) {
      faults.add(task.record().faultLatency());
      if (!task.spec().background()) {
        slowest = Math.max(slowest, task.record().virtualNanos());
        accesses += task.record().accesses();
      }
    }
    figures.put(SLOWEST, (double) (slowest == 0 ? report.virtualNanos() : slowest));
    if (slowest > 0) {
      figures.put(THROUGHPUT, accesses * NANOS_PER_SECOND / slowest);
    }
    if (faults.getTotalCount() > 0) {
      figures.put(FAULT_LATENCY, faults.getMean());
    }
    Summary summary = Summary.of(report, 0);
    double readAhead = summary.vmstat().getOrDefault("swap_ra", 0L);
    if (readAhead > 0) {
      figures.put(HIT_RATIO, summary.vmstat().getOrDefault("swap_ra_hit", 0L) / readAhead);
    }
    JsonNode tree = MAPPER.valueToTree(summary);
    tree.path("vmstat")
        .properties()
        .forEach(counter -> figures.put(counter.getKey(), counter.getValue().doubleValue()));
    flatten("", tree, figures);
    for (MachineReport.TaskReport task : report.tasks()) {
      String name = "tasks." + task.process() + "." + task.spec().name() + ".";
      if (task.record().virtualNanos() > 0) {
        figures.put(
            name + THROUGHPUT,
            task.record().accesses() * NANOS_PER_SECOND / task.record().virtualNanos());
      }
      if (task.record().faultLatency().getTotalCount() > 0) {
        figures.put(name + FAULT_LATENCY, task.record().faultLatency().getMean());
      }
    }
    NO_RESULTS.forEach(figures::remove);
    return figures;
  }

  /** What a metric counts. */
  static Unit unit(String metric) {
    String last = metric.substring(metric.lastIndexOf('.') + 1).toLowerCase(java.util.Locale.ROOT);
    if (last.equals(THROUGHPUT)) {
      return Unit.RATE;
    }
    if (last.equals(SLOWEST)
        || last.equals(FAULT_LATENCY)
        || last.endsWith(NANOS_IN_A_SECOND)
        || (metric.contains("Nanos.") && !last.equals("count"))) {
      return Unit.TIME;
    }
    return last.equals(HIT_RATIO)
            || last.equals("crosstalk")
            || last.equals("adjacency")
            || last.equals("utilisation")
        ? Unit.SHARE
        : Unit.COUNT;
  }

  /** A figure as it is printed. */
  static String printed(double figure, Unit unit) {
    return switch (unit) {
      case TIME -> Figures.duration(figure);
      case SHARE -> Figures.percent(figure);
      case RATE -> Figures.rate(Math.round(figure * 1000), 1_000_000_000_000L) + "/s";
      case COUNT ->
          String.format(java.util.Locale.ROOT, Math.abs(figure) < 100 ? "%.2f" : "%.0f", figure);
    };
  }

  /** Those of the names that one of the patterns means, pattern by pattern. */
  static List<String> selected(List<String> patterns, Collection<String> names) {
    Set<String> chosen = new LinkedHashSet<>();
    for (String pattern : patterns) {
      names.stream().filter(meant(pattern)).forEach(chosen::add);
    }
    return List.copyOf(chosen);
  }

  /** Whether one of the patterns means a name. */
  static Predicate<String> meantBy(List<String> patterns) {
    List<Predicate<String>> each = patterns.stream().map(Metrics::meant).toList();
    return name -> each.stream().anyMatch(pattern -> pattern.test(name));
  }

  /**
   * Refuses patterns that mean nothing.
   *
   * @param names of the metrics that there are
   * @throws ConfigError if there is one; it names the nearest metric
   */
  static void check(List<String> patterns, Collection<String> names) {
    for (String pattern : patterns) {
      if (names.stream().noneMatch(meant(pattern))) {
        String typed = Failures.oneLine(pattern);
        throw new ConfigError(
            "--metric "
                + typed
                + ": no run has such a metric"
                + NearestName.similar(typed, new ArrayList<>(names))
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("")
                + "\nmetrics are "
                + String.join(", ", USUAL)
                + " and every number of summary.json by its path");
      }
    }
  }

  private static Predicate<String> meant(String pattern) {
    String quoted =
        java.util.Arrays.stream(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(java.util.stream.Collectors.joining(".*"));
    return Pattern.compile(quoted).asMatchPredicate();
  }

  private static void flatten(String path, JsonNode node, Map<String, Double> figures) {
    if (node.isNumber()) {
      figures.putIfAbsent(path, node.doubleValue());
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  flatten(
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      field.getValue(),
                      figures));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(path + "." + elementName(node.get(i), i), node.get(i), figures);
      }
    }
  }

  private static String elementName(JsonNode element, int index) {
    String name = element.path("name").asText(element.path("filename").asText(""));
    String process = element.path("process").asText("");
    return name.isEmpty() ? String.valueOf(index) : process.isEmpty() ? name : process + "." + name;
  }
}
