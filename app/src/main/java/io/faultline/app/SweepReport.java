package io.faultline.app;

import io.faultline.app.laboratory.Sample;
import io.faultline.app.laboratory.Statistics.Interval;
import io.faultline.app.laboratory.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rows of a sweep, gathered by the values that were swept. */
final class SweepReport {

  private static final String POINT = "run.point";
  private static final String SEED = "run.seed";
  private static final String INTERLEAVING = "run.interleaving";
  private static final String ERROR = "run.error";

  /** Columns that the table must have. */
  static final List<String> COLUMNS = List.of(POINT, SEED, INTERLEAVING, ERROR);

  private final List<String> axes = new ArrayList<>();
  private final List<String> metrics = new ArrayList<>();
  private final Map<List<String>, List<CsvFile.Row>> combinations = new LinkedHashMap<>();
  private final Map<String, Integer> seeds = new LinkedHashMap<>();
  private final Map<String, Integer> interleavings = new LinkedHashMap<>();
  private final Map<String, Integer> errors = new TreeMap<>();
  private int points;

  /** Takes the next row. */
  void add(CsvFile.Row row) {
    if (points++ == 0) {
      List<String> columns = row.cells().getParser().getHeaderNames();
      axes.addAll(columns.subList(columns.indexOf(POINT) + 1, columns.indexOf(SEED)));
      metrics.addAll(columns.subList(columns.indexOf(ERROR) + 1, columns.size()));
    }
    combinations
        .computeIfAbsent(axes.stream().map(row::text).toList(), values -> new ArrayList<>())
        .add(row);
    seeds.putIfAbsent(row.text(SEED), seeds.size());
    interleavings.putIfAbsent(row.text(INTERLEAVING), interleavings.size());
    if (!row.text(ERROR).isEmpty()) {
      errors.merge(row.text(ERROR), 1, Integer::sum);
    }
  }

  /** Names of the metrics, in the order of their columns. */
  List<String> metrics() {
    return List.copyOf(metrics);
  }

  /** The tables of some metrics. */
  String render(List<String> chosen) {
    StringBuilder text = new StringBuilder();
    text.append(points)
        .append(" points: ")
        .append(combinations.size())
        .append(" combinations, ")
        .append(seeds.size())
        .append(" seeds, ")
        .append(interleavings.size())
        .append(interleavings.size() == 1 ? " interleaving" : " interleavings")
        .append("\n95 % intervals; means are over seeds, of rates harmonic.\n");
    chosen.forEach(metric -> text.append('\n').append(table(metric)));
    if (!errors.isEmpty()) {
      TextTable failures = new TextTable().right("points").left("failed with");
      errors.forEach((error, count) -> failures.row(count, error));
      text.append("\nfailures; a seed is left out of a figure where one of its runs failed\n")
          .append(failures.render());
    }
    return text.toString();
  }

  private String table(String metric) {
    Unit unit = Metrics.unit(metric);
    boolean orders = interleavings.size() > 1;
    TextTable table = new TextTable();
    axes.forEach(table::left);
    table.right("runs").right("mean").right("95 % interval").right("between seeds");
    if (orders) {
      table.right("between interleavings");
    }
    combinations.forEach(
        (values, rows) -> {
          Sample sample = sample(metric, unit, rows);
          Optional<Interval> interval = sample.interval();
          List<Object> cells = new ArrayList<>(values);
          cells.add(sample.all().length);
          cells.add(printed(sample.average(), unit));
          cells.add(
              interval
                  .map(i -> printed(i.low(), unit) + " to " + printed(i.high(), unit))
                  .orElse("-"));
          cells.add(percent(sample.spreadBetweenSeeds()));
          if (orders) {
            cells.add(percent(sample.spreadBetweenInterleavings()));
          }
          table.row(cells.toArray());
        });
    return metric + "\n" + table.render();
  }

  private Sample sample(String metric, Unit unit, List<CsvFile.Row> rows) {
    double[][] figures = new double[seeds.size()][interleavings.size()];
    Arrays.stream(figures).forEach(ofSeed -> Arrays.fill(ofSeed, Double.NaN));
    for (CsvFile.Row row : rows) {
      Integer seed = seeds.get(row.text(SEED));
      Integer interleaving = interleavings.get(row.text(INTERLEAVING));
      String figure = row.text(metric);
      if (seed != null && interleaving != null && !figure.isEmpty()) {
        try {
          figures[seed][interleaving] = Double.parseDouble(figure);
        } catch (NumberFormatException e) {
          throw row.wrong(metric, "a number");
        }
      }
    }
    return new Sample(unit, figures);
  }

  private static String printed(double figure, Unit unit) {
    return Double.isFinite(figure) ? Metrics.printed(figure, unit) : "-";
  }

  private static String percent(double share) {
    return Double.isFinite(share) ? Figures.percent(share) : "-";
  }
}
