package io.faultline.app;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A table without rules, for a terminal and for {@code awk} alike, and for a page. */
final class TextTable {

  private static final int WIDEST = 400;

  private final List<Column> columns = new ArrayList<>();
  private final List<Object[]> rows = new ArrayList<>();

  /** Adds a column of words. */
  TextTable left(String header) {
    return column(header, HorizontalAlign.LEFT);
  }

  /** Adds a column of figures. */
  TextTable right(String header) {
    return column(header, HorizontalAlign.RIGHT);
  }

  /** Adds a row of as many cells as there are columns. */
  TextTable row(Object... cells) {
    rows.add(Arrays.stream(cells).map(String::valueOf).toArray());
    return this;
  }

  /** Whether it has no row. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table, each line with its end. */
  String render() {
    if (rows.isEmpty()) {
      return "";
    }
    String text =
        AsciiTable.builder()
            .border(AsciiTable.NO_BORDERS)
            .lineSeparator("\n")
            .data(columns.toArray(Column[]::new), rows.toArray(Object[][]::new))
            .asString();
    return text.lines()
        .map(String::stripTrailing)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Adds the table to a page, in a box of its own that scrolls if there is no room for it. */
  void addTo(Markup page) {
    page.open("div", "class", "scroll", "tabindex", "0").open("table").line();
    if (columns.stream()
        .anyMatch(column -> !Objects.requireNonNullElse(column.getHeader(), "").isEmpty())) {
      page.open("thead").open("tr");
      for (Column column : columns) {
        page.element("th", Objects.requireNonNullElse(column.getHeader(), ""), kind(column));
      }
      page.close().close().line();
    }
    page.open("tbody").line();
    for (Object[] row : rows) {
      page.open("tr");
      for (int i = 0; i < row.length; i++) {
        page.element(i == 0 ? "th" : "td", String.valueOf(row[i]), kind(columns.get(i)));
      }
      page.close().line();
    }
    page.close().close().close().line();
  }

  private static String[] kind(Column column) {
    boolean figures = column.getDataAlign() == HorizontalAlign.RIGHT;
    return figures ? new String[] {"class", "figures"} : new String[0];
  }

  private TextTable column(String header, HorizontalAlign align) {
    Column column = new Column().headerAlign(align).dataAlign(align).maxWidth(WIDEST);
    columns.add(header.isEmpty() ? column : column.header(header));
    return this;
  }
}
