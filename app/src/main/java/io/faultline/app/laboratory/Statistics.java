package io.faultline.app.laboratory;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/** The statistics that the laboratory's figures rest on. */
public final class Statistics {

  /** Probability with which an interval holds what it is an interval of. */
  public static final double CONFIDENCE = 0.95;

  private Statistics() {}

  /**
   * A range that holds a mean with the probability {@link #CONFIDENCE}.
   *
   * @param low lower end
   * @param high upper end
   */
  public record Interval(double low, double high) {

    /** Whether the two have a point in common. */
    public boolean overlaps(Interval other) {
      return low <= other.high && other.low <= high;
    }
  }

  /**
   * A difference of two means.
   *
   * @param mean the second less the first
   * @param interval of that difference
   * @param p probability of a difference at least as large where there is none
   */
  public record Difference(double mean, Interval interval, double p) {}

  /**
   * Student's interval of a mean.
   *
   * @param figures at least 2
   */
  public static Interval interval(double[] figures) {
    double mean = StatUtils.mean(figures);
    double error = Math.sqrt(StatUtils.variance(figures) / figures.length);
    return around(mean, error, figures.length - 1);
  }

  /**
   * Student's test of the pairs' differences.
   *
   * @param first figures, at least 2
   * @param second as many, each the partner of the one in its place
   */
  public static Difference paired(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          first.length + " figures and " + second.length + " are no pairs");
    }
    double[] differences = new double[first.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = second[i] - first[i];
    }
    double error = Math.sqrt(StatUtils.variance(differences) / differences.length);
    return difference(StatUtils.mean(differences), error, differences.length - 1);
  }

  /**
   * Welch's test: the variances may differ.
   *
   * @param first figures, at least 2
   * @param second figures, at least 2
   */
  public static Difference welch(double[] first, double[] second) {
    double ofFirst = StatUtils.variance(first) / first.length;
    double ofSecond = StatUtils.variance(second) / second.length;
    double both = ofFirst + ofSecond;
    double freedom =
        both == 0
            ? first.length + second.length - 2
            : both
                * both
                / (ofFirst * ofFirst / (first.length - 1)
                    + ofSecond * ofSecond / (second.length - 1));
    return difference(StatUtils.mean(second) - StatUtils.mean(first), Math.sqrt(both), freedom);
  }

  /**
   * Probabilities as Holm corrects them when several are looked at: a test is significant if what
   * stands in its place is below the level for all of them together. NaN stays and counts as none.
   */
  public static double[] holm(double[] probabilities) {
    Integer[] ascending =
        java.util.stream.IntStream.range(0, probabilities.length)
            .filter(i -> !Double.isNaN(probabilities[i]))
            .boxed()
            .sorted(java.util.Comparator.comparingDouble(i -> probabilities[i]))
            .toArray(Integer[]::new);
    double[] adjusted = new double[probabilities.length];
    Arrays.fill(adjusted, Double.NaN);
    double largest = 0;
    for (int rank = 0; rank < ascending.length; rank++) {
      double each = (ascending.length - rank) * probabilities[ascending[rank]];
      largest = Math.max(largest, Math.min(1, each));
      adjusted[ascending[rank]] = largest;
    }
    return adjusted;
  }

  /** The median. */
  public static double median(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static Difference difference(double mean, double error, double freedom) {
    double p;
    if (error == 0) { // figures without chance: equal or not
      p = mean == 0 ? 1 : 0;
    } else {
      p = 2 * new TDistribution(null, freedom).cumulativeProbability(-Math.abs(mean / error));
    }
    return new Difference(mean, around(mean, error, freedom), p);
  }

  private static Interval around(double mean, double error, double freedom) {
    if (error == 0) {
      return new Interval(mean, mean);
    }
    double reach =
        error * new TDistribution(null, freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    return new Interval(mean - reach, mean + reach);
  }
}
