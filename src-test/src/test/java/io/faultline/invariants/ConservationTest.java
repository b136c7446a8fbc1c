package io.faultline.invariants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.memory.OutOfMemory;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.virtualtime.MachineFailure;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines at their edges keep all that they should, at every instant. */
class ConservationTest {

  /** A reader and a writer of 512 pages each, under one limit of half of them. */
  private static final String PAIR =
      """
      machine { cpus = 2, memory = 64MiB }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 16MiB } }
      groups { g { memory-max = 2MiB } }
      processes {
        p1 { group = g, vmas.v.pages = 512, tasks.r { vma = v, pattern = sequential, passes = 2 } }
        p2 { group = g, vmas.v.pages = 512, tasks.w { vma = v, pattern = random, write = true, passes = 2 } }
      }
      """;

  /** Four tasks on the same 256 pages, of which 64 fit, and one CPU. */
  private static final String SAME_PAGES =
      """
      machine { cpus = 1, memory = 64MiB }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 4MiB } }
      groups { g { memory-max = 256KiB } }
      processes.p {
        group = g
        vmas.v.pages = 256
        tasks {
          t1 { vma = v, pattern = sequential, passes = 2 }
          t2 { vma = v, pattern = sequential, passes = 2 }
          t3 { vma = v, pattern = random, write = true, passes = 2 }
          t4 { vma = v, pattern = reverse, write = true, passes = 2 }
        }
      }
      """;

  /** Two tasks with 192 pages each, in a machine of 256 frames without groups. */
  private static final String WITHOUT_GROUPS =
      """
      machine { cpus = 2, memory = 1MiB }
      devices { d { model = nvme } }
      swap { a { device = d, size = 4MiB } }
      processes {
        p1 { vmas.v.pages = 192, tasks.r { vma = v, pattern = sequential, passes = 3 } }
        p2 { vmas.v.pages = 192, tasks.w { vma = v, pattern = random, write = true, passes = 3 } }
      }
      """;

  private static final String FREE_CPU =
      "machine.cpu.costs={ fault-entry = 0ns, allocate = 0ns, map = 0ns, copy = 0ns,"
          + " reclaim-scan = 0ns, reclaim-page = 0ns }";

  private static final String INSTANT_DEVICE = "devices.d={ model = null-blk, latency = 0us }";

