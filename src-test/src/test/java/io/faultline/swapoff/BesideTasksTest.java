package io.faultline.swapoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.MachineReport.SwapoffReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.invariants.CheckedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Swapoff of the only area while tasks go on, with memory for all pages in the end: all invariants
 * are checked at every instant.
 */
class BesideTasksTest {

  /** A reader and a writer of 256 pages each, all of them on swap when it begins. */
  private static final String PAIR =
      """
      machine { cpus = 2, memory = 64MiB }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 16MiB } }
      groups { g { memory-max = 8MiB } }
      processes {
        p1 { group = g, vmas.v.pages = 256, tasks.r { vma = v, pattern = sequential, passes = 2 } }
        p2 { group = g, vmas.v.pages = 256, tasks.w { vma = v, pattern = random, write = true, passes = 2 } }
      }
      swapoff { s { area = a } }
      """;

  /** The same pair, half of it in memory when it begins. */
  private static final String[] HALF = {
    "groups.g={ memory-max = 1MiB, unlimited-when-measuring = true }",
    "push-out=false",
    "init=parallel"
  };

  private static String[] halfAnd(String... settings) {
    String[] all = java.util.Arrays.copyOf(HALF, HALF.length + settings.length);
    System.arraycopy(settings, 0, all, HALF.length, settings.length);
    return all;
  }

  private static SwapoffReport emptied(MachineReport report) {
    SwapoffReport swapoff = report.swapoffs().get(0);
    assertThat(swapoff.record().emptied()).isTrue();
    assertThat(report.areas().get(0).used()).isZero();
    return swapoff;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vanilla-5.6",
        "fixed",
        "lookup-and-always-readahead",
        "hits-plus-plus",
        "hits-equal-last",
        "lookup-with-hits-equal-last",
        "lookup-correct"
      })
  void everyVariantEmptiesTheAreaUnderTheTasksHands(String variant) {
    for (String device : new String[] {"virtio-blk", "nvme"}) {
      MachineReport report =
          CheckedRun.of(
              PAIR, "swapoff.s.variant=" + variant, "devices.d={ model = " + device + " }");

      assertThat(emptied(report).record().pages()).isPositive();
      assertThat(report.memory().activeAnon() + report.memory().inactiveAnon()).isEqualTo(512);
      assertThat(report.memory().swapCached()).isZero();
    }
  }

  @Test
  void slotBySlotAsWell() {
    MachineReport report = CheckedRun.of(PAIR, "swapoff.s.order=slots");

    assertThat(emptied(report).record().pages()).isPositive();
    assertThat(report.memory().activeAnon() + report.memory().inactiveAnon()).isEqualTo(512);
  }

  @ParameterizedTest
  @CsvSource({
    "page-tables, 1, fifo, 1",
    "page-tables, 2, shuffled, 2",
    "slots, 1, shuffled, 3",
    "slots, 2, fifo, 4",
    "page-tables, 3, parallel:2, 5"
  })
  void swapoffThatBeginsWhilePagesAreBeingWrittenWaitsForThem(
      String order, int cpus, String interleaving, int seed) {
    // a disk still writes when the tasks are done with their pages
    MachineReport report =
        CheckedRun.of(
            PAIR,
            halfAnd(
                "devices.d={ model = disk }",
                "swapoff.s.order=" + order,
                "machine.cpus=" + cpus,
                "interleaving=\"" + interleaving + "\"",
                "seed=" + seed));

    assertThat(emptied(report).record().pages()).isPositive();
    // written pages that are still mapped nowhere go to the end of their list
    assertThat(report.vmstat().get(VmstatItem.PGROTATED)).isPositive();
    assertThat(report.memory().activeAnon() + report.memory().inactiveAnon()).isEqualTo(512);
  }

  @Test
  void backgroundTasksRunForAsLongAsSwapoffDoesAndThenStop() {
    MachineReport report =
        CheckedRun.of(
            PAIR,
            "processes.p1.tasks.r.background=true",
            "processes.p2.tasks.w.background=true",
            "processes.p2.tasks.w.think=5us",
            "machine.cpus=1");

    long elapsed = emptied(report).record().elapsedNanos();
    assertThat(report.tasks())
        .allSatisfy(
            task -> {
              assertThat(task.record().accesses()).isPositive();
              assertThat(task.record().virtualNanos()).isGreaterThanOrEqualTo(elapsed);
            });
  }

  @Test
  void afterTheTasksHaveReadEverythingOnlySlotsAreLeftToBeGivenUp() {
    MachineReport report =
        CheckedRun.of(PAIR, halfAnd("processes.p2.tasks.w.pattern=reverse", "swapoff.s.start=10s"));

    assertThat(emptied(report).record().pages()).isZero();
    assertThat(report.virtualNanos()).isGreaterThan(10_000_000_000L);
  }
}
