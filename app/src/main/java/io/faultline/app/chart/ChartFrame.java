package io.faultline.app.chart;

import java.awt.BasicStroke;
import java.awt.Font;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleInsets;

/** What all charts have in common: no background of their own, quiet axes, legible texts. */
final class ChartFrame {

  static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private ChartFrame() {}

  /** The chart of a plot; it has neither title nor legend, which are the page's. */
  static JFreeChart around(XYPlot plot) {
    plot.setBackgroundPaint(null);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinePaint(Palette.GRID);
    plot.setRangeGridlineStroke(new BasicStroke(1f));
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    plot.setInsets(new RectangleInsets(6, 2, 2, 22));
    quiet(plot.getDomainAxis());
    quiet(plot.getRangeAxis());
    return framed(plot);
  }

  private static JFreeChart framed(Plot plot) {
    JFreeChart chart = new JFreeChart(null, FONT, plot, false);
    chart.setBackgroundPaint(null);
    chart.setPadding(RectangleInsets.ZERO_INSETS);
    return chart;
  }

  private static void quiet(ValueAxis axis) {
    axis.setLabelFont(FONT);
    axis.setTickLabelFont(FONT);
    axis.setLabelPaint(Palette.INK);
    axis.setTickLabelPaint(Palette.INK);
    axis.setAxisLinePaint(Palette.GRID);
    axis.setTickMarkPaint(Palette.GRID);
  }

  /** An axis of figures from 0 or more. */
  static NumberAxis axis(String label, boolean whole) {
    NumberAxis axis = new NumberAxis(label);
    axis.setAutoRangeIncludesZero(true);
    axis.setNumberFormatOverride(figures());
    if (whole) {
      axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    }
    return axis;
  }

  /**
   * An axis of durations in powers of ten.
   *
   * @param from exponent of ten, of nanoseconds
   * @param to above that
   */
  static NumberAxis durations(String label, double from, double to) {
    NumberAxis axis = axis(label, true);
    axis.setNumberFormatOverride(DurationFormat.ofExponents());
    axis.setRange(from, to);
    return axis;
  }

  /** The same on every machine, whatever its language. */
  static DecimalFormat figures() {
    return new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }
}
