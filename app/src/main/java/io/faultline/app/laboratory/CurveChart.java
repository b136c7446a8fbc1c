package io.faultline.app.laboratory;

import io.faultline.app.chart.SvgChart;
import java.awt.BasicStroke;
import java.awt.Color;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** Draws a curve: a line for each policy in its band. */
public final class CurveChart {

  private static final int WIDTH = 1100;
  private static final int HEIGHT = 600;
  private static final int BAND = 50;

  /** Told apart by the colour-blind too. */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x1F4E79),
          new Color(0xB45309),
          new Color(0x166534),
          new Color(0x6B21A8),
          new Color(0x9F1239),
          new Color(0x374151));

  private CurveChart() {}

  /**
   * The chart as SVG, the same bytes for the same curve; empty where the system has no fonts to
   * measure the texts with.
   *
   * @param logarithmic whether the horizontal axis is
   */
  public static Optional<String> svg(Curve curve, boolean logarithmic) {
    return SvgChart.document(() -> chart(curve, logarithmic), WIDTH, HEIGHT);
  }

  private static JFreeChart chart(Curve curve, boolean logarithmic) {
    double most =
        curve.lines().stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(point -> point.average() == null ? 0 : point.average())
            .max()
            .orElse(0);
    Scale scale = Scale.of(curve.unit(), most);
    YIntervalSeriesCollection lines = new YIntervalSeriesCollection();
    for (Curve.Line line : curve.lines()) {
      YIntervalSeries series = new YIntervalSeries(line.name());
      for (Curve.Point point : line.points()) {
        Double average = point.average();
        if (average != null && !(logarithmic && point.x() <= 0)) {
          double low = point.low() == null ? average : point.low();
          double high = point.high() == null ? average : point.high();
          series.add(
              point.x(), average / scale.divisor(), low / scale.divisor(), high / scale.divisor());
        }
      }
      lines.addSeries(series);
    }
    String values =
        curve.metric()
            + ", "
            + curve.average()
            + (scale.name().isEmpty() ? "" : ", " + scale.name());
    String across = curve.x() + (curve.xUnit().isEmpty() ? "" : ", " + curve.xUnit());
    JFreeChart chart =
        ChartFactory.createXYLineChart(
            curve.title(), across, values, lines, PlotOrientation.VERTICAL, true, false, false);
    XYPlot plot = chart.getXYPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setOutlineVisible(false);
    if (logarithmic) {
      LogAxis axis = new LogAxis(across);
      axis.setNumberFormatOverride(figures());
      plot.setDomainAxis(axis);
    } else if (plot.getDomainAxis() instanceof NumberAxis axis) {
      axis.setAutoRangeIncludesZero(false);
      axis.setNumberFormatOverride(figures());
    }
    if (plot.getRangeAxis() instanceof NumberAxis axis) {
      axis.setNumberFormatOverride(figures());
    }
    DeviationRenderer renderer = new DeviationRenderer(true, true);
    renderer.setAlpha(1); // what is drawn into SVG has no composite, but colours may be transparent
    for (int i = 0; i < curve.lines().size(); i++) {
      Color colour = COLOURS.get(i % COLOURS.size());
      renderer.setSeriesPaint(i, colour);
      renderer.setSeriesFillPaint(
          i, new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), BAND));
      renderer.setSeriesStroke(i, new BasicStroke(2f));
    }
    plot.setRenderer(renderer);
    return chart;
  }

  /** The same on every machine, whatever its language. */
  private static DecimalFormat figures() {
    return new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  /** In what a chart counts, so that its figures are short. */
  private record Scale(double divisor, String name) {

    static Scale of(Unit unit, double most) {
      return switch (unit) {
        case TIME ->
            most >= 1e9
                ? new Scale(1e9, "s")
                : most >= 1e6
                    ? new Scale(1e6, "ms")
                    : most >= 1e3 ? new Scale(1e3, "us") : new Scale(1, "ns");
        case RATE -> new Scale(1, "per second");
        case SHARE -> new Scale(0.01, "%");
        case COUNT -> new Scale(1, "");
      };
    }
  }
}
