package io.faultline.app.report;

import io.faultline.app.chart.LineChart;
import java.util.Arrays;

/** A value for each bucket of virtual time, drawn as a step; broken where there is none. */
final class Steps {

  private double[] x = new double[64];
  private double[] y = new double[64];
  private int count;

  /** Adds a bucket behind the last; {@code NaN} if it has no value. */
  void add(double from, double to, double value) {
    if (count + 2 > x.length) {
      x = Arrays.copyOf(x, 2 * x.length);
      y = Arrays.copyOf(y, 2 * y.length);
    }
    point(from, value);
    point(to, value);
  }

  private void point(double at, double value) {
    x[count] = at;
    y[count] = value;
    count++;
  }

  LineChart.Line line(int colour) {
    return new LineChart.Line(colour, Arrays.copyOf(x, count), Arrays.copyOf(y, count));
  }
}
