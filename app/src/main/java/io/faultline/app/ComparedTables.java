package io.faultline.app;

import io.faultline.app.laboratory.Compared;
import io.faultline.app.laboratory.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison as a reader wants to see it: a table for each metric. */
final class ComparedTables {

  private final Compared compared;

  ComparedTables(Compared compared) {
    this.compared = compared;
  }

  /** The text. */
  String render() {
    StringBuilder text = new StringBuilder();
    text.append(compared.experiment())
        .append(": ")
        .append(compared.seeds())
        .append(" seeds")
        .append(
            compared.interleavings() == 1
                ? ""
                : ", each in " + compared.interleavings() + " interleavings")
        .append("\n")
        .append(compared.statement())
        .append("\n");
    compared.metrics().forEach(metric -> text.append("\n").append(table(metric)));
    if (!compared.failures().isEmpty()) {
      text.append("\n")
          .append(compared.failures().size())
          .append(" runs failed and are left out of the figures\n");
    }
    return text.toString();
  }

  private String table(Compared.Metric metric) {
    boolean orders = compared.interleavings() > 1;
    List<String> keys = new ArrayList<>(metric.combinations().get(0).values().keySet());
    TextTable table = new TextTable();
    keys.forEach(key -> table.left(shortest(key, keys)));
    table.right(metric.average()).right("95 % interval");
    table.right(orders ? "between seeds" : "spread");
    if (orders) {
      table.right("between interleavings");
    }
    boolean several = metric.combinations().size() > 1;
    if (several) {
      table.right("baseline").right("difference").right("95 % interval").left("");
    }
    Double base =
        metric.combinations().stream()
            .filter(column -> column.values().equals(compared.baseline()))
            .map(Compared.Column::average)
            .findFirst()
            .orElse(null);
    for (Compared.Column column : metric.combinations()) {
      List<Object> cells = new ArrayList<>(column.values().values());
      cells.add(figure(column.average(), metric.unit()));
      cells.add(range(figure(column.low(), metric.unit()), figure(column.high(), metric.unit())));
      cells.add(spread(column.spreadOfSeeds()));
      if (orders) {
        cells.add(spread(column.spreadOfInterleavings()));
      }
      if (several) {
        boolean isBase = column.values().equals(compared.baseline());
        Compared.Change change = column.difference();
        cells.add(figure(base, metric.unit()));
        cells.add(isBase ? "baseline" : change == null ? "-" : signed(change.relative()));
        cells.add(change == null ? "" : range(signed(change.low()), signed(change.high())));
        cells.add(change != null && change.significant() ? "*" : "");
      }
      table.row(cells.toArray());
    }
    return metric.name() + "\n" + table.render();
  }

  private static String figure(@Nullable Double figure, Unit unit) {
    return figure == null ? "-" : Metrics.printed(figure, unit);
  }

  private static String spread(@Nullable Double share) {
    return share == null ? "-" : Figures.percent(share);
  }

  private static String signed(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }

  private static String range(String low, String high) {
    return low + " to " + high;
  }

  /** The last word of a key, with as many before it as set it apart from the others. */
  private static String shortest(String key, List<String> keys) {
    String[] words = key.split("\\.", -1);
    String suffix = "";
    for (int i = words.length - 1; i >= 0; i--) {
      suffix = suffix.isEmpty() ? words[i] : words[i] + "." + suffix;
      String candidate = suffix;
      long sharing =
          keys.stream()
              .filter(each -> each.equals(candidate) || each.endsWith("." + candidate))
              .count();
      if (sharing == 1) {
        return candidate;
      }
    }
    return key;
  }
}
