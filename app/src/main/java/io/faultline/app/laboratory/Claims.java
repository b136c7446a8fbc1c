package io.faultline.app.laboratory;

import io.faultline.app.laboratory.Statistics.Difference;
import io.faultline.config.Experiment;
import io.faultline.config.PatternSpec;
import io.faultline.config.ProcessSpec;
import io.faultline.config.TaskSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two claims of 2012 about readahead for a sequential and a random task, each tested on every
 * layout of swap that was compared.
 *
 * <p>Shaohua Li's: one counter for all always decides wrongly, so that one for each VMA does better
 * - it <em>holds</em> where sequential tasks have significantly fewer major faults with {@code
 * vma/slots} than with {@code global/slots}. Hugh Dickins's: pages that tasks swap out at the same
 * time are interspersed, so that placement on swap is the matter - it holds where windows by
 * addresses rather than slots save significantly more faults than the counter for each VMA did.
 *
 * @param tasks the sequential tasks, whose major faults are added up
 * @param layouts in the order in which they were run
 */
public record Claims(List<String> tasks, List<Layout> layouts) {

  /** The metrics that claims are made of. */
  public static final List<String> METRICS = List.of("tasks.*.pgmajfault", "placement.adjacency");

  private static final String INIT = "init";
  private static final String SCOPE = "readahead.scope";
  private static final String PLACEMENT = "readahead.placement";
  private static final String ADJACENCY = "placement.adjacency";
  private static final double LEVEL = 0.05;
  private static final int TESTS = 2;

  /**
   * A layout of swap. Faults are means over seeds.
   *
   * @param name the values that make it, such as {@code init = parallel}
   * @param adjacency share of adjacent slots that hold adjacent pages when the tasks begin
   * @param globalSlots major faults with one counter and windows by slots
   * @param vmaSlots with a counter for each VMA
   * @param vmaAddresses and with windows by addresses as well
   * @param li whether Li's claim holds
   * @param dickins whether Dickins's does
   */
  public record Layout(
      String name,
      double adjacency,
      double globalSlots,
      double vmaSlots,
      double vmaAddresses,
      boolean li,
      boolean dickins) {}

  private record Faults(double[] globalSlots, double[] vmaSlots, double[] vmaAddresses) {}

  /**
   * What a measurement says about them; p &lt; 0.05 after Holm's correction for all tests.
   *
   * @return empty unless {@code init}, {@code readahead.scope} and {@code readahead.placement} are
   *     varied, each layout has the three policies with the same seeds, and a task is sequential
   */
  public static Optional<Claims> of(Measurement measurement) {
    List<Combination> all = measurement.combinations();
    List<String> tasks = sequential(all.get(0).experiment());
    if (tasks.isEmpty()
        || !all.get(0).values().keySet().containsAll(List.of(INIT, SCOPE, PLACEMENT))) {
      return Optional.empty();
    }
    Map<Map<String, String>, Map<String, Integer>> byLayout = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Map<String, String> layout = new LinkedHashMap<>(all.get(i).values());
      String policy = layout.remove(SCOPE) + "/" + layout.remove(PLACEMENT);
      byLayout.computeIfAbsent(layout, first -> new LinkedHashMap<>()).put(policy, i);
    }
    List<String> names = new ArrayList<>();
    List<Double> adjacency = new ArrayList<>();
    List<Faults> faults = new ArrayList<>();
    double[] p = new double[TESTS * byLayout.size()];
    for (Map.Entry<Map<String, String>, Map<String, Integer>> layout : byLayout.entrySet()) {
      Optional<Faults> found = faults(measurement, layout.getValue(), tasks);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      names.add(String.join(", ", layout.getKey().entrySet().stream().map(Claims::text).toList()));
      int base = layout.getValue().getOrDefault("global/slots", 0);
      adjacency.add(measurement.sample(base, ADJACENCY, Unit.SHARE).average());
      p[TESTS * faults.size()] = byCounter(found.get()).p();
      p[TESTS * faults.size() + 1] = byAddressesBeyond(found.get()).p();
      faults.add(found.get());
    }
    double[] adjusted = Statistics.holm(p);
    List<Layout> layouts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Faults each = faults.get(i);
      layouts.add(
          new Layout(
              names.get(i),
              adjacency.get(i),
              mean(each.globalSlots),
              mean(each.vmaSlots),
              mean(each.vmaAddresses),
              byCounter(each).mean() > 0 && adjusted[TESTS * i] < LEVEL,
              byAddressesBeyond(each).mean() > 0 && adjusted[TESTS * i + 1] < LEVEL));
    }
    return Optional.of(new Claims(tasks, layouts));
  }

  private static String text(Map.Entry<String, String> value) {
    return value.getKey() + " = " + value.getValue();
  }

  private static List<String> sequential(Experiment experiment) {
    List<String> names = new ArrayList<>();
    for (ProcessSpec process : experiment.processes()) {
      for (TaskSpec task : process.tasks()) {
        if (task.pattern() instanceof PatternSpec.Sequential) {
          names.add(process.name() + "." + task.name());
        }
      }
    }
    return names;
  }

  /** Of the seeds of which all three policies have figures. */
  private static Optional<Faults> faults(
      Measurement measurement, Map<String, Integer> policies, List<String> tasks) {
    List<Integer> three =
        Stream.of("global/slots", "vma/slots", "vma/addresses")
            .map(policy -> policies.getOrDefault(policy, -1))
            .toList();
    if (three.contains(-1)
        || !measurement.pairs(three.get(0), three.get(1))
        || !measurement.pairs(three.get(0), three.get(2))) {
      return Optional.empty();
    }
    List<double[]> sums = three.stream().map(policy -> sum(measurement, policy, tasks)).toList();
    int[] seeds =
        IntStream.range(0, measurement.sampling().seeds())
            .filter(seed -> sums.stream().allMatch(sum -> Double.isFinite(sum[seed])))
            .toArray();
    if (seeds.length < 2) {
      return Optional.empty();
    }
    List<double[]> kept =
        sums.stream().map(sum -> Arrays.stream(seeds).mapToDouble(i -> sum[i]).toArray()).toList();
    return Optional.of(new Faults(kept.get(0), kept.get(1), kept.get(2)));
  }

  private static double[] sum(Measurement measurement, int combination, List<String> tasks) {
    double[] sum = new double[measurement.sampling().seeds()];
    for (String task : tasks) {
      double[] faults =
          measurement.sample(combination, "tasks." + task + ".pgmajfault", Unit.COUNT).bySeed();
      Arrays.setAll(sum, seed -> sum[seed] + faults[seed]);
    }
    return sum;
  }

  /** Faults that the counter for each VMA saves. */
  private static Difference byCounter(Faults faults) {
    return Statistics.paired(faults.vmaSlots, faults.globalSlots);
  }

  /** Faults that windows by addresses save, less those that the counter did. */
  private static Difference byAddressesBeyond(Faults faults) {
    double[] byCounter = less(faults.globalSlots, faults.vmaSlots);
    return Statistics.paired(byCounter, less(faults.vmaSlots, faults.vmaAddresses));
  }

  private static double[] less(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(i -> one[i] - other[i]).toArray();
  }

  private static double mean(double[] figures) {
    return Arrays.stream(figures).average().orElse(Double.NaN);
  }
}
