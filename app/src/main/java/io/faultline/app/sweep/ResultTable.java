package io.faultline.app.sweep;

import io.faultline.config.SweepAxis;
import io.faultline.config.SweepPoint;
import io.faultline.config.SweepSpec;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.SweepPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Rows of a sweep, in whatever order they come, that are written in the order of their points: the
 * same bytes whoever ran them. They lie in a database beside the results until then, so that a
 * million of them need no memory.
 */
public final class ResultTable implements AutoCloseable {

  /** Columns after the axes that every row has. */
  static final List<String> PINS =
      List.of(
          "run.seed",
          "run.interleaving",
          "run.version",
          "run.kernel",
          "run.sweep",
          "run.experiment",
          "run.events",
          "run.error");

  private static final String ORDERED = " FROM results ORDER BY point";
  private static final CSVFormat CSV = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

  private final Path file;
  private final SweepPlan plan;
  private final SweepSpec spec;
  private final List<AxisType> types;
  private final long plainSeed;
  private final String plainInterleaving;
  private final DuckDBConnection database;
  private final Map<String, Integer> metrics = new LinkedHashMap<>();
  private final List<FirstSeen> lists = new ArrayList<>();
  private final BitSet present = new BitSet();
  private DuckDBAppender appender;
  private int columns;

  private record FirstSeen(String[] metrics, int point) {}

  private enum AxisType {
    BIGINT,
    DOUBLE,
    VARCHAR
  }

  private ResultTable(Path file, SweepPlan plan, DuckDBConnection database) throws SQLException {
    this.file = file;
    this.plan = plan;
    this.spec = SweepSpec.parse(plan.text());
    this.types = spec.axes().stream().map(ResultTable::type).toList();
    this.plainSeed = spec.asItIs().seed();
    this.plainInterleaving = spec.asItIs().interleaving().toString();
    this.database = database;
    // within it columns have short names: those of a user's may differ in their case alone
    StringBuilder table = new StringBuilder("CREATE TABLE results (point INTEGER");
    for (int i = 0; i < types.size(); i++) {
      table.append(", axis").append(i).append(' ').append(types.get(i));
    }
    for (int i = 0; i < PINS.size(); i++) {
      table.append(", pin").append(i).append(i == 0 ? " BIGINT" : " VARCHAR");
    }
    execute("SET threads = 1");
    execute(table.append(")").toString());
    this.appender = database.createAppender(DuckDBConnection.DEFAULT_SCHEMA, "results");
  }

  /**
   * An empty table.
   *
   * @param directory where its files may lie until it is closed
   * @throws SQLException if they cannot
   */
  public static ResultTable in(Path directory, SweepPlan plan) throws SQLException {
    Path file = directory.resolve(".results-" + ProcessHandle.current().pid() + ".duckdb");
    DuckDBConnection database =
        (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + file);
    return new ResultTable(file, plan, database);
  }

  /** How many points have a row. */
  public int size() {
    return present.cardinality();
  }

  /** Adds a row; a point that has one keeps it. */
  public void add(PointRow row) throws SQLException {
    if (present.get(row.point())) {
      return;
    }
    present.set(row.point());
    if (!row.failed()) {
      seen(row);
    }
    SweepPoint point = spec.point(row.point());
    appender.beginRow();
    appender.append(row.point());
    for (int i = 0; i < types.size(); i++) {
      String value = SweepAxis.plain(point.values().get(i));
      switch (types.get(i)) {
        case BIGINT -> appender.append(Long.parseLong(value));
        case DOUBLE -> appender.append(Double.parseDouble(value));
        case VARCHAR -> appender.append(value);
      }
    }
    appender.append(point.seed().orElse(plainSeed));
    appender.append(point.interleaving().map(Object::toString).orElse(plainInterleaving));
    appender.append(plan.version());
    text(row.kernel());
    appender.append(plan.id());
    text(row.experiment());
    text(row.eventHash());
    text(row.error());
    Double[] figures = new Double[columns];
    for (int i = 0; i < row.metrics().length; i++) {
      figures[metrics.getOrDefault(row.metrics()[i], 0)] = row.figures()[i];
    }
    for (Double figure : figures) {
      if (figure == null) {
        appender.appendNull();
      } else {
        appender.append(figure);
      }
    }
    appender.endRow();
  }

