package io.faultline.app.bench;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import java.util.function.ToLongFunction;

/** The measured phase of an experiment, on a machine of actors with one carrier. */
public final class Emulation implements Workload {

  private final Experiment experiment;
  private final ToLongFunction<MachineReport> operations;

  /**
   * An experiment to be measured.
   *
   * @param operations what is counted of it
   */
  public Emulation(Experiment experiment, ToLongFunction<MachineReport> operations) {
    this.experiment = experiment;
    this.operations = operations;
  }

  /** An experiment of one task on a device that takes no time; {@code task} says what it does. */
  static Experiment experiment(int pageCluster, String memoryMax, String init, String task) {
    return ExperimentReader.text(
            "bench",
            """
            kernel = "6.1"
            machine { cpus = 1, memory = 4GiB, page-cluster = %d }
            groups { t { memory-max = %s } }
            devices { d { model = null-blk } }
            swap { a { device = d, size = 1GiB } }
            processes { p { group = t, vmas { v { pages = 65536 } }, tasks { t { vma = v, %s } } } }
            init = serial
            %s
            """
                .formatted(pageCluster, memoryMax, task, init))
        .read();
  }

  @Override
  public Round round() {
    Stopwatch stopwatch = new Stopwatch();
    Round[] timed = new Round[1];
    MachineReport report =
        new Machine(experiment)
            .onMeasuring(stopwatch::start)
            .onMeasured(() -> timed[0] = stopwatch.stop(1))
            .run();
    return new Round(operations.applyAsLong(report), timed[0].nanos(), timed[0].bytes());
  }
}
