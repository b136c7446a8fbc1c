package io.faultline.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.MachineReport.BuildReport;
import io.faultline.actors.machine.MachineReport.TaskReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.TaskRecord;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;

/** Runs with all invariants checked at every instant, and with what is true of every whole run. */
public final class CheckedRun {

  private CheckedRun() {}

  /** Runs an experiment, given as text and what differs from it. */
  public static MachineReport of(String hocon, String... settings) {
    ExperimentReader reader = ExperimentReader.text("checked", hocon);
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    return of(reader.read());
  }

  /** Runs an experiment. */
  public static MachineReport of(Experiment experiment) {
    MachineReport report = new Machine(experiment).checkingAlways().run();
    assertThat(report.invariants())
        .hasSize(experiment.zswap().isPresent() ? 6 : 5)
        .allMatch(Invariant::holds);
    long minor = 0;
    long major = 0;
    for (TaskReport task : report.tasks()) {
      assertThat(task.record().done()).isTrue();
      if (!task.spec().background()) {
        assertThat(task.record().accesses()).isEqualTo(task.spec().accesses());
      }
      minor += task.record().minorFaults();
      major += task.record().majorFaults();
    }
    for (BuildReport build : report.builds()) {
      assertThat(build.record().units()).isEqualTo(build.spec().units());
      for (TaskRecord worker : build.workers()) {
        minor += worker.minorFaults();
        major += worker.majorFaults();
      }
    }
    long faults = report.vmstat().get(VmstatItem.PGFAULT);
    if (report.builds().isEmpty()) {
      assertThat(faults).isEqualTo(minor + major);
    } else { // a worker hears of several first stores at a time
      assertThat(faults).isGreaterThanOrEqualTo(minor + major);
    }
    assertThat(report.vmstat().get(VmstatItem.PGMAJFAULT)).isEqualTo(major);
    return report;
  }
}
