package io.faultline.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.PlainMachine;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.TaskRecord;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The machine without actors counts what the actors count. */
class PlainMachineTest {

  /** Presets with something that the plain machine does not have. The list can only shrink. */
  private static final Set<String> NOT_MODELLED =
      Set.of(
          "swapoff-under-load", // swapoff
          "righi",
          "khlebnikov-2012", // tmpfs objects
          "pham-2g", // builds and zswap
          "pham-3g-cold",
          "dickins-2012", // kswapd
          "huang-2017",
          "huang-2017-table",
          "li-2012",
          "li-2012-mix");

  /**
   * Presets in which nothing varies, so that tasks meet at one nanosecond, where actors take turns
   * and the plain machine does one thing after the other: they are compared with a little jitter.
   */
  private static final Set<String> WITHOUT_JITTER = Set.of("mixed-large", "metastable");

  static Stream<String> presets() {
    return Presets.names().stream().filter(name -> !NOT_MODELLED.contains(name));
  }

  @ParameterizedTest
  @MethodSource("presets")
  void thePlainMachineCountsAsTheActorsDo(String preset) {
    ExperimentReader reader = ExperimentReader.preset(preset).atTestSize().set("interleaving=fifo");
    if (WITHOUT_JITTER.contains(preset)) {
      reader = reader.set("jitter.distribution=uniform").set("jitter.share=0.01");
    }
    Experiment experiment = reader.read();

    MachineReport actors = new Machine(experiment).run();
    PlainMachine.Outcome plain = new PlainMachine().outcome(experiment);

    assertThat(lines(plain)).isEqualTo(lines(actors));
  }

  @Test
  void whatItDoesNotModelIsRefusedWithItsName() {
    for (String preset : NOT_MODELLED) {
      Experiment experiment = ExperimentReader.preset(preset).atTestSize().read();
      assertThatThrownBy(() -> new PlainMachine().outcome(experiment))
          .as(preset)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not modelled");
    }
  }

  private static String lines(MachineReport report) {
    List<String> lines = new ArrayList<>();
    for (VmstatItem item : VmstatItem.values()) {
      lines.add(item.kernelName() + " " + report.vmstat().get(item));
    }
    report.tasks().forEach(task -> lines.add(line(task.record())));
    lines.add("virtual time " + report.virtualNanos());
    return String.join("\n", lines);
  }

  private static String lines(PlainMachine.Outcome outcome) {
    List<String> lines = new ArrayList<>();
    for (VmstatItem item : VmstatItem.values()) {
      lines.add(item.kernelName() + " " + outcome.vmstat().get(item));
    }
    outcome.tasks().forEach(task -> lines.add(line(task)));
    lines.add("virtual time " + outcome.virtualNanos());
    return String.join("\n", lines);
  }

  private static String line(TaskRecord task) {
    return "major "
        + task.majorFaults()
        + " minor "
        + task.minorFaults()
        + " accesses "
        + task.accesses()
        + " p99 "
        + task.faultLatency().getValueAtPercentile(99)
        + " time "
        + task.virtualNanos();
  }
}
