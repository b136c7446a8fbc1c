package io.faultline.app.reproduce;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Runs experiments side by side, one machine a thread on all cores, and equal ones once. */
public final class Emulator {

  private final AtomicInteger done = new AtomicInteger();

  /**
   * What came of a run: a report or a failure.
   *
   * @param run the run
   * @param experiment what was run
   * @param report null if the run failed
   * @param failure null if it did not
   */
  public record Outcome(
      Run run, Experiment experiment, @Nullable MachineReport report, @Nullable Throwable failure) {

    /**
     * The report.
     *
     * @throws RunFailed if there is none
     */
    public MachineReport reportOrThrow() {
      if (report == null) {
        throw new RunFailed(
            run, failure == null ? new IllegalStateException("no report") : failure);
      }
      return report;
    }
  }

  /**
   * What came of an experiment: a report or a failure.
   *
   * @param report null if the run failed
   * @param failure null if it did not
   */
  public record Trial(
      Experiment experiment, @Nullable MachineReport report, @Nullable Throwable failure) {}

  /** What came of several runs. */
  public static final class Outcomes {

    private final Map<Run, Outcome> byRun;

    private Outcomes(Map<Run, Outcome> byRun) {
      this.byRun = byRun;
    }

    /** Each, in the order of the runs. */
    public List<Outcome> all() {
      return List.copyOf(byRun.values());
    }

    /**
     * What came of one.
     *
     * @throws IllegalArgumentException if it was not run
     */
    public Outcome of(Run run) {
      Outcome outcome = byRun.get(run);
      if (outcome == null) {
        throw new IllegalArgumentException("not run: " + run);
      }
      return outcome;
    }
  }

  /** How many runs have ended since it was made; may be asked from another thread. */
  public int runsDone() {
    return done.get();
  }

  /**
   * Runs them.
   *
   * @param runs those that are equal are run once
   * @param scale of all
   * @throws ConfigError if one of them is no experiment, before any of them is run
   */
  public Outcomes run(Collection<Run> runs, Scale scale) throws InterruptedException {
    Map<Run, Experiment> experiments = new LinkedHashMap<>();
    for (Run run : runs) {
      if (!experiments.containsKey(run)) {
        experiments.put(run, run.experiment(scale));
      }
    }
    List<Callable<Outcome>> tasks = new ArrayList<>();
    experiments.forEach(
        (run, experiment) ->
            tasks.add(
                () -> {
                  Trial trial = tried(experiment);
                  return new Outcome(run, experiment, trial.report(), trial.failure());
                }));
    Map<Run, Outcome> outcomes = new LinkedHashMap<>();
    for (Outcome outcome : sideBySide(tasks)) {
      outcomes.put(outcome.run(), outcome);
    }
    return new Outcomes(outcomes);
  }

  /**
   * Runs experiments and keeps of each what is read from it: reports are large.
   *
   * @param reading called by the threads of the runs
   * @return what was read, in the order of the experiments
   */
  public <T> List<T> run(List<Experiment> experiments, Function<Trial, T> reading)
      throws InterruptedException {
    List<Callable<T>> tasks = new ArrayList<>();
    experiments.forEach(experiment -> tasks.add(() -> reading.apply(tried(experiment))));
    return sideBySide(tasks);
  }

  private static <T> List<T> sideBySide(List<Callable<T>> tasks) throws InterruptedException {
    LoggerFactory.getILoggerFactory(); // once, before threads ask for it at the same time
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(tasks.size(), Runtime.getRuntime().availableProcessors())));
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> running : pool.invokeAll(tasks)) {
        results.add(running.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ConfigError refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private Trial tried(Experiment experiment) {
    try {
      return new Trial(experiment, new Machine(experiment).run(), null);
    } catch (ConfigError refused) {
      throw refused;
    } catch (RuntimeException | OutOfMemoryError e) {
      return new Trial(experiment, null, e);
    } finally {
      done.incrementAndGet();
    }
  }
}
