package io.faultline.swapoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.MachineReport.SwapoffReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.invariants.CheckedRun;
import org.junit.jupiter.api.Test;

/** Swapoff of one of two equal areas, or of both: all invariants are checked at every instant. */
class SeveralAreasTest {

  private static final String TWO_AREAS =
      """
      machine { cpus = 2, memory = 64MiB }
      devices { d { model = virtio-blk }, e { model = virtio-blk } }
      swap {
        a { device = d, size = 16MiB, priority = 5 }
        b { device = e, size = 16MiB, priority = 5 }
      }
      groups { g { memory-max = 2MiB, unlimited-when-measuring = true } }
      processes {
        p1 { group = g, vmas.v.pages = 512, tasks.r { vma = v, pattern = sequential, passes = 2 } }
        p2 { group = g, vmas.v.pages = 512, tasks.w { vma = v, pattern = random, write = true, passes = 2 } }
      }
      swapoff { s { area = a } }
      """;

  private static final String LIMITED = "groups.g.unlimited-when-measuring=false";
  private static final String IDLE =
      "processes={ p { group = g, vmas.v { pages = 1024, populate = true } } }";
  private static final String THEN_B = "swapoff.t={ area = b, after = s }";

  @Test
  void oneAreaIsEmptiedWhileTheOtherStaysInUse() {
    MachineReport report = CheckedRun.of(TWO_AREAS);

    assertThat(report.swapoffs().get(0).record().emptied()).isTrue();
    assertThat(report.areas().get(0).used()).isZero();
    assertThat(report.areas().get(1).used()).isPositive();
  }

  @Test
  void whereMemoryIsTooSmallThePagesOfOneAreaGoOutToTheOther() {
    MachineReport report = CheckedRun.of(TWO_AREAS, LIMITED);

    assertThat(report.swapoffs().get(0).record().emptied()).isTrue();
    assertThat(report.areas().get(0).used()).isZero();
    assertThat(report.areas().get(1).used()).isGreaterThan(512);
    assertThat(report.vmstat().get(VmstatItem.PSWPOUT)).isGreaterThan(256);
  }

  @Test
  void twoSwapoffsAtOnceEmptyBoth() {
    MachineReport report = CheckedRun.of(TWO_AREAS, "swapoff.t.area=b");

    assertThat(report.swapoffs()).allMatch(swapoff -> swapoff.record().emptied());
    assertThat(report.areas()).allMatch(area -> area.used() == 0);
  }

  @Test
  void oneAfterTheOtherTheSecondBeginsWhereTheFirstEnds() {
    MachineReport report = CheckedRun.of(TWO_AREAS, IDLE, THEN_B);

    assertThat(report.swapoffs()).allMatch(swapoff -> swapoff.record().emptied());
    long together = 0;
    for (SwapoffReport swapoff : report.swapoffs()) {
      together += swapoff.record().elapsedNanos();
    }
    assertThat(report.virtualNanos()).isGreaterThanOrEqualTo(together);
  }

  @Test
  void oneAfterTheOtherBySlotsAsWell() {
    MachineReport report = CheckedRun.of(TWO_AREAS, THEN_B, "kernel=\"4.14\"");

    assertThat(report.swapoffs()).allMatch(swapoff -> swapoff.record().emptied());
    assertThat(report.areas()).allMatch(area -> area.used() == 0);
  }
}
