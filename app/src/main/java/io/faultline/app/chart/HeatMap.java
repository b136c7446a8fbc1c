package io.faultline.app.chart;

import java.awt.Font;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.LookupPaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.data.xy.DefaultXYZDataset;

/** A matrix of counts: the larger, the darker. */
public final class HeatMap {

  private static final int DARK = 5;
  private static final int MOST_UPRIGHT_LETTERS = 60;
  private static final int CELL_FONT = 11;
  private static final int SMALL_FONT = 9;

  private HeatMap() {}

  /**
   * The chart.
   *
   * @param rows names, from the top
   * @param columns names, from the left
   * @param counts by row and column, at least 0 each
   * @param narrow whether counts are shortened, such as {@code 12k}
   */
  public static JFreeChart of(
      List<String> rows,
      List<String> columns,
      long[][] counts,
      String rowsLabel,
      String columnsLabel,
      boolean narrow) {
    int cells = rows.size() * columns.size();
    double[][] values = new double[3][cells];
    long most = 0;
    for (long[] row : counts) {
      for (long count : row) {
        most = Math.max(most, count);
      }
    }
    SymbolAxis across = axis(columnsLabel, columns);
    SymbolAxis down = axis(rowsLabel, rows);
    down.setInverted(true);
    int letters = columns.stream().mapToInt(name -> name.length() + 2).max().orElse(0);
    int room = narrow ? MOST_UPRIGHT_LETTERS / 2 : 2 * MOST_UPRIGHT_LETTERS;
    across.setVerticalTickLabels(letters * columns.size() > room);
    XYPlot plot = new XYPlot(null, across, down, renderer());
    int cell = 0;
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < columns.size(); column++) {
        int shade = shade(counts[row][column], most);
        values[0][cell] = column;
        values[1][cell] = row;
        values[2][cell] = shade;
        plot.addAnnotation(text(column, row, counts[row][column], shade, narrow));
        cell++;
      }
    }
    DefaultXYZDataset dataset = new DefaultXYZDataset();
    dataset.addSeries("counts", values);
    plot.setDataset(dataset);
    JFreeChart chart = ChartFrame.around(plot);
    plot.setRangeGridlinesVisible(false);
    return chart;
  }

  private static SymbolAxis axis(String label, List<String> names) {
    SymbolAxis axis = new SymbolAxis(label, names.toArray(String[]::new));
    axis.setGridBandsVisible(false);
    axis.setRange(-0.5, names.size() - 0.5);
    return axis;
  }

  private static XYBlockRenderer renderer() {
    LookupPaintScale shades = new LookupPaintScale(0, Palette.SHADES, Palette.shade(0));
    for (int shade = 0; shade < Palette.SHADES; shade++) {
      shades.add(shade, Palette.shade(shade));
    }
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setPaintScale(shades);
    renderer.setBlockWidth(0.97);
    renderer.setBlockHeight(0.94);
    return renderer;
  }

  /** By the square root: a few hits are to be told from none. */
  private static int shade(long count, long most) {
    return count == 0
        ? 0
        : 1 + (int) Math.round((Palette.SHADES - 2) * Math.sqrt((double) count / most));
  }

  private static XYTextAnnotation text(int column, int row, long count, int shade, boolean narrow) {
    XYTextAnnotation text =
        new XYTextAnnotation(narrow ? shortened(count) : exact(count), column, row);
    text.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, narrow ? SMALL_FONT : CELL_FONT));
    text.setPaint(shade >= DARK ? Palette.INVERSE : Palette.INK);
    return text;
  }

  private static String exact(long count) {
    return ChartFrame.figures().format(count);
  }

  private static String shortened(long count) {
    String[] units = {"", "k", "M", "G", "T"};
    double value = (double) count;
    int unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    double rounded = value < 10 && unit > 0 ? Math.round(value * 10) / 10.0 : Math.round(value);
    return ChartFrame.figures().format(rounded) + units[unit];
  }
}
