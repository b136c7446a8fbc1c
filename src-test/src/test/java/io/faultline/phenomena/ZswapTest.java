package io.faultline.phenomena;

import static io.faultline.phenomena.Runs.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.zswap.ZswapCounters;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whole machines with zswap: what its limit does, and what swapoff finds there. */
class ZswapTest {

  /** The pool may have 163 of 16384 pages; a task's 4096 pages are stored over and over. */
  private static final String FULL_POOL =
      """
      kernel = "6.12"
      machine { cpus = 1, memory = 64MiB }
      groups.g.memory-max = 4MiB
      devices.d.model = nvme
      swap.a { device = d, size = 64MiB }
      zswap { compressor = lzo, zpool = zbud, max-pool-percent = 1 }
      processes.p {
        group = g
        vmas.v { pages = 4096, content = quarter-random }
        tasks.w { vma = v, pattern = random, write = true, accesses = 20000 }
      }
      push-out = true
      """;

  private static final String PUSHED_OUT_WITH_SHRINKER =
      """
      kernel = "6.12"
      machine { cpus = 1, memory = 964MiB, lru = mglru }
      groups.g.memory-max = 64MiB
      devices.d.model = nvme
      swap.a { device = d, size = 512MiB }
      zswap { compressor = zstd, zpool = zsmalloc, max-pool-percent = 1, shrinker-enabled = true }
      processes.p {
        group = g
        vmas.v { pages = 32768, content = quarter-random }
        tasks.r { vma = v, pattern = sequential, accesses = 1 }
      }
      push-out = true
      """;

  private static final String SWAPOFF =
      """
      kernel = "6.12"
      machine { cpus = 1, memory = 64MiB }
      groups.g { memory-max = 4MiB, unlimited-when-measuring = true }
      devices.d.model = nvme
      swap.a { device = d, size = 64MiB }
      zswap { compressor = zstd, zpool = zsmalloc, max-pool-percent = 2 }
      processes.p { group = g, vmas.v { pages = 4096, populate = true, content = quarter-random } }
      swapoff.s { area = a }
      """;

  private static ZswapCounters.Reading zswap(MachineReport report) {
    return Objects.requireNonNull(report.zswap());
  }

  @Test
  void aPoolThatOpensAtItsLimitIsHitMoreOftenAndStoresLessThanOneThatShrinksFirst() {
    MachineReport at90 = text(FULL_POOL);
    MachineReport at100 = text(FULL_POOL, "zswap.accept-threshold-percent=100");

    // at 100 the pool has a page at a time for new entries, and most refusals are those of a full
    // pool; at 90 it shrinks by a tenth, and most refusals come meanwhile
    assertThat(zswap(at100).poolLimitHit()).isGreaterThan(3 * zswap(at90).poolLimitHit() / 2);
    assertThat(zswap(at90).writtenBackPages()).isGreaterThan(10 * zswap(at100).writtenBackPages());
    assertThat(at90.vmstat().get(VmstatItem.ZSWPOUT))
        .isGreaterThan(3 * at100.vmstat().get(VmstatItem.ZSWPOUT));
  }

  /**
   * Reclaim stores a batch of 32 pages at one instant, and the worker writes back between batches.
   * So the pool changes its state every few batches at most, where the kernel's may at each store.
   */
  @Test
  void atAThresholdOfAHundredTheStateOfAFullPoolTogglesAndAtNinetyMoreIsRefused() {
    String[] machine = {
      "kernel=\"6.1\"", // one page of zbud for each store beyond the limit, without second chance
      "machine.cpus=2",
      "groups.g.memory-max=8MiB",
      "zswap.max-pool-percent=4",
      "processes.p.vmas.v.pages=8192"
    };
    MachineReport at90 = text(FULL_POOL, machine);
    String[] opensAtOnce = Arrays.copyOf(machine, machine.length + 1);
    opensAtOnce[machine.length] = "zswap.accept-threshold-percent=100";
    MachineReport at100 = text(FULL_POOL, opensAtOnce);

    assertThat(zswap(at100).timesFull()).isGreaterThan(20 * zswap(at90).timesFull());
    assertThat(refused(at90)).isGreaterThan(5 * refused(at100) / 4);
  }

  /** What reclaim wrote to the device itself. */
  private static long refused(MachineReport report) {
    return report.vmstat().get(VmstatItem.PSWPOUT) - zswap(report).writtenBackPages();
  }

  @Test
  void aPushOutWithAShrinkerReclaimsThePagesOfTheRegionBeforeThoseWrittenBack() {
    MachineReport report = text(PUSHED_OUT_WITH_SHRINKER);

    // seven calls for 16 MiB each, the last of which reclaims nothing but what was written back
    assertThat(zswap(report).storedPages()).isGreaterThan(500);
  }

  @Test
  void swapoffTakesFromZswapWhatIsThereAndTheRestFromTheDevice() {
    MachineReport report = text(SWAPOFF);

    assertThat(report.swapoffs().get(0).record().emptied()).isTrue();
    assertThat(report.areas().get(0).used()).isZero();
    assertThat(zswap(report).storedPages()).isZero();
    assertThat(zswap(report).poolTotalSize()).isZero();
    assertThat(report.vmstat().get(VmstatItem.ZSWPIN)).isPositive();
    assertThat(report.vmstat().get(VmstatItem.PSWPIN)).isPositive();
    assertThat(report.vmstat().get(VmstatItem.ZSWPIN) + report.vmstat().get(VmstatItem.PSWPIN))
        .isBetween(3072L, 4096L);
  }
}
