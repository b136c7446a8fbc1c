package io.faultline.app.laboratory;

import io.faultline.app.chart.Histogram;
import io.faultline.app.chart.SvgChart;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jfree.chart.JFreeChart;

/** A distribution as bars. */
public final class GroupsChart {

  private static final int WIDTH = 920;
  private static final int HEIGHT = 360;
  private static final Color BARS = new Color(0x1F4E79);

  private GroupsChart() {}

  /**
   * The chart as a document of SVG; empty where the system has no fonts.
   *
   * @param title what was run
   * @param metric what its runs are counted by
   */
  public static Optional<String> svg(String title, String metric, Groups groups) {
    return SvgChart.document(() -> chart(title, metric, groups), WIDTH, HEIGHT);
  }

  private static JFreeChart chart(String title, String metric, Groups groups) {
    List<Histogram.Bar> bars = new ArrayList<>();
    for (int bin = 0; bin < groups.counts().length; bin++) {
      double from = groups.first() + bin * groups.width();
      bars.add(new Histogram.Bar(from, from + groups.width(), groups.counts()[bin]));
    }
    JFreeChart chart = Histogram.of(bars, metric, "runs");
    chart.setTitle(title);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getXYPlot().setRangeGridlinePaint(Color.LIGHT_GRAY);
    chart.getXYPlot().getRenderer().setSeriesPaint(0, BARS);
    return chart;
  }
}