  @ParameterizedTest
  @CsvSource({
    "5.8, virtio-blk",
    "5.8, nvme",
    "6.1, disk",
    "6.8, nvme",
    "6.12, virtio-blk",
    "6.12, nvme"
  })
  void everyKernelOnEveryKindOfDevice(String kernel, String model) {
    CheckedRun.of(PAIR, "kernel=\"" + kernel + "\"", "devices.d={ model = " + model + " }");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5})
  void everyWindow(int pageCluster) {
    CheckedRun.of(PAIR, "machine.page-cluster=" + pageCluster);
    CheckedRun.of(PAIR, "machine.page-cluster=" + pageCluster, "devices.d={ model = nvme }");
  }

  @Test
  void populatingAllAtOnceAndStartingWithoutPushingOut() {
    CheckedRun.of(PAIR, "init=parallel");
    CheckedRun.of(PAIR, "push-out=false");
    CheckedRun.of(PAIR, "init=parallel", "push-out=false", "interleaving=shuffled");
  }

  @Test
  void timesThatVary() {
    CheckedRun.of(PAIR, "jitter={ distribution = exponential, share = 1 }");
    CheckedRun.of(
        PAIR,
        "jitter={ distribution = lognormal, share = 0.5, drift = 0.2, period = 1ms }",
        "interleaving=shuffled");
  }

  @Test
  void aGroupForEachProcess() {
    CheckedRun.of(
        PAIR,
        "groups={ g { memory-max = 1MiB }, h { memory-max = 512KiB } }",
        "processes.p2.group=h");
  }

  @Test
  void kswapdFreesMemoryWhereNoGroupLimitsIt() {
    MachineReport report = CheckedRun.of(WITHOUT_GROUPS);
    assertThat(report.vmstat().get(VmstatItem.PGSTEAL_KSWAPD)).isPositive();
    CheckedRun.of(WITHOUT_GROUPS, "interleaving=shuffled", "seed=3", "machine.cpus=1");
    CheckedRun.of(WITHOUT_GROUPS, "devices.d={ model = disk }", "init=parallel", "push-out=false");
  }

  @Test
  void eightTasksOnOneCpu() {
    StringBuilder text = new StringBuilder(PAIR).append("machine.cpus = 1\n");
    IntStream.range(3, 9)
        .forEach(
            i ->
                text.append("processes.p" + i)
                    .append(" { group = g, vmas.v.pages = 128, tasks.t { vma = v,")
                    .append(" pattern = random, passes = 2, write = " + (i % 2 == 0) + " } }\n"));
    CheckedRun.of(text.toString());
    CheckedRun.of(text.toString(), "interleaving=shuffled", "devices.d={ model = nvme }");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void thinkingLongerThanAnythingElseTakes(String interleaving) {
    CheckedRun.of(
        PAIR,
        "interleaving=\"" + interleaving + "\"",
        "processes.p1.tasks.r.think=5ms",
        "processes.p2.tasks.w.think=1s");
  }

  @Test
  void allSwappinessButNoneReclaims() {
    CheckedRun.of(PAIR, "machine.swappiness=200");
    CheckedRun.of(PAIR, "machine.swappiness=1");
    assertThatThrownBy(() -> CheckedRun.of(PAIR, "machine.swappiness=0"))
        .isInstanceOf(MachineFailure.class)
        .hasCauseInstanceOf(OutOfMemory.class)
        .hasMessageContaining("group g");
  }

  @Test
  void swapExactlyAsLargeAsAllPagesIsEnough() {
    CheckedRun.of(PAIR, "swap.a.size=4100KiB"); // 1 024 pages and the header
    CheckedRun.of(PAIR, "swap.a.size=4100KiB", "devices.d={ model = nvme }");
  }

  @Test
  void swapNearlyFullIsReclaimedFromByReadersToo() {
    CheckedRun.of(PAIR, "swap.a.size=4400KiB", "push-out=false");
  }

  @Test
  void swapTooSmallIsOutOfMemoryByName() {
    assertThatThrownBy(() -> CheckedRun.of(PAIR, "swap.a.size=1MiB"))
        .isInstanceOf(MachineFailure.class)
        .hasCauseInstanceOf(OutOfMemory.class)
        .hasMessageContaining("group g");
  }

  @Test
  void aLimitOfAFewWindowsIsEnoughForOneTaskInEach() {
    CheckedRun.of(PAIR, "groups.g.memory-max=128KiB"); // 32 pages: the windows of both, twice
    CheckedRun.of(PAIR, "groups.g.memory-max=128KiB", "interleaving=shuffled");
  }

  @Test
  void tasksOnTheSamePages() {
    CheckedRun.of(SAME_PAGES);
    CheckedRun.of(SAME_PAGES, "machine.cpus=3", "devices.d={ model = nvme }");
  }

  @Test
  void anInstantThatWouldNotEndFailsByName() {
    assertThatThrownBy(() -> CheckedRun.of(PAIR, "machine.tasks-per-instant=5"))
        .isInstanceOf(MachineFailure.class)
        .hasMessageContaining("the clock would stand still for ever");
  }

  /** A follower mapped nothing and stored into thin air: seven pages came back different. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void aPageTakenAwayBeforeTheFollowerRanIsFaultedInAgain(int seed) {
    CheckedRun.of(SAME_PAGES, "interleaving=shuffled", "seed=" + seed, "push-out=false", FREE_CPU);
    CheckedRun.of(
        SAME_PAGES,
        "interleaving=shuffled",
        "seed=" + seed,
        "init=parallel",
        "kernel=\"5.8\"",
        "machine.page-cluster=1");
  }

  /** The only CPU was that of a task whose charge waited for kswapd, which waited for a CPU. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aChargeThatKswapdCannotHelpIsOutOfMemoryAndNoDeadlock(int cpus) {
    assertThatThrownBy(
            () -> CheckedRun.of(WITHOUT_GROUPS, "machine.cpus=" + cpus, "swap.a.size=256KiB"))
        .isInstanceOf(MachineFailure.class)
        .hasCauseInstanceOf(OutOfMemory.class)
        .hasMessageContaining("the machine");
  }

  /** Without costs a kswapd that is woken while all pages are being written scans for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"disk", "nvme", "virtio-blk"})
  void aChargeThatWaitsIsServedWhenKswapdOrTheDeviceMadeRoom(String model) {
    CheckedRun.of(
        WITHOUT_GROUPS,
        "devices.d={ model = " + model + " }",
        FREE_CPU,
        "processes.p1.tasks.r.write=true");
  }

  /** The run used to end in the middle of an instant: a page mapped, its frame not yet told. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void theRunEndsWhereNoMessageIsUnderWay(int seed) {
    CheckedRun.of(PAIR, "interleaving=shuffled", "seed=" + seed, INSTANT_DEVICE, FREE_CPU);
    CheckedRun.of(SAME_PAGES, "interleaving=shuffled", "seed=" + seed, INSTANT_DEVICE, FREE_CPU);
  }

  /** Done meant a finishing time above 0. */
  @Test
  void aTaskThatTookNoTimeIsDoneAllTheSame() {
    CheckedRun.of(
        """
        machine { cpus = 1, memory = 64MiB, page-cluster = 0 }
        devices { d { model = null-blk, latency = 0us } }
        swap { a { device = d, size = 4MiB } }
        processes.p { vmas.v.pages = 64, tasks.t { vma = v, pattern = sequential } }
        """,
        FREE_CPU);
  }
}
