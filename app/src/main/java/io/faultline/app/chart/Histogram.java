package io.faultline.app.chart;

import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYAreaRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** How often values occurred: a bar from the lower to the upper bound of each class of values. */
public final class Histogram {

  /**
   * A class of values.
   *
   * @param from lower bound
   * @param to upper bound
   * @param count how many lie between them, at least 0
   */
  public record Bar(double from, double to, long count) {}

  private Histogram() {}

  /**
   * The chart over an axis of figures.
   *
   * @param bars ascending, at least one
   */
  public static JFreeChart of(List<Bar> bars, String across, String up) {
    NumberAxis axis = ChartFrame.axis(across, false);
    axis.setRange(bars.get(0).from(), bars.get(bars.size() - 1).to());
    return over(axis, bars, up);
  }

  /**
   * The chart over an axis of durations in powers of ten.
   *
   * @param bars ascending, at least one; their bounds are exponents of ten, of nanoseconds
   */
  public static JFreeChart ofDurations(List<Bar> bars, String across, String up) {
    double from = bars.get(0).from();
    double to = bars.get(bars.size() - 1).to();
    return over(ChartFrame.durations(across, from, to), bars, up);
  }

  /** Bars that touch are one area, so that no seam is seen between them. */
  private static JFreeChart over(NumberAxis axis, List<Bar> bars, String up) {
    XYSeries outline = new XYSeries("counts", false, true);
    for (Bar bar : bars) {
      outline.add(bar.from(), (double) bar.count());
      outline.add(bar.to(), (double) bar.count());
    }
    XYAreaRenderer renderer = new XYAreaRenderer(XYAreaRenderer.AREA);
    renderer.setSeriesPaint(0, Palette.series(0));
    renderer.setOutline(false);
    return ChartFrame.around(
        new XYPlot(new XYSeriesCollection(outline), axis, ChartFrame.axis(up, true), renderer));
  }
}
