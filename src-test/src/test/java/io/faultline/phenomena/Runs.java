package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.MachineReport.TaskReport;
import io.faultline.config.ExperimentReader;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/** Runs of presets, and the figures of one task in them. */
final class Runs {

  private Runs() {}

  /** A preset at the size of its test section, with what differs from it. */
  static MachineReport small(String preset, String... settings) {
    return run(ExperimentReader.of(preset).atTestSize(), settings);
  }

  /** A preset at its own size, with what differs from it. */
  static MachineReport full(String preset, String... settings) {
    return run(ExperimentReader.of(preset), settings);
  }

  /** An experiment in HOCON, with what differs from it. */
  static MachineReport text(String hocon, String... settings) {
    return run(ExperimentReader.text("phenomenon", hocon), settings);
  }

  private static MachineReport run(ExperimentReader reader, String... settings) {
    ExperimentReader changed = reader;
    for (String setting : settings) {
      changed = changed.set(setting);
    }
    MachineReport report = new Machine(changed.read()).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }

  /**
   * The median over runs with different seeds, odd in number: the recorded host made no two runs
   * alike, and neither does its jitter.
   */
  static double median(List<MachineReport> runs, ToDoubleFunction<MachineReport> figure) {
    double[] figures = runs.stream().mapToDouble(figure).sorted().toArray();
    return figures[figures.length / 2];
  }

  /** What a task did. */
  static TaskReport task(MachineReport report, String name) {
    return report.tasks().stream()
        .filter(task -> task.spec().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Major faults of a task. */
  static long majorFaults(MachineReport report, String name) {
    return task(report, name).record().majorFaults();
  }

  /** Share of a task's calls that were granted a window, 0 to 1. */
  static double share(MachineReport report, String name, int window) {
    return share(task(report, name), granted -> granted == window);
  }

  /** Share of a task's calls that were granted more than the faulting page, 0 to 1. */
  static double shareOfReadahead(MachineReport report, String name) {
    return share(task(report, name), granted -> granted > 1);
  }

  private static double share(TaskReport task, IntPredicate counted) {
    double all = 0;
    double some = 0;
    for (Map.Entry<Integer, Long> calls : task.windows().entrySet()) {
      all += calls.getValue();
      some += counted.test(calls.getKey()) ? calls.getValue() : 0;
    }
    return some / all;
  }
}
