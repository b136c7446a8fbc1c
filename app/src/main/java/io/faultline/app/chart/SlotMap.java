package io.faultline.app.chart;

import java.util.Arrays;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/**
 * A swap area from its first slot at the top left to its last at the bottom right, coloured by
 * whose pages the slots hold.
 */
public final class SlotMap {

  /** What a free slot's owner is. */
  public static final int FREE = -1;

  private final int[] owners;
  private final int columns;
  private final int slotsPerCell;

  /**
   * A map.
   *
   * @param owners colour of each slot's owner, or {@link #FREE}
   * @param columns cells in a row
   * @param rows most rows
   */
  public SlotMap(int[] owners, int columns, int rows) {
    this.owners = owners.clone();
    this.columns = columns;
    this.slotsPerCell = Math.max(1, -Math.floorDiv(-owners.length, columns * rows));
  }

  /** Slots that one cell stands for. */
  public int slotsPerCell() {
    return slotsPerCell;
  }

  /** The chart. */
  public JFreeChart chart() {
    XYIntervalSeriesCollection series = new XYIntervalSeriesCollection();
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setBarPainter(new StandardXYBarPainter());
    renderer.setShadowVisible(false);
    renderer.setDrawBarOutline(false);
    renderer.setUseYInterval(true);
    for (int owner = 0; owner <= Palette.SERIES; owner++) {
      series.addSeries(new XYIntervalSeries(owner, false, true));
      renderer.setSeriesPaint(
          owner, owner == Palette.SERIES ? Palette.SEVERAL : Palette.series(owner));
    }
    int perRow = columns * slotsPerCell;
    for (int row = 0; row < owners.length; row += perRow) {
      addRow(series, row, Math.min(owners.length, row + perRow));
    }
    NumberAxis across = ChartFrame.axis("", true);
    across.setRange(0, perRow);
    across.setTickLabelsVisible(false);
    across.setTickMarksVisible(false);
    NumberAxis down = ChartFrame.axis("first slot of the row", true);
    down.setRange(0, -Math.floorDiv(-owners.length, perRow) * (double) perRow);
    down.setInverted(true);
    JFreeChart chart = ChartFrame.around(new XYPlot(series, across, down, renderer));
    chart.getXYPlot().setRangeGridlinesVisible(false);
    return chart;
  }

  /** Neighbouring cells of one colour are one bar. */
  private void addRow(XYIntervalSeriesCollection series, int from, int end) {
    int start = from;
    int colour = colour(from, Math.min(end, from + slotsPerCell));
    for (int cell = from + slotsPerCell; cell < end + slotsPerCell; cell += slotsPerCell) {
      int next = cell < end ? colour(cell, Math.min(end, cell + slotsPerCell)) : FREE - 1;
      if (next != colour) {
        if (colour != FREE) {
          double left = start - from;
          double right = Math.min(cell, end) - from;
          double bottom = from + columns * slotsPerCell;
          series
              .getSeries(colour)
              .add((left + right) / 2, left, right, (from + bottom) / 2, from, bottom);
        }
        start = cell;
        colour = next;
      }
    }
  }

  /** Free if half of the slots are; else the owner of two thirds of the others, if there is one. */
  private int colour(int from, int end) {
    int[] slots = new int[Palette.SERIES];
    int used = 0;
    for (int slot = from; slot < end; slot++) {
      if (owners[slot] != FREE) {
        slots[owners[slot]]++;
        used++;
      }
    }
    int all = end - from;
    if (2 * used < all) {
      return FREE;
    }
    int most = Arrays.stream(slots).max().orElse(0);
    for (int owner = 0; owner < slots.length; owner++) {
      if (slots[owner] == most && 3 * most >= 2 * used) {
        return owner;
      }
    }
    return Palette.SERIES;
  }
}
