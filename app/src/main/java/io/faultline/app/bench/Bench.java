package io.faultline.app.bench;

import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * All figures, one after the other: a workload is warmed up, then timed in several rounds, of which
 * the median counts.
 */
public final class Bench {

  private static final String A_SECOND = "/s";

  private final boolean quick;
  private final Consumer<String> progress;
  private final List<Figure> figures = new ArrayList<>();

  /**
   * A measurement.
   *
   * @param quick whether a rough figure will do: smaller rounds, and three of them
   * @param progress told the name of each figure before it is measured
   */
  public Bench(boolean quick, Consumer<String> progress) {
    this.quick = quick;
    this.progress = progress;
  }

  /** Measures everything; takes some 100 s, or 20 s if quick. */
  public List<Figure> measure() {
    figures.clear();
    rounds("majorFaultsPerSecond", MajorFaults.of(quick ? 5 : 15), this::faults);
    rounds("swappedInPagesPerSecond", SequentialSwapin.of(quick ? 10 : 30));
    rounds("swapCacheHitsPerSecond", SwapCacheHits.of(quick ? 15 : 45));
    rounds("residentTouchesPerSecond", ResidentTouches.of(quick ? 500 : 3_000));
    actorOverPlain();
    rounds("messagesPerSecond", new MessageRing(quick ? 2_000_000 : 10_000_000));
    rounds(
        "akkaDispatcherMessagesPerSecond",
        new DefaultDispatcherRing(quick ? 2_000_000 : 10_000_000));
    rounds("pholdEventsPerSecond", new Phold(quick ? 1_000_000 : 4_000_000));
    rounds("machineStartsPerSecond", new MachineStarts());
    return List.copyOf(figures);
  }

  private void faults(List<Round> rounds) {
    figures.add(figure("bytesPerMajorFault", "B", rounds, Round::bytesEach));
  }

  private void rounds(String name, Workload workload) {
    rounds(name, workload, rounds -> {});
  }

  private void rounds(String name, Workload workload, Consumer<List<Round>> alsoOf) {
    progress.accept(name);
    for (int i = 0; i < warmUps(); i++) {
      workload.round();
    }
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < timed(); i++) {
      rounds.add(workload.round());
    }
    figures.add(figure(name, A_SECOND, rounds, Round::perSecond));
    alsoOf.accept(rounds);
  }

  private static Figure figure(
      String name, String unit, List<Round> rounds, ToDoubleFunction<Round> value) {
    return Figure.of(name, unit, rounds.stream().mapToDouble(value).toArray());
  }

  private int warmUps() {
    return quick ? 1 : 2;
  }

  private int timed() {
    return quick ? 3 : 5;
  }

  /** Time of the actors over that of the plain reference, in pairs on the same experiment. */
  private void actorOverPlain() {
    String name = "actorOverPlain";
    String unit = "times";
    progress.accept(name);
    Optional<PlainReference> found = PlainReference.find();
    if (found.isEmpty()) {
      figures.add(
          Figure.absent(
              name, unit, "the plain reference, a class of the tests, is not on the class path"));
      return;
    }
    int passes = quick ? 2 : 5;
    Experiment mixture =
        ExperimentReader.preset("mixed-large")
            .set("processes.p1.tasks.seq.passes=" + passes)
            .set("processes.p2.tasks.rnd.passes=" + passes)
            .set("jitter.distribution=uniform") // or the tasks would meet at one nanosecond
            .set("jitter.share=0.01")
            .read();
    Workload actors = new Emulation(mixture, report -> report.vmstat().get(VmstatItem.PGFAULT));
    Workload plain = () -> found.get().run(mixture);
    double[] ratios = new double[timed()];
    for (int i = -warmUps(); i < ratios.length; i++) {
      Round withActors = actors.round();
      Round without = plain.round();
      if (withActors.operations() != without.operations()) {
        throw new IllegalStateException(
            "the plain reference counted "
                + without.operations()
                + " page faults, the actors "
                + withActors.operations());
      }
      if (i >= 0) {
        ratios[i] = (double) withActors.nanos() / without.nanos();
      }
    }
    figures.add(Figure.of(name, unit, ratios));
  }
}
