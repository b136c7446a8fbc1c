package io.faultline.swapoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.SwapoffRecord;
import io.faultline.invariants.CheckedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Swapoff of the only area, with memory for less than comes back: it fails and nothing is lost. */
class WithoutMemoryTest {

  /** 512 pages on swap, of which 200 fit; its one access is all that the task makes. */
  private static final String IDLE =
      """
      machine { cpus = 1, memory = 64MiB }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 4MiB } }
      groups { g { memory-max = 800KiB } }
      processes.p { group = g, vmas.v.pages = 512, tasks.t { vma = v, pattern = sequential, accesses = 1 } }
      swapoff { s { area = a } }
      """;

  /** A reader and a writer of 256 pages each, and memory for half of them. */
  private static final String BUSY =
      """
      machine { cpus = 2, memory = 64MiB }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 8MiB } }
      groups { g { memory-max = 1MiB } }
      processes {
        p1 { group = g, vmas.v.pages = 256, tasks.r { vma = v, pattern = sequential, passes = 4 } }
        p2 { group = g, vmas.v.pages = 256, tasks.w { vma = v, pattern = random, write = true, passes = 4 } }
      }
      swapoff { s { area = a } }
      """;

  private static SwapoffRecord failed(MachineReport report) {
    SwapoffRecord swapoff = report.swapoffs().get(0).record();
    assertThat(swapoff.emptied()).isFalse();
    return swapoff;
  }

  @ParameterizedTest
  @CsvSource({"page-tables, kernel", "page-tables, fixed", "slots, kernel"})
  void itSaysHowFarItCameAndWhatIsLeft(String order, String variant) {
    MachineReport report =
        CheckedRun.of(IDLE, "swapoff.s.order=" + order, "swapoff.s.variant=" + variant);

    SwapoffRecord swapoff = failed(report);
    assertThat(swapoff.pages()).isBetween(190L, 200L);
    assertThat(swapoff.slotsLeft()).isBetween(512 - 200L, 512 - 190L);
    assertThat(report.areas().get(0).used()).isGreaterThanOrEqualTo(512 - 200);
  }

  @ParameterizedTest
  @CsvSource({
    "page-tables, virtio-blk, 2, fifo, 1",
    "page-tables, virtio-blk, 1, fifo, 1",
    "page-tables, nvme, 2, shuffled, 2",
    "page-tables, disk, 1, shuffled, 3",
    "slots, virtio-blk, 1, shuffled, 4",
    "slots, nvme, 2, fifo, 5",
    "page-tables, nvme, 3, parallel:2, 6"
  })
  void theAreaIsUsedAgainAndTheTasksGoOnWithAllTheirPages(
      String order, String device, int cpus, String interleaving, int seed) {
    MachineReport report =
        CheckedRun.of(
            BUSY,
            "swapoff.s.order=" + order,
            "swapoff.s.start=3ms",
            "devices.d={ model = " + device + " }",
            "machine.cpus=" + cpus,
            "interleaving=\"" + interleaving + "\"",
            "seed=" + seed);

    SwapoffRecord swapoff = failed(report);
    assertThat(swapoff.elapsedNanos()).isLessThan(report.virtualNanos());
    assertThat(report.vmstat().get(VmstatItem.PSWPOUT)).isGreaterThan(256);
    assertThat(report.areas().get(0).used()).isGreaterThanOrEqualTo(256);
  }

  /** It went round for ever: what one process got reclaim took from another, slot and all. */
  @Test
  void ofPagesThatProcessesShareItIsInterrupted() {
    MachineReport report =
        CheckedRun.of(
            IDLE,
            "processes.f1={ fork-of = p, tasks.t { vma = v, pattern = sequential, accesses = 1 } }",
            "processes.f2={ fork-of = p, tasks.t { vma = v, pattern = sequential, accesses = 1 } }");

    SwapoffRecord swapoff = failed(report);
    assertThat(swapoff.interrupted()).isTrue();
    assertThat(swapoff.slotsLeft()).isGreaterThanOrEqualTo(512 - 200);
    assertThat(report.areas().get(0).used()).isGreaterThanOrEqualTo(512 - 200);
  }

  @Test
  void ofTheMachinesOwnMemoryAsOfAGroups() {
    String withoutGroup =
        BUSY.replaceFirst("groups .*\n", "").replace("group = g, ", "").replace("64MiB", "1536KiB");
    MachineReport report = CheckedRun.of(withoutGroup, "swapoff.s.start=3ms");

    failed(report);
    assertThat(report.vmstat().get(VmstatItem.PSWPOUT)).isPositive();
  }
}
