package io.faultline.app;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.sweep.PointRunner;
import io.faultline.app.laboratory.Measurement;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.SweepPoint;
import io.faultline.config.SweepSpec;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.SweepPlan;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs a point of a sweep on a machine and reads its figures. */
final class PointEmulation implements PointRunner {

  private final AtomicInteger running = new AtomicInteger();
  private volatile @Nullable Understood last;

  private record Understood(String id, SweepSpec spec, List<String> metrics) {}

  /** How many points are being run. */
  int running() {
    return running.get();
  }

  @Override
  public Outcome run(SweepPlan plan, int number) {
    running.incrementAndGet();
    try {
      return emulated(plan, number);
    } finally {
      running.decrementAndGet();
    }
  }

  private Outcome emulated(SweepPlan plan, int number) {
    Understood sweep = understood(plan);
    SweepPoint point = sweep.spec().point(number);
    Experiment experiment;
    try {
      experiment = sweep.spec().experiment(point);
    } catch (ConfigError e) {
      String message = Failures.oneLine(e.getMessage());
      String shown = message.startsWith("--set ") ? message.substring("--set ".length()) : message;
      return new Outcome(PointRow.failed(number, "", "", shown), false);
    }
    String kernel = experiment.kernel().release();
    String sha256 = experiment.sha256();
    try {
      return new Outcome(row(number, kernel, sha256, sweep.metrics(), experiment), false);
    } catch (ConfigError e) { // a heuristic that is not on the class path
      return failed(number, kernel, sha256, e, true);
    } catch (RuntimeException e) {
      return failed(number, kernel, sha256, e, ranOutOfHeap(e));
    } catch (OutOfMemoryError | StackOverflowError | LinkageError e) {
      return failed(number, kernel, sha256, e, true); // another node may have more
    }
  }

  private static PointRow row(
      int number, String kernel, String sha256, List<String> metrics, Experiment experiment) {
    var report = new Machine(experiment).withEventHash().run();
    Measurement.Reading reading =
        Metrics.reading(new Emulator.Trial(experiment, report, null), Metrics.meantBy(metrics));
    if (reading.failure() != null) {
      return PointRow.failed(number, kernel, sha256, reading.failure());
    }
    Map<String, Double> figures = reading.figures();
    List<String> names = Metrics.selected(metrics, figures.keySet());
    return new PointRow(
        number,
        kernel,
        sha256,
        Objects.requireNonNullElse(report.eventHash(), ""),
        "",
        names.toArray(String[]::new),
        names.stream().mapToDouble(name -> Objects.requireNonNull(figures.get(name))).toArray());
  }

  private static Outcome failed(
      int number, String kernel, String sha256, Throwable failure, boolean mayRetry) {
    return new Outcome(
        PointRow.failed(number, kernel, sha256, Failures.describe(failure)), mayRetry);
  }

  private static boolean ranOutOfHeap(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError || cause instanceof StackOverflowError) {
        return true;
      }
    }
    return false;
  }

  private Understood understood(SweepPlan plan) {
    Understood known = last;
    if (known == null || !known.id().equals(plan.id())) {
      SweepSpec spec = SweepSpec.parse(plan.text());
      known =
          new Understood(
              plan.id(), spec, spec.metrics().isEmpty() ? Metrics.USUAL : spec.metrics());
      last = known;
    }
    return known;
  }
}
