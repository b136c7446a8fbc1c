package io.faultline.app;

import java.util.List;
import org.apache.commons.csv.CSVFormat;

/** A table in CSV that is being written. */
final class CsvText {

  private static final CSVFormat FORMAT = CSVFormat.RFC4180;

  private final StringBuilder text = new StringBuilder();

  /** Adds a line; whole numbers have no fraction. */
  CsvText row(List<?> cells) {
    Object[] printed =
        cells.stream().map(cell -> cell instanceof Double figure ? number(figure) : cell).toArray();
    text.append(FORMAT.format(printed)).append('\n');
    return this;
  }

  /** The table, each line with its end. */
  String render() {
    return text.toString();
  }

  private static String number(double figure) {
    return figure == Math.rint(figure) && Math.abs(figure) < 1e15
        ? String.valueOf((long) figure)
        : String.valueOf(figure);
  }
}
