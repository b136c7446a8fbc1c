package io.faultline.app.bench;

import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Experiment;

/**
 * Pages swapped in by a sequential reader with windows of eight: 256 MiB under a limit of 64 MiB.
 * Each page is read, found in the swap cache or waited for, mapped and reclaimed.
 */
public final class SequentialSwapin {

  private SequentialSwapin() {}

  /**
   * The workload.
   *
   * @param passes reads as a multiple of the 65 536 pages, at least 1
   */
  public static Workload of(int passes) {
    return new Emulation(experiment(passes), report -> report.vmstat().get(VmstatItem.PSWPIN));
  }

  /** What is emulated. */
  static Experiment experiment(int passes) {
    return Emulation.experiment(
        3, "64MiB", "push-out = true", "pattern = sequential, passes = " + passes);
  }
}
