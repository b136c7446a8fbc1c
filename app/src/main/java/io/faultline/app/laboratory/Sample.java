package io.faultline.app.laboratory;

import io.faultline.app.laboratory.Statistics.Difference;
import io.faultline.app.laboratory.Statistics.Interval;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.stat.StatUtils;

/**
 * One metric of one combination: a figure for each seed and interleaving, NaN where there is none.
 *
 * <p>Interleavings of one seed share its workload, so they are no independent figures: they are
 * averaged, and every statement is about seeds.
 */
public final class Sample {

  private final Unit unit;
  private final double[][] figures;
  private final double[] bySeed;

  /**
   * A sample.
   *
   * @param figures by seed, then by interleaving; all seeds have equally many
   */
  public Sample(Unit unit, double[][] figures) {
    this.unit = unit;
    this.figures =
        Arrays.stream(figures)
            .map(row -> Arrays.stream(row).map(unit::transformed).toArray())
            .toArray(double[][]::new);
    this.bySeed = Arrays.stream(this.figures).mapToDouble(StatUtils::mean).toArray();
  }

  /** What it counts. */
  public Unit unit() {
    return unit;
  }

  /** Seeds of which there is a figure. */
  public int seeds() {
    return present().length;
  }

  /** The mean, of a rate the harmonic mean; NaN if there is no figure. */
  public double average() {
    return unit.restored(StatUtils.mean(present()));
  }

  /** The median over seeds; NaN if there is no figure. */
  public double median() {
    double[] present = present();
    return present.length == 0 ? Double.NaN : unit.restored(Statistics.median(present));
  }

  /** What each seed gave, in the order of the seeds; NaN where there is none. */
  public double[] bySeed() {
    return Arrays.stream(bySeed).map(unit::restored).toArray();
  }

  /** Every figure, seed by seed, without those that are missing. */
  public double[] all() {
    return Arrays.stream(figures)
        .flatMapToDouble(Arrays::stream)
        .filter(Double::isFinite)
        .map(unit::restored)
        .toArray();
  }

  /** The interval of the average; empty with fewer than two seeds. */
  public Optional<Interval> interval() {
    double[] present = present();
    return present.length < 2
        ? Optional.empty()
        : Optional.of(restored(Statistics.interval(present)));
  }

  /**
   * Standard deviation between seeds at a fixed interleaving, averaged (as variances are) over the
   * interleavings, as a share of the mean; NaN if there is none.
   */
  public double spreadBetweenSeeds() {
    int interleavings = figures[0].length;
    double[][] byInterleaving = new double[interleavings][figures.length];
    for (int seed = 0; seed < figures.length; seed++) {
      for (int i = 0; i < interleavings; i++) {
        byInterleaving[i][seed] = figures[seed][i];
      }
    }
    return spread(byInterleaving);
  }

  /**
   * Standard deviation between interleavings at a fixed seed, averaged (as variances are) over the
   * seeds, as a share of the mean; NaN if there is none.
   */
  public double spreadBetweenInterleavings() {
    return spread(figures);
  }

  /**
   * How this differs from a baseline, as a share of the baseline's average.
   *
   * @param pairs whether both had the same seeds: then the differences of equal seeds are tested,
   *     else the two means, by Welch
   * @return empty with fewer than two seeds, or pairs, or where the baseline's average is 0 and
   *     this one's is not
   */
  public Optional<Difference> from(Sample baseline, boolean pairs) {
    double[] first = pairs ? both(baseline.bySeed, bySeed, true) : baseline.present();
    double[] second = pairs ? both(baseline.bySeed, bySeed, false) : present();
    if (first.length < 2 || second.length < 2) {
      return Optional.empty();
    }
    Difference difference =
        pairs ? Statistics.paired(first, second) : Statistics.welch(first, second);
    double base = StatUtils.mean(first);
    if (base == 0) {
      return difference.mean() == 0 && difference.p() == 1
          ? Optional.of(new Difference(0, new Interval(0, 0), 1))
          : Optional.empty();
    }
    double scale = 1 / Math.abs(base);
    Interval interval =
        new Interval(difference.interval().low() * scale, difference.interval().high() * scale);
    return Optional.of(
        unit == Unit.RATE
            ? new Difference(
                ofRates(difference.mean() * scale),
                new Interval(ofRates(interval.high()), ofRates(interval.low())),
                difference.p())
            : new Difference(difference.mean() * scale, interval, difference.p()));
  }

  /** The relative difference of rates whose reciprocals differ by this share. */
  private static double ofRates(double ofReciprocals) {
    return ofReciprocals <= -1 ? Double.POSITIVE_INFINITY : 1 / (1 + ofReciprocals) - 1;
  }

  private double[] present() {
    return Arrays.stream(bySeed).filter(Double::isFinite).toArray();
  }

  /** Of the seeds that both have, what one of them gave. */
  private static double[] both(double[] one, double[] other, boolean ofOne) {
    int seeds = Math.min(one.length, other.length);
    return java.util.stream.IntStream.range(0, seeds)
        .filter(seed -> Double.isFinite(one[seed]) && Double.isFinite(other[seed]))
        .mapToDouble(seed -> ofOne ? one[seed] : other[seed])
        .toArray();
  }

  private Interval restored(Interval interval) {
    return unit == Unit.RATE
        ? new Interval(
            unit.restored(interval.high()),
            interval.low() <= 0 ? Double.POSITIVE_INFINITY : unit.restored(interval.low()))
        : interval;
  }

  private double spread(double[][] groups) {
    double[] variances =
        Arrays.stream(groups)
            .map(group -> Arrays.stream(group).filter(Double::isFinite).toArray())
            .filter(group -> group.length > 1)
            .mapToDouble(StatUtils::variance)
            .toArray();
    double mean = StatUtils.mean(present());
    return variances.length == 0 || mean == 0
        ? Double.NaN
        : Math.sqrt(StatUtils.mean(variances)) / Math.abs(mean);
  }
}
