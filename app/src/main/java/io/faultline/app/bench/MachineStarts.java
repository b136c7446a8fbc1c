package io.faultline.app.bench;

import io.faultline.actors.machine.Machine;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;

/**
 * Machines from nothing to their report: two tasks that touch a page each. Timed by the wall clock,
 * since Akka starts and stops with threads of its own.
 */
public final class MachineStarts implements Workload {

  private static final int MACHINES = 10;

  private final Experiment experiment =
      ExperimentReader.preset("mixed")
          .set("processes.p1.vmas.v.pages=16")
          .set("processes.p2.vmas.v.pages=16")
          .set("processes.p1.tasks.seq.accesses=1")
          .set("processes.p2.tasks.rnd.accesses=1")
          .read();

  @Override
  public Round round() {
    long from = System.nanoTime();
    for (int i = 0; i < MACHINES; i++) {
      new Machine(experiment).run();
    }
    return new Round(MACHINES, System.nanoTime() - from, 0);
  }
}
