package io.faultline.app.reproduce;

import io.faultline.app.chart.SvgChart;
import java.awt.BasicStroke;
import java.awt.Color;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/** Draws what was published beside what was emulated. */
public final class ReproductionChart {

  private static final int WIDTH = 1100;
  private static final int HEIGHT = 600;
  private static final int FEW_ROWS = 8;

  /** Dark for what was published, the same hue light for what was emulated: colour-blind safe. */
  private static final List<Color> PUBLISHED =
      List.of(
          new Color(0x1F4E79),
          new Color(0xB45309),
          new Color(0x166534),
          new Color(0x6B21A8),
          new Color(0x374151),
          new Color(0x9F1239));

  private static final List<Color> EMULATED =
      List.of(
          new Color(0x7FB2E5),
          new Color(0xFDBA74),
          new Color(0x86D7A4),
          new Color(0xD3A6F2),
          new Color(0xB6BECB),
          new Color(0xFDA4B8));

  private ReproductionChart() {}

  /**
   * The chart as SVG, the same bytes for the same result; empty where the system has no fonts to
   * measure the texts with.
   */
  public static Optional<String> svg(ReproductionResult result, ChartStyle style) {
    return SvgChart.document(() -> chart(result, style), WIDTH, HEIGHT);
  }

  private static JFreeChart chart(ReproductionResult result, ChartStyle style) {
    DefaultCategoryDataset values = new DefaultCategoryDataset();
    Set<String> columns = new LinkedHashSet<>();
    Set<String> rows = new LinkedHashSet<>();
    for (ReproductionResult.CellResult cell : result.cells()) {
      columns.add(cell.column());
      rows.add(cell.row());
    }
    for (String column : columns) { // both series of a column, one after the other
      for (ReproductionResult.CellResult cell : result.cells()) {
        if (cell.column().equals(column)) {
          values.addValue(cell.published(), column + " published", cell.row());
        }
      }
      for (ReproductionResult.CellResult cell : result.cells()) {
        if (cell.column().equals(column)) {
          Double emulated = cell.emulated();
          boolean drawable = emulated != null && !(style.logarithmic() && emulated <= 0);
          values.addValue(drawable ? emulated : null, column + " emulated", cell.row());
        }
      }
    }
    JFreeChart chart =
        style.lines()
            ? ChartFactory.createLineChart(
                style.title(),
                style.rows(),
                style.values(),
                values,
                PlotOrientation.VERTICAL,
                true,
                false,
                false)
            : ChartFactory.createBarChart(
                style.title(),
                style.rows(),
                style.values(),
                values,
                PlotOrientation.VERTICAL,
                true,
                false,
                false);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setOutlineVisible(false);
    if (style.logarithmic()) {
      LogAxis axis = new LogAxis(style.values());
      axis.setSmallestValue(0.5); // a count of 1 has a bar
      axis.setTickUnit(new NumberTickUnit(1)); // in powers of ten
      plot.setRangeAxis(axis);
    }
    if (plot.getRangeAxis() instanceof LogAxis axis) {
      axis.setNumberFormatOverride(figures());
    } else if (plot.getRangeAxis() instanceof NumberAxis axis) {
      axis.setNumberFormatOverride(figures());
    }
    if (rows.size() > FEW_ROWS) {
      plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    }
    colour(plot, columns.size());
    return chart;
  }

  /** The same on every machine, whatever its language. */
  private static DecimalFormat figures() {
    return new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  private static void colour(CategoryPlot plot, int columns) {
    CategoryItemRenderer renderer = plot.getRenderer();
    for (int column = 0; column < columns; column++) {
      renderer.setSeriesPaint(2 * column, PUBLISHED.get(column % PUBLISHED.size()));
      renderer.setSeriesPaint(2 * column + 1, EMULATED.get(column % EMULATED.size()));
      renderer.setSeriesStroke(2 * column, new BasicStroke(2f));
      renderer.setSeriesStroke(2 * column + 1, new BasicStroke(2f));
    }
    if (renderer instanceof BarRenderer bars) {
      bars.setBarPainter(new StandardBarPainter());
      bars.setShadowVisible(false);
      bars.setItemMargin(0);
    }
    if (renderer instanceof LineAndShapeRenderer lines) {
      lines.setDefaultShapesVisible(true);
    }
  }
}
