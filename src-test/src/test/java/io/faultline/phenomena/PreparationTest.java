package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import org.junit.jupiter.api.Test;

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
