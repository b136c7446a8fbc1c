package io.faultline.app.report;

import org.apache.commons.csv.CSVFormat;

/** A table in CSV that is being written. */
final class Csv {

  private final StringBuilder text = new StringBuilder();

  Csv(String... columns) {
    row((Object[]) columns);
  }

  Csv row(Object... cells) {
    text.append(CSVFormat.RFC4180.format(cells)).append('\n');
    return this;
  }

  /** The table, each line with its end. */
  String text() {
    return text.toString();
  }
}
