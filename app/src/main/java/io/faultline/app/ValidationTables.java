package io.faultline.app;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Recorded and emulated figures as a reader wants to see them: one a line, its run named in each.
 */
final class ValidationTables {

  private final Validation validation;
  private final boolean severalSeeds;

  ValidationTables(Validation validation, boolean severalSeeds) {
    this.validation = validation;
    this.severalSeeds = severalSeeds;
  }

  /** The text; its last line is the summary. */
  String render() {
    StringBuilder text = new StringBuilder();
    TextTable figures = figures();
    TextTable skipped = new TextTable().left("run").left("skipped because");
    for (Comparison row : validation.rows()) {
      if (row.wasEmulated()) {
        add(figures, row);
      } else {
        skipped.row(row.runId(), Objects.requireNonNullElse(row.reason(), "-"));
      }
    }
    for (TextTable table : new TextTable[] {figures, skipped}) {
      if (!table.isEmpty()) {
        text.append(table.render()).append('\n');
      }
    }
    Integer holds = validation.summary().holds();
    if (holds != null) {
      text.append("holds: ").append(holds).append(" of ");
      text.append(validation.summary().emulated()).append('\n');
    }
    if (validation.summary().emulated() > 0) {
      text.append(validation.summary().lineOfTasks()).append('\n');
      text.append(validation.summary().lineOfWritten()).append('\n');
    }
    return text.append(validation.summary().line()).append('\n').toString();
  }

  private TextTable figures() {
    TextTable table = new TextTable().left("run").left("figure").right("recorded");
    table.right(severalSeeds ? "median" : "emulated");
    if (severalSeeds) {
      table.right("min").right("max");
    }
    return table.right("error").left("remarks");
  }

  private void add(TextTable table, Comparison row) {
    String remarks = remarks(row);
    for (var counter : row.counters().entrySet()) {
      add(table, row, counter.getKey(), counter.getValue(), remarks);
      remarks = "";
    }
    distance(table, row, "window distance", row.windowDistance());
    for (Comparison.Task task : row.tasks()) {
      String name = task.name() + " " + task.pattern() + " ";
      add(table, row, name + "pgmajfault", task.pgmajfault(), "");
      add(table, row, name + "window calls", task.windowCalls(), "");
      add(table, row, name + "hits spent", task.hitsSpent(), "");
      if (row.tasks().size() > 1) {
        distance(table, row, name + "window distance", task.windowDistance());
      }
    }
  }

  private static String remarks(Comparison row) {
    String start = row.start() + " start";
    String held = row.holds() == null ? "" : row.holds() ? "holds, " : "DOES NOT HOLD, ";
    return held + start + (row.notes().isEmpty() ? "" : ", " + String.join(", ", row.notes()));
  }

  private void add(
      TextTable table, Comparison row, String figure, Comparison.Counter counter, String remarks) {
    Object recorded = counter.recorded() == null ? "-" : counter.recorded();
    if (severalSeeds) {
      table.row(
          row.runId(),
          figure,
          recorded,
          counter.emulated(),
          counter.min(),
          counter.max(),
          error(counter.error()),
          remarks);
    } else {
      table.row(row.runId(), figure, recorded, counter.emulated(), error(counter.error()), remarks);
    }
  }

  private void distance(TextTable table, Comparison row, String figure, @Nullable Double distance) {
    if (severalSeeds) {
      table.row(row.runId(), figure, "", "", "", "", error(distance), "");
    } else {
      table.row(row.runId(), figure, "", "", error(distance), "");
    }
  }

  private static String error(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }
}
