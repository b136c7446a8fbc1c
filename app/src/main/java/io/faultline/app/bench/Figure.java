package io.faultline.app.bench;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a workload came to.
 *
 * @param name of the figure
 * @param value the median of its rounds; null if it could not be measured
 * @param unit what it counts
 * @param least of all rounds
 * @param greatest of all rounds
 * @param absent why there is no value; null if there is one
 */
public record Figure(
    String name,
    @Nullable Double value,
    String unit,
    @Nullable Double least,
    @Nullable Double greatest,
    @Nullable String absent) {

  /**
   * The figure of several rounds.
   *
   * @param values one a round, at least one
   */
  static Figure of(String name, String unit, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Figure(name, median, unit, sorted[0], sorted[sorted.length - 1], null);
  }

  /** A figure that could not be measured. */
  static Figure absent(String name, String unit, String why) {
    return new Figure(name, null, unit, null, null, why);
  }
}
