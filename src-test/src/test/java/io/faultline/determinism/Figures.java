package io.faultline.determinism;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.MachineReport.SwapoffReport;
import io.faultline.actors.machine.MachineReport.TaskReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.SwapoffRecord;
import io.faultline.config.Experiment;
import java.util.StringJoiner;
import org.HdrHistogram.Histogram;

/** All figures of a run as text, the event hash first: of equal runs equal texts. */
final class Figures {

  private Figures() {}

  /** Runs an experiment. */
  static String of(Experiment experiment) {
    return of(new Machine(experiment).withEventHash().run());
  }

  /** What a run left behind. */
  static String of(MachineReport report) {
    StringJoiner text = new StringJoiner("\n");
    text.add(String.valueOf(report.eventHash()));
    text.add(report.virtualNanos() + " ns, " + report.messages() + " messages");
    for (VmstatItem item : VmstatItem.values()) {
      text.add(item + " " + report.vmstat().get(item));
    }
    text.add(report.memory() + " " + report.windows() + " " + report.vmaReadahead());
    report.tasks().forEach(task -> text.add(of(task)));
    report.swapoffs().forEach(swapoff -> text.add(of(swapoff)));
    report.devices().forEach(device -> text.add(device.statistics().toString()));
    report.areas().forEach(area -> text.add(area.toString()));
    report.invariants().forEach(invariant -> text.add(invariant.toString()));
    return text.toString();
  }

  private static String of(SwapoffReport swapoff) {
    SwapoffRecord record = swapoff.record();
    return swapoff.spec()
        + " "
        + record.elapsedNanos()
        + " "
        + record.pages()
        + " "
        + record.slotsLeft()
        + " "
        + swapoff.windows();
  }

  private static String of(TaskReport task) {
    StringJoiner text = new StringJoiner(" ");
    text.add(task.process() + "." + task.spec().name())
        .add(String.valueOf(task.record().accesses()))
        .add(String.valueOf(task.record().minorFaults()))
        .add(String.valueOf(task.record().majorFaults()))
        .add(String.valueOf(task.record().virtualNanos()))
        .add(task.windows().toString())
        .add(String.valueOf(task.hitsSpent()));
    Histogram latency = task.record().faultLatency();
    latency
        .recordedValues()
        .forEach(
            value ->
                text.add(
                    value.getValueIteratedTo() + "x" + value.getCountAddedInThisIterationStep()));
    return text.toString();
  }
}
