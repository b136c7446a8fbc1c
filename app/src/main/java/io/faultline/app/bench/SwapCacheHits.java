package io.faultline.app.bench;

import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Experiment;

/**
 * Hits in the swap cache: a sequential reader with the largest windows of the kernel's VMA
 * readahead, 32 pages, so that 31 faults in 32 find their page there. The time is that of
 * everything: the reads, the one major fault in 32, and reclaim.
 */
public final class SwapCacheHits {

  private SwapCacheHits() {}

  /**
   * The workload.
   *
   * @param passes reads as a multiple of the 65 536 pages, at least 1
   */
  public static Workload of(int passes) {
    return new Emulation(experiment(passes), report -> hits(report.vmstat()));
  }

  private static long hits(Vmstat counted) {
    return counted.get(VmstatItem.PGFAULT) - counted.get(VmstatItem.PGMAJFAULT);
  }

  /** What is emulated. */
  static Experiment experiment(int passes) {
    return Emulation.experiment(
        5, "64MiB", "push-out = true", "pattern = sequential, passes = " + passes);
  }
}
