package io.faultline.app;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What several seeds gave for one figure.
 *
 * @param median of an even number, the mean of the two in the middle, rounded up
 * @param min smallest
 * @param max largest
 */
record Spread(long median, long min, long max) {

  /**
   * The spread of a figure.
   *
   * @param outcomes at least one
   */
  static <T> Spread of(List<T> outcomes, ToLongFunction<T> figure) {
    long[] sorted = outcomes.stream().mapToLong(figure).sorted().toArray();
    int middle = sorted.length / 2;
    long median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle] + 1) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
