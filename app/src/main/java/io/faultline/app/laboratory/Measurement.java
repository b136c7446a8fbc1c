package io.faultline.app.laboratory;

import io.faultline.app.reproduce.Emulator;
import io.faultline.config.Experiment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the runs of several combinations gave. */
public final class Measurement {

  private final List<Combination> combinations;
  private final Sampling sampling;
  private final List<Reading> readings;

  private Measurement(List<Combination> combinations, Sampling sampling, List<Reading> readings) {
    this.combinations = List.copyOf(combinations);
    this.sampling = sampling;
    this.readings = List.copyOf(readings);
  }

  /**
   * What a run gave.
   *
   * @param seed of the workload
   * @param interleaving order of actors within an instant
   * @param figures by the name of the metric; empty if the run failed
   * @param failure what went wrong, also an invariant that does not hold; null if nothing did
   */
  public record Reading(
      long seed, String interleaving, Map<String, Double> figures, @Nullable String failure) {}

  /**
   * Runs every combination as often as the sampling says, side by side on all cores.
   *
   * @param emulator says how far it is
   * @param reading reads a run; called by several threads
   */
  public static Measurement of(
      List<Combination> combinations,
      Sampling sampling,
      Emulator emulator,
      Function<Emulator.Trial, Reading> reading)
      throws InterruptedException {
    List<Experiment> runs = new ArrayList<>();
    combinations.forEach(combination -> runs.addAll(sampling.of(combination.experiment())));
    return new Measurement(combinations, sampling, emulator.run(runs, reading));
  }

  /** What was run. */
  public List<Combination> combinations() {
    return combinations;
  }

  /** How often. */
  public Sampling sampling() {
    return sampling;
  }

  /** The runs of a combination, seed by seed and of each the interleavings. */
  public List<Reading> runs(int combination) {
    int first = combination * sampling.runs();
    return readings.subList(first, first + sampling.runs());
  }

  /** Names of all metrics that any run has, in the order in which runs have them. */
  public Set<String> metrics() {
    Set<String> names = new LinkedHashSet<>();
    readings.forEach(reading -> names.addAll(reading.figures().keySet()));
    return names;
  }

  /** A metric of a combination. */
  public Sample sample(int combination, String metric, Unit unit) {
    double[][] figures = new double[sampling.seeds()][sampling.interleavings()];
    List<Reading> runs = runs(combination);
    for (int i = 0; i < runs.size(); i++) {
      figures[i / sampling.interleavings()][i % sampling.interleavings()] =
          runs.get(i).figures().getOrDefault(metric, Double.NaN);
    }
    return new Sample(unit, figures);
  }

  /** Whether two combinations ran the same seeds, so that their runs are pairs. */
  public boolean pairs(int one, int other) {
    return combinations.get(one).experiment().seed() == combinations.get(other).experiment().seed();
  }
}
