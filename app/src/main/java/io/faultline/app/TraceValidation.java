package io.faultline.app;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All traces of a {@code validate --traces}, as its JSON has them.
 *
 * @param traces in the order of their names
 */
record TraceValidation(List<TraceComparison> traces, Summary summary) {

  /** Share of equal decisions at which a trace of several tasks is well met. */
  private static final double WELL_MET = 0.95;

  /**
   * What it comes to.
   *
   * @param traces selected
   * @param emulated of these
   * @param oneTask emulated traces of one task
   * @param oneTaskEqual of these, traces that are equal in every decision
   * @param swapoffs emulated traces of a swapoff
   * @param swapoffsEqual of these, traces that are equal in every decision
   * @param severalTasks emulated traces of several tasks
   * @param severalTasksWithin5Percent of these, traces with 95 % of the decisions equal
   */
  record Summary(
      int traces,
      long emulated,
      long oneTask,
      long oneTaskEqual,
      long swapoffs,
      long swapoffsEqual,
      long severalTasks,
      long severalTasksWithin5Percent) {

    /** The last line of the table. */
    String line() {
      return String.format(
          Locale.ROOT,
          "traces %d, emulated %d; equal in every decision: %d of %d of one task, %d of %d of a"
              + " swapoff; equal in 95 %% of the decisions: %d of %d of several tasks",
          traces,
          emulated,
          oneTaskEqual,
          oneTask,
          swapoffsEqual,
          swapoffs,
          severalTasksWithin5Percent,
          severalTasks);
    }
  }

  /** The traces and their summary. */
  static TraceValidation of(List<TraceComparison> traces) {
    Predicate<TraceComparison> done = TraceComparison::wasEmulated;
    Predicate<TraceComparison> equal = TraceComparison::isEqual;
    Predicate<TraceComparison> one = done.and(trace -> trace.tasks() == 1);
    Predicate<TraceComparison> swapoff = done.and(trace -> trace.tasks() == 0);
    Predicate<TraceComparison> several = done.and(trace -> trace.tasks() > 1);
    return new TraceValidation(
        traces,
        new Summary(
            traces.size(),
            count(traces, done),
            count(traces, one),
            count(traces, one.and(equal)),
            count(traces, swapoff),
            count(traces, swapoff.and(equal)),
            count(traces, several),
            count(traces, several.and(TraceValidation::isWellMet))));
  }

  private static boolean isWellMet(TraceComparison trace) {
    return trace.share() != null && trace.share() >= WELL_MET;
  }

  private static long count(List<TraceComparison> traces, Predicate<TraceComparison> such) {
    return traces.stream().filter(such).count();
  }

  /** The table, the first difference of each trace, and the summary. */
  String render() {
    StringBuilder text = new StringBuilder();
    TextTable table = new TextTable().left("trace").right("tasks").right("decisions");
    table.right("emulated").right("injected").right("equal").right("share");
    table.right("by misses alone");
    TextTable skipped = new TextTable().left("trace").left("skipped because");
    for (TraceComparison trace : traces) {
      if (trace.wasEmulated()) {
        table.row(
            trace.trace(),
            trace.tasks() == 0 ? "swapoff" : trace.tasks(),
            trace.decisions(),
            trace.emulated(),
            trace.injected(),
            trace.equal(),
            share(trace.share()),
            share(trace.shareOfMissesAlone()));
      } else {
        skipped.row(trace.trace(), Objects.requireNonNullElse(trace.reason(), "-"));
      }
    }
    for (TextTable each : new TextTable[] {table, skipped}) {
      if (!each.isEmpty()) {
        text.append(each.render()).append('\n');
      }
    }
    traces.forEach(trace -> appendDifference(text, trace));
    return text.append(summary.line()).append('\n').toString();
  }

  /** Rounded down: a trace with one decision that differs is not 100 % equal. */
  private static String share(@Nullable Double share) {
    return share == null
        ? "-"
        : String.format(Locale.ROOT, "%.2f %%", Math.floor(10_000 * share) / 100);
  }

  private static void appendDifference(StringBuilder text, TraceComparison trace) {
    TraceComparison.Difference difference = trace.firstDifference();
    if (difference == null) {
      return;
    }
    TraceComparison.Decision recorded = difference.recorded();
    TraceComparison.Decision emulated = difference.emulated();
    text.append(trace.trace()).append(": first difference at decision ");
    text.append(difference.decision());
    text.append(recorded == null ? "" : " (line " + recorded.line() + ")");
    text.append(": recorded ").append(recorded == null ? "nothing more" : recorded.text());
    text.append("; emulated ").append(emulated == null ? "nothing more" : emulated.text());
    text.append('\n');
  }
}
