package io.faultline.app.report;

import io.faultline.app.chart.SvgChart;
import org.jfree.chart.JFreeChart;

/** The two sizes in which each chart is drawn, so that its texts stay legible on a phone. */
final class Sheet {

  private static final int WIDE = 920;
  private static final int NARROW = 350;

  private Sheet() {}

  /**
   * Draws a chart in both sizes.
   *
   * @param id unique in the page
   * @param height of both, unless the narrow one would be too low
   * @param chart whether it is the narrow one, to the chart
   */
  static Figure.Drawing drawn(String id, String caption, int height, Charting chart) {
    return drawn(id, caption, height, Math.max(height, NARROW * 3 / 4), chart);
  }

  /** Draws a chart that is one of several below each other: low in both sizes. */
  static Figure.Drawing low(String id, String caption, int height, Charting chart) {
    return drawn(id, caption, height, height, chart);
  }

  private static Figure.Drawing drawn(
      String id, String caption, int wide, int narrow, Charting chart) {
    return new Figure.Drawing(
        caption,
        SvgChart.element(chart.of(false), WIDE, wide, id + "-wide"),
        SvgChart.element(chart.of(true), NARROW, narrow, id + "-narrow"));
  }

  /** Makes a chart. */
  @FunctionalInterface
  interface Charting {

    JFreeChart of(boolean narrow);
  }
}
