package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ConfigError;
import io.faultline.config.ExperimentReader;
import org.junit.jupiter.api.Test;

/** One reader of 4096 pages on swap, of which its group may keep 2048, and how they are evicted. */
class MultiGenerationLruTest {

  private static MachineReport run(String kernel, String lru, String pattern) {
    String experiment =
        """
        kernel = "%s"
        machine { cpus = 1, memory = 256MiB, page-cluster = 0, lru = %s }
        groups.t.memory-max = 8MiB
        devices.d { model = virtio-blk }
        swap.a { device = d, size = 64MiB }
        processes.p { group = t, vmas.v.pages = 4096, tasks.t { vma = v, pattern = %s } }
        push-out = true
        """
            .formatted(kernel, lru, pattern);
    MachineReport report = new Machine(ExperimentReader.text("reader", experiment).read()).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }

  private static long stolen(MachineReport report) {
    return report.vmstat().get(VmstatItem.PGSTEAL_ANON);
  }

  /** Pages that a scan isolated and put back. */
  private static long spared(MachineReport report) {
    return report.vmstat().get(VmstatItem.PGSCAN_ANON) - stolen(report);
  }

  @Test
  void whatIsReadOnceInARowIsFoundYoungOnceAndThenEvicted() {
    MachineReport report = run("6.12", "mglru", "sequential");

    assertThat(stolen(report)).isBetween(2048L, 2304L);
    assertThat(spared(report)).isBetween(1_900L, 2_304L);
  }

  @Test
  void aReaderInReverseFindsMostPagesPromotedByALookAroundTheirNeighbours() {
    assertThat(spared(run("6.12", "mglru", "reverse")))
        .isLessThan(spared(run("6.12", "classic", "reverse")));
  }

  @Test
  void readAtRandomFewPagesAreIsolatedToFindTheYoungOnes() {
    long generations = spared(run("6.12", "mglru", "random"));
    long lists = spared(run("6.12", "classic", "random"));

    assertThat(generations).isLessThan(lists / 4);
  }

  @Test
  void whatIsReadInStridesIsFoundYoungWheneverMemoryIsFull() {
    assertThat(spared(run("6.12", "mglru", "\"strided\", stride = 2, passes = 2")))
        .isGreaterThan(2 * 1_900L);
  }

  @Test
  void upTo6_1AGroupIsReclaimedDownToItsGoalAndNoFurther() {
    assertThat(stolen(run("6.1", "mglru", "\"strided\", stride = 4"))).isLessThan(2048L + 128);
  }

  @Test
  void allRefaultsCountFrom6_3OnAndOnlyRecentOnesBefore() {
    long earlier =
        run("6.1", "mglru", "sequential").vmstat().get(VmstatItem.WORKINGSET_REFAULT_ANON);
    long later =
        run("6.12", "mglru", "sequential").vmstat().get(VmstatItem.WORKINGSET_REFAULT_ANON);

    assertThat(later).isEqualTo(4096);
    assertThat(earlier).isLessThan(4096);
  }

  @Test
  void onlyWhatComesBackBeforeItsGenerationIsUsedUpCountsAsActivated() {
    VmstatItem activated = VmstatItem.WORKINGSET_ACTIVATE_ANON;

    assertThat(run("6.12", "mglru", "sequential").vmstat().get(activated)).isLessThan(41);
    assertThat(run("6.12", "mglru", "random").vmstat().get(activated)).isBetween(10L, 400L);
  }

  @Test
  void aKernelBefore6_1HasTwoListsOnly() {
    assertThatThrownBy(() -> run("5.8", "mglru", "sequential"))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("lru is classic with kernel 5.8; there is mglru since 6.1");
  }
}
