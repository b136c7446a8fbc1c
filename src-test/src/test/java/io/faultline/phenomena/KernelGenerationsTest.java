package io.faultline.phenomena;

import static io.faultline.phenomena.Runs.small;
import static io.faultline.phenomena.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What tells the kernel generations apart when one task, or a sequential and a random one, runs on
 * them: 4096 pages each, half of which fit in memory.
 */
class KernelGenerationsTest {

  private static final String SOLID_STATE = "devices.virtio0.rotational=false";

  private static MachineReport mixed(Kernel kernel, String... settings) {
    String[] all = java.util.Arrays.copyOf(settings, settings.length + 1);
    all[settings.length] = "kernel=\"" + kernel.release() + "\"";
    return small("mixed", all);
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void everyGenerationRunsTheMixtureToItsEnd(Kernel kernel) {
    MachineReport report = mixed(kernel);

    assertThat(task(report, "seq").record().done()).isTrue();
    assertThat(task(report, "rnd").record().done()).isTrue();
    assertThat(report.vmstat().get(VmstatItem.PGMAJFAULT)).isPositive();
  }

  @Test
  void in3_6AWindowIsAlwaysEightPagesAndNothingIsMarked() {
    MachineReport report = mixed(Kernel.V3_6);

    assertThat(report.windows()).containsOnlyKeys(8);
    assertThat(report.vmstat().get(VmstatItem.SWAP_RA_HIT)).isZero();
  }

  @Test
  void in3_14ThereIsNoVmaReadaheadEvenWhereNothingRotates() {
    MachineReport report = mixed(Kernel.V3_14, SOLID_STATE);
    assertThat(report.experiment().readahead().vma()).isFalse();
    assertThat(report.windows().keySet()).contains(1, 4, 8);

    assertThat(mixed(Kernel.V4_14, SOLID_STATE).experiment().readahead().vma()).isTrue();
  }

  @Test
  void before5_8PagesReadAheadInVainCountAgainstNoLimit() {
    MachineReport before = mixed(Kernel.V5_6, "readahead.algorithm=fixed");
    MachineReport since = mixed(Kernel.V5_8, "readahead.algorithm=fixed");

    // memory is larger than all pages together, so what nobody pays for stays and is hit later
    assertThat(before.vmstat().get(VmstatItem.PGMAJFAULT))
        .isLessThan(since.vmstat().get(VmstatItem.PGMAJFAULT));
    assertThat(before.memory().swapCached()).isGreaterThan(since.memory().swapCached());
  }

  @Test
  void aWindowBeyondTheEndOfTheAreaReadsWhatThereIs() {
    // slots 1 to 4099 hold 4096 pages: the last block of eight, 4096 to 4103, is half on the area
    MachineReport report =
        small(
            "sequential",
            "kernel=\"4.14\"",
            "readahead.algorithm=fixed",
            "processes.p.vmas.v.pages=4096",
            "swap.a.size=16400KiB");

    assertThat(report.areas().get(0).pages()).isEqualTo(4_099);
    assertThat(task(report, "seq").record().done()).isTrue();
  }

  @Test
  void upTo5_8APageThatComesBackIsActiveAndLaterOneIsNot() {
    assertThat(mixed(Kernel.V5_8).memory().activeAnon()).isPositive();
    assertThat(mixed(Kernel.V5_6).memory().activeAnon()).isPositive();
    assertThat(mixed(Kernel.V3_6).memory().activeAnon()).isPositive();
    assertThat(mixed(Kernel.V6_1).memory().activeAnon())
        .isLessThan(mixed(Kernel.V5_8).memory().activeAnon());
  }

  @Test
  void refaultsAreCountedSince5_9() {
    assertThat(mixed(Kernel.V5_6).vmstat().get(VmstatItem.WORKINGSET_REFAULT_ANON)).isZero();
    assertThat(mixed(Kernel.V6_15).vmstat().get(VmstatItem.WORKINGSET_REFAULT_ANON)).isPositive();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kernel.class,
      names = {"V3_6", "V4_14", "V5_6", "V5_8", "V6_15"})
  void swapoffThatHasNoRoomFailsAndLosesNothing(Kernel kernel) {
    MachineReport report = mixed(kernel, "swapoff.s.area=a");

    // the invariants, which hold, say that nothing is lost
    assertThat(report.swapoffs().get(0).record().emptied()).isFalse();
    assertThat(task(report, "rnd").record().done()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kernel.class,
      names = {"V3_6", "V4_14", "V5_6", "V5_8", "V6_15"})
  void swapoffThatHasRoomEmptiesItsArea(Kernel kernel) {
    MachineReport report =
        mixed(kernel, "swapoff.s.area=a", "groups.t.unlimited-when-measuring=true");

    assertThat(report.swapoffs().get(0).record().emptied()).isTrue();
    assertThat(report.areas().get(0).used()).isZero();
  }
}