  private void text(String text) throws SQLException {
    if (text.isEmpty()) {
      appender.appendNull();
    } else {
      appender.append(text);
    }
  }

  /** Makes room for metrics that no row had so far, and notes which point has them first. */
  private void seen(PointRow row) throws SQLException {
    for (int i = 0; i < lists.size(); i++) {
      if (Arrays.equals(lists.get(i).metrics(), row.metrics())) {
        if (row.point() < lists.get(i).point()) {
          lists.set(i, new FirstSeen(row.metrics(), row.point()));
        }
        return;
      }
    }
    lists.add(new FirstSeen(row.metrics(), row.point()));
    int before = columns;
    for (String metric : row.metrics()) {
      if (metrics.putIfAbsent(metric, columns) == null) {
        columns++;
      }
    }
    if (columns > before) {
      appender.close();
      for (int i = before; i < columns; i++) {
        execute("ALTER TABLE results ADD COLUMN figure" + i + " DOUBLE");
      }
      appender = database.createAppender(DuckDBConnection.DEFAULT_SCHEMA, "results");
    }
  }

  /**
   * Writes all rows, by their points.
   *
   * @throws SQLException if the database cannot
   */
  public void write(Path csv, Path parquet) throws SQLException {
    appender.flush();
    Map<String, String> selected = selected();
    writeCsv(csv, selected);
    List<String> named = new ArrayList<>();
    selected.forEach((name, column) -> named.add(column + " AS " + quoted(name)));
    execute(
        "COPY (SELECT "
            + String.join(", ", named)
            + ORDERED
            + ") TO "
            + literal(parquet)
            + " (FORMAT PARQUET, COMPRESSION SNAPPY, ROW_GROUP_SIZE 122880)");
  }

  private void writeCsv(Path csv, Map<String, String> selected) throws SQLException {
    List<String> texts = new ArrayList<>();
    selected.values().forEach(column -> texts.add("CAST(" + column + " AS VARCHAR)"));
    int firstFigure = selected.size() - columns;
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("SELECT " + String.join(", ", texts) + ORDERED);
        Writer writer = Files.newBufferedWriter(csv);
        CSVPrinter printer = new CSVPrinter(writer, CSV)) {
      printer.printRecord(selected.keySet());
      Object[] cells = new Object[selected.size()];
      while (rows.next()) {
        for (int i = 0; i < cells.length; i++) {
          String text = rows.getString(i + 1);
          cells[i] = text != null && i >= firstFigure ? number(text) : text;
        }
        printer.printRecord(cells);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A figure without a fraction that is none. The digits are DuckDB's: a JDK's vary. */
  private static String number(String text) {
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Names and columns in an order that does not depend on the order in which rows came. */
  private Map<String, String> selected() {
    Map<String, String> selected = new LinkedHashMap<>();
    selected.put("run.point", "point");
    for (int i = 0; i < types.size(); i++) {
      selected.put(spec.axes().get(i).key(), "axis" + i);
    }
    for (int i = 0; i < PINS.size(); i++) {
      selected.put(PINS.get(i), "pin" + i);
    }
    lists.stream()
        .sorted(Comparator.comparingInt(FirstSeen::point))
        .flatMap(list -> Arrays.stream(list.metrics()))
        .forEach(metric -> selected.put(metric, "figure" + metrics.get(metric)));
    return selected;
  }

  private static AxisType type(SweepAxis axis) {
    List<String> values = axis.values().stream().map(SweepAxis::plain).toList();
    if (values.stream().allMatch(value -> value.matches("-?[0-9]{1,18}"))) {
      return AxisType.BIGINT;
    }
    return values.stream().allMatch(value -> value.matches("-?[0-9]{1,18}(\\.[0-9]{1,18})?"))
        ? AxisType.DOUBLE
        : AxisType.VARCHAR;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static String literal(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  /** Removes what it kept. */
  @Override
  public void close() throws SQLException {
    appender.close();
    database.close();
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".wal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
