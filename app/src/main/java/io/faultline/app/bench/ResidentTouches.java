package io.faultline.app.bench;

import io.faultline.config.Experiment;

/** Accesses to pages that are in memory: a sequential reader of 256 MiB, all of them mapped. */
public final class ResidentTouches {

  private ResidentTouches() {}

  /**
   * The workload.
   *
   * @param passes reads as a multiple of the 65 536 pages, at least 1
   */
  public static Workload of(int passes) {
    Experiment experiment = experiment(passes);
    return new Emulation(experiment, report -> experiment.totalAccesses());
  }

  /** What is emulated. */
  static Experiment experiment(int passes) {
    return Emulation.experiment(
        3, "1GiB", "push-out = false", "pattern = sequential, passes = " + passes);
  }
}
