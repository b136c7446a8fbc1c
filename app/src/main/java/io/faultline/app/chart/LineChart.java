package io.faultline.app.chart;

import java.awt.BasicStroke;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Values over a number, a line for each series. */
public final class LineChart {

  private static final float[] DASHES = {7f, 3f};
  private static final int SOLID = 4;

  /**
   * A line through points.
   *
   * @param colour index of the series in the palette
   * @param x ascending
   * @param y as many; {@code NaN} where the line is broken
   */
  public record Line(int colour, double[] x, double[] y) {}

  /** What is on an axis. */
  public static final class Scale {

    private final ValueAxis axis;

    private Scale(ValueAxis axis) {
      this.axis = axis;
    }

    /** Figures from 0 to the largest. */
    public static Scale figures(String label) {
      return new Scale(ChartFrame.axis(label, false));
    }

    /**
     * Figures from 0.
     *
     * @param to where it ends
     */
    public static Scale figures(String label, double to) {
      ValueAxis axis = ChartFrame.axis(label, true);
      axis.setRange(0, to);
      return new Scale(axis);
    }

    /** Percentages, all of them. */
    public static Scale percentages(String label) {
      ValueAxis axis = ChartFrame.axis(label, true);
      axis.setRange(0, 101); // a line at 100 is seen whole
      return new Scale(axis);
    }

    /**
     * Virtual time from 0.
     *
     * @param nanos where it ends
     */
    public static Scale time(String label, long nanos) {
      NumberAxis axis = ChartFrame.axis(label, false);
      axis.setNumberFormatOverride(DurationFormat.ofNanos());
      axis.setRange(0, (double) Math.max(1, nanos));
      return new Scale(axis);
    }

    /**
     * Durations, in powers of ten.
     *
     * @param from exponent of ten, of nanoseconds; lines give exponents too
     * @param to above that
     */
    public static Scale durations(String label, double from, double to) {
      return new Scale(ChartFrame.durations(label, from, to));
    }
  }

  private LineChart() {}

  /**
   * The chart.
   *
   * @param lines the first is on top
   */
  public static JFreeChart of(List<Line> lines, Scale across, Scale up) {
    XYSeriesCollection series = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    for (int i = lines.size() - 1; i >= 0; i--) {
      Line line = lines.get(i);
      XYSeries points = new XYSeries(i, false, true);
      for (int p = 0; p < line.x.length; p++) {
        points.add(line.x[p], line.y[p], false);
      }
      int index = series.getSeriesCount();
      renderer.setSeriesPaint(index, Palette.series(line.colour));
      renderer.setSeriesStroke(index, stroke(line.colour, lines.size() > 1));
      series.addSeries(points);
    }
    return ChartFrame.around(new XYPlot(series, across.axis, up.axis, renderer));
  }

  private static BasicStroke stroke(int colour, boolean among) {
    float[] dashes = among && colour >= SOLID ? DASHES : null;
    return new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, dashes, 0f);
  }
}
