package io.faultline.app.report;

import io.faultline.app.chart.Histogram.Bar;
import io.faultline.app.chart.LineChart;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Durations in nanoseconds, counted in classes that each power of ten has the same number of. */
final class Decades {

  private static final int DECADES = 19;

  private final int perDecade;
  private final long[] counts;
  private long count;
  private int first = Integer.MAX_VALUE;
  private int last;

  Decades(int perDecade) {
    this.perDecade = perDecade;
    counts = new long[DECADES * perDecade];
  }

  void add(Histogram histogram) {
    for (HistogramIterationValue value : histogram.recordedValues()) {
      long nanos = Math.max(1, histogram.medianEquivalentValue(value.getValueIteratedTo()));
      int index = (int) Math.floor(Math.log10((double) nanos) * perDecade + 1e-9);
      counts[index] += value.getCountAddedInThisIterationStep();
      count += value.getCountAddedInThisIterationStep();
      first = Math.min(first, index);
      last = Math.max(last, index);
    }
  }

  /** How many durations there are. */
  long count() {
    return count;
  }

  /** Exponent of the power of ten below all. */
  int from() {
    return Math.floorDiv(first, perDecade);
  }

  /** Exponent of the power of ten above all. */
  int to() {
    return Math.floorDiv(last, perDecade) + 1;
  }

  /** An exponent of ten. */
  private double bound(int index) {
    return (double) index / perDecade;
  }

  /** A bar for each class between the powers of ten around all; bounds are exponents of ten. */
  List<Bar> bars() {
    List<Bar> bars = new ArrayList<>();
    for (int index = from() * perDecade; index < to() * perDecade; index++) {
      bars.add(new Bar(bound(index), bound(index + 1), counts[index]));
    }
    return bars;
  }

  /** Percentages of the durations up to each bound, which is an exponent of ten. */
  LineChart.Line cumulative(int colour) {
    double[] x = new double[last - first + 2];
    double[] y = new double[x.length];
    x[0] = bound(first);
    long below = 0;
    for (int index = first; index <= last; index++) {
      below += counts[index];
      x[index - first + 1] = bound(index + 1);
      y[index - first + 1] = 100.0 * below / count;
    }
    return new LineChart.Line(colour, x, y);
  }
}
