package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import io.faultline.invariants.CheckedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens before the measured phase, and what is left of it then. */
class PreparationTest {

  private static final String HALF_IN_MEMORY =
      """
      machine { memory = 256MiB }
      groups { t { memory-max = 4MiB } }
      devices { d { model = nvme } }
      swap { a { device = d, size = 64MiB } }
      processes {
        p { group = t, vmas { v { pages = 2048 } }, tasks { s { vma = v, pattern = sequential } } }
      }
      """;

  @Test
  void aGroupWhoseLimitIsLiftedTakesBackAllThatWasPushedOutAndReclaimsNothing() {
    MachineReport limited = run(HALF_IN_MEMORY, "kernel=5.8");
    assertThat(limited.vmstat().get(VmstatItem.PGSTEAL_ANON)).isGreaterThanOrEqualTo(1024);

    MachineReport lifted =
        run(HALF_IN_MEMORY, "kernel=5.8", "groups.t.unlimited-when-measuring=true");
    assertThat(lifted.vmstat().get(VmstatItem.PSWPIN)).isEqualTo(2048);
    assertThat(lifted.vmstat().get(VmstatItem.PGSCAN_ANON)).isZero();
    assertThat(lifted.memory().activeAnon() + lifted.memory().inactiveAnon()).isEqualTo(2048);
  }

  @Test
  void aPopulatedVmaIsStoredOnceAndItsTasksFindEveryPage() {
    MachineReport report =
        run(
            HALF_IN_MEMORY,
            "groups.t.memory-max=16MiB",
            "processes.p.vmas.v.populate=true",
            "push-out=false");
    assertThat(report.vmstat().get(VmstatItem.PGFAULT)).isZero();
    assertThat(report.memory().inactiveAnon()).isEqualTo(2048);
  }

  @Test
  void aVmaLargerThanItsGroupIsPopulatedByWayOfSwap() {
    MachineReport report =
        run(HALF_IN_MEMORY, "processes.p.vmas.v.populate=true", "groups.t.memory-max=128KiB");
    assertThat(report.vmstat().get(VmstatItem.PSWPIN)).isGreaterThanOrEqualTo(2048);
  }

  /**
   * Frames on their way to a VMA that is being populated belong to nobody yet, and are not lost.
   */
  @ParameterizedTest
  @ValueSource(strings = {"serial", "parallel"})
  void noPageIsLostAtAnyInstantWhileVmasArePopulated(String init) {
    MachineReport report =
        CheckedRun.of(
            HALF_IN_MEMORY + "processes.b { group = t, vmas.v { pages = 100, populate = true } }",
            "processes.p.vmas.v={ pages = 300, populate = true }",
            "groups.t.memory-max=800KiB",
            "init=" + init);
    assertThat(report.vmstat().get(VmstatItem.PSWPIN)).isGreaterThanOrEqualTo(300);
  }

  @Test
  void aProcessWithoutTasksIsPopulatedAfterTheOneBeforeItAndHasThenFinished() {
    String hocon =
        HALF_IN_MEMORY + "processes.b { group = t, vmas.v { pages = 512, populate = true } }";
    MachineReport report = run(hocon, "push-out=false");
    // b comes before p, whose pages push it out: of 1024 pages in memory the last are all of p
    assertThat(report.vmstat().get(VmstatItem.PGMAJFAULT)).isPositive();
    assertThat(report.areas().get(0).used()).isGreaterThanOrEqualTo(512);
  }

  private static MachineReport run(String hocon, String... settings) {
    ExperimentReader reader = ExperimentReader.text("small", hocon);
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    MachineReport report = new Machine(reader.read()).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }
}
