package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import org.junit.jupiter.api.Test;

/** What begins with empty memory measures its first touches too. */
class EmptyMemoryTest {

  @Test
  void theFirstTouchOfEachPageIsMeasuredAndReadsNothing() {
    MachineReport report = run("init=none", "machine.memory=1GiB");

    assertThat(report.vmstat().get(VmstatItem.PGFAULT)).isEqualTo(6400);
    assertThat(report.vmstat().get(VmstatItem.PGMAJFAULT)).isZero();
    assertThat(report.vmstat().get(VmstatItem.PSWPOUT)).isZero();
    assertThat(report.tasks().get(0).record().minorFaults()).isEqualTo(6400);
  }

  @Test
  void memoryThatIsStoredBeforeIsNotTouchedForTheFirstTime() {
    MachineReport report = run("init=serial", "machine.memory=1GiB");

    assertThat(report.vmstat().get(VmstatItem.PGFAULT)).isZero();
  }

  @Test
  void whereNothingIsStoredThereIsNothingToPushOut() {
    MachineReport report = run("init=none", "push-out=true");

    assertThat(report.vmstat().get(VmstatItem.PGFAULT)).isEqualTo(5 * 6400);
    assertThat(report.vmstat().get(VmstatItem.PSWPIN)).isGreaterThan(3 * 6400);
    assertThat(report.invariantsHold()).isTrue();
  }

  private static MachineReport run(String... settings) {
    ExperimentReader reader = ExperimentReader.preset("dickins-2012").atTestSize();
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    return new Machine(reader.read()).run();
  }
}
