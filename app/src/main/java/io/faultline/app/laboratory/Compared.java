package io.faultline.app.laboratory;

import io.faultline.app.laboratory.Statistics.Difference;
import io.faultline.app.laboratory.Statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Combinations set side by side: what {@code compare.json} holds, key by key.
 *
 * @param experiment its name
 * @param seeds workloads of each combination
 * @param interleavings orders for each seed
 * @param statement in words: how means, intervals and stars were made
 * @param baseline the values of the combination that all others are held against
 * @param metrics in the order in which they are printed
 * @param failures what went wrong
 */
public record Compared(
    String experiment,
    int seeds,
    int interleavings,
    String statement,
    Map<String, String> baseline,
    List<Metric> metrics,
    List<Failure> failures) {

  /** Chance of a star where there is no difference, for all combinations of a metric together. */
  private static final double LEVEL = 0.05;

  /**
   * A metric.
   *
   * @param average what the averages are: {@code mean} or {@code harmonic mean}
   * @param combinations in the order in which they were run
   */
  public record Metric(String name, Unit unit, String average, List<Column> combinations) {}

  /**
   * A metric of a combination; a figure is null where there is none.
   *
   * @param values by key
   * @param seeds of which there is a figure
   * @param low lower end of the 95 % interval of the average
   * @param high its upper end
   * @param spreadOfSeeds standard deviation between seeds at a fixed interleaving, as a share of
   *     the average
   * @param spreadOfInterleavings between interleavings at a fixed seed; null with one interleaving
   * @param difference from the baseline; null for the baseline itself and where there is none
   */
  public record Column(
      Map<String, String> values,
      int seeds,
      @Nullable Double average,
      @Nullable Double median,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Double spreadOfSeeds,
      @Nullable Double spreadOfInterleavings,
      @Nullable Change difference) {}

  /**
   * A difference.
   *
   * @param test {@code paired} or {@code welch}
   * @param relative as a share of the baseline
   * @param low lower end of its 95 % interval
   * @param high its upper end
   * @param p of this combination alone
   * @param adjustedP corrected for the number of combinations
   * @param significant whether that is below 0.05
   */
  public record Change(
      String test,
      @Nullable Double relative,
      @Nullable Double low,
      @Nullable Double high,
      double p,
      double adjustedP,
      boolean significant) {}

  /** A run that failed or broke an invariant. */
  public record Failure(
      Map<String, String> values, long seed, String interleaving, String message) {}

  /**
   * What a measurement says.
   *
   * @param baseline which combination the others are held against
   * @param metrics which, in the order in which they are printed
   */
  public static Compared of(
      Measurement measurement, int baseline, List<String> metrics, Function<String, Unit> unit) {
    List<Metric> rows = new ArrayList<>();
    for (String name : metrics) {
      rows.add(metric(measurement, baseline, name, unit.apply(name)));
    }
    List<Failure> failures = new ArrayList<>();
    for (int i = 0; i < measurement.combinations().size(); i++) {
      for (Measurement.Reading run : measurement.runs(i)) {
        String failure = run.failure();
        if (failure != null) {
          failures.add(
              new Failure(
                  measurement.combinations().get(i).values(),
                  run.seed(),
                  run.interleaving(),
                  failure));
        }
      }
    }
    Combination base = measurement.combinations().get(baseline);
    return new Compared(
        base.experiment().name(),
        measurement.sampling().seeds(),
        measurement.sampling().interleavings(),
        statement(measurement, baseline),
        base.values(),
        rows,
        failures);
  }

  private static Metric metric(Measurement measurement, int baseline, String name, Unit unit) {
    int columns = measurement.combinations().size();
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      samples.add(measurement.sample(i, name, unit));
    }
    List<Optional<Difference>> differences = new ArrayList<>();
    double[] p = new double[columns];
    for (int i = 0; i < columns; i++) {
      Optional<Difference> difference =
          i == baseline
              ? Optional.empty()
              : samples.get(i).from(samples.get(baseline), measurement.pairs(i, baseline));
      differences.add(difference);
      p[i] = difference.map(Difference::p).orElse(Double.NaN);
    }
    double[] adjusted = Statistics.holm(p);
    List<Column> all = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      Change change = null;
      if (differences.get(i).isPresent()) {
        Difference difference = differences.get(i).get();
        change =
            new Change(
                measurement.pairs(i, baseline) ? "paired" : "welch",
                finite(difference.mean()),
                finite(difference.interval().low()),
                finite(difference.interval().high()),
                p[i],
                adjusted[i],
                adjusted[i] < LEVEL);
      }
      Sample sample = samples.get(i);
      Optional<Interval> interval = sample.interval();
      all.add(
          new Column(
              measurement.combinations().get(i).values(),
              sample.seeds(),
              finite(sample.average()),
              finite(sample.median()),
              interval.map(Interval::low).map(Compared::finite).orElse(null),
              interval.map(Interval::high).map(Compared::finite).orElse(null),
              finite(sample.spreadBetweenSeeds()),
              finite(sample.spreadBetweenInterleavings()),
              change));
    }
    return new Metric(name, unit, unit.average(), all);
  }

  private static String statement(Measurement measurement, int baseline) {
    int others = measurement.combinations().size() - 1;
    boolean paired = false;
    boolean welch = false;
    for (int i = 0; i <= others; i++) {
      if (i != baseline) {
        boolean pairs = measurement.pairs(i, baseline);
        paired |= pairs;
        welch |= !pairs;
      }
    }
    StringBuilder words =
        new StringBuilder("95 % intervals; means are over seeds, of rates harmonic.");
    if (paired) {
      words.append(" Differences by Student's t test of pairs: equal seeds are pairs.");
    }
    if (welch) {
      words.append(" Differences by Welch's t test: the seeds are others.");
    }
    if (others > 0) {
      words.append(" * where p < 0.05");
      words.append(
          others > 1
              ? ", after Holm's correction for the " + others + " comparisons of a metric."
              : ".");
    }
    return words.toString();
  }

  private static @Nullable Double finite(double figure) {
    return Double.isFinite(figure) ? figure : null;
  }
}
