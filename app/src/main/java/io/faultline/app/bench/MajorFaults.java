package io.faultline.app.bench;

import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Experiment;

/**
 * Major faults with a window of one page: random reads of 256 MiB under a limit of 64 MiB, so that
 * three reads in four are faults, each with its share of reclaim.
 */
public final class MajorFaults {

  private MajorFaults() {}

  /**
   * The workload.
   *
   * @param passes reads as a multiple of the 65 536 pages, at least 1
   */
  public static Workload of(int passes) {
    return new Emulation(experiment(passes), report -> report.vmstat().get(VmstatItem.PGMAJFAULT));
  }

  /** What is emulated. */
  static Experiment experiment(int passes) {
    return Emulation.experiment(
        0, "64MiB", "push-out = true", "pattern = random, seed = 1, passes = " + passes);
  }
}
