package io.faultline.app.laboratory;

import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.Interleaving;
import java.util.ArrayList;
import java.util.List;

/**
 * How often each combination is run.
 *
 * @param seeds workloads: the experiment's seed, the next one, and so on; at least 2
 * @param interleavings orders of actors within an instant for each seed; 1 leaves the order as the
 *     experiment has it, more are {@code shuffled:1}, {@code shuffled:2}, and so on
 */
public record Sampling(int seeds, int interleavings) {

  /** Most runs of one question. */
  public static final int MOST_RUNS = 100_000;

  /**
   * Checks what was typed.
   *
   * @param combinations how many are run
   * @throws ConfigError if it makes no sense
   */
  public static Sampling of(int seeds, int interleavings, int combinations) {
    if (seeds < 1) {
      throw new ConfigError("--seeds is at least 2, not " + seeds);
    }
    if (seeds == 1) {
      throw new ConfigError(
          "--seeds 1 gives no interval and tells no difference from chance; state 2 or more");
    }
    if (interleavings < 1) {
      throw new ConfigError("--interleavings is at least 1, not " + interleavings);
    }
    long runs = (long) seeds * interleavings;
    if (runs > MOST_RUNS || runs * combinations > MOST_RUNS) {
      throw new ConfigError(
          combinations
              + (combinations == 1 ? " combination" : " combinations")
              + ", "
              + seeds
              + " seeds and "
              + interleavings
              + " interleavings are too many runs; at most "
              + MOST_RUNS
              + " are made");
    }
    return new Sampling(seeds, interleavings);
  }

  /** Runs of each combination. */
  public int runs() {
    return seeds * interleavings;
  }

  /** The runs of an experiment: seed by seed, and of each the interleavings. */
  public List<Experiment> of(Experiment experiment) {
    List<Experiment> runs = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      Experiment seeded = experiment.reseeded(experiment.seed() + seed);
      for (int i = 1; i <= interleavings; i++) {
        runs.add(
            interleavings == 1 ? seeded : seeded.interleaved(new Interleaving.Shuffled((long) i)));
      }
    }
    return runs;
  }
}
