package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import org.junit.jupiter.api.Test;

/** A task stores to twice the memory of its machine, which no group limits, above a slow disk. */
class KswapdTest {

  private static MachineReport run(String kernel) {
    String experiment =
        """
        kernel = "%s"
        machine { cpus = 2, memory = 32MiB, page-cluster = 0 }
        devices.d { model = disk }
        swap.a { device = d, size = 128MiB }
        processes.p { vmas.v.pages = 16384, tasks.t { vma = v, pattern = sequential, write = true } }
        init = none
        push-out = false
        """
            .formatted(kernel);
    MachineReport report = new Machine(ExperimentReader.text("writer", experiment).read()).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }

  @Test
  void kswapdKeepsFreeMemoryBetweenItsWatermarks() {
    MachineReport report = run("6.1");

    assertThat(report.vmstat().get(VmstatItem.PAGEOUTRUN)).isPositive();
    assertThat(report.vmstat().get(VmstatItem.PGSTEAL_KSWAPD)).isPositive();
    assertThat(
            report.vmstat().get(VmstatItem.PGSTEAL_KSWAPD)
                + report.vmstat().get(VmstatItem.PGSTEAL_DIRECT))
        .isEqualTo(report.vmstat().get(VmstatItem.PGSTEAL_ANON));
  }

  @Test
  void amongPagesUnderWritebackItRestsAndScansLess() {
    MachineReport resting = run("3.14");
    MachineReport restless = run("3.6");

    assertThat(resting.vmstat().get(VmstatItem.NR_VMSCAN_IMMEDIATE_RECLAIM)).isPositive();
    assertThat(restless.vmstat().get(VmstatItem.NR_VMSCAN_IMMEDIATE_RECLAIM)).isZero();
    assertThat(resting.vmstat().get(VmstatItem.PGSCAN_KSWAPD))
        .isLessThan(restless.vmstat().get(VmstatItem.PGSCAN_KSWAPD));
  }
}
