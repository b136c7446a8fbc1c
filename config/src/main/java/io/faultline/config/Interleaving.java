package io.faultline.config;

import java.util.OptionalLong;

/** The order in which actors that are runnable at the same virtual time take their turns. */
public sealed interface Interleaving {

  /** First come, first served on one carrier thread: reproducible to the bit. */
  record Fifo() implements Interleaving {
    @Override
    public String toString() {
      return "fifo";
    }
  }

  /**
   * The next actor is drawn by a seeded generator on one carrier thread: every seed replays
   * exactly.
   *
   * @param seed of that generator alone, so that the order varies and the workload does not; empty
   *     if the experiment's seed decides on both
   */
  record Shuffled(OptionalLong seed) implements Interleaving {

    /** Drawn from the experiment's seed. */
    public Shuffled() {
      this(OptionalLong.empty());
    }

    /** Drawn from a seed of its own. */
    public Shuffled(long seed) {
      this(OptionalLong.of(seed));
    }

    @Override
    public String toString() {
      return seed.isPresent() ? "shuffled:" + seed.getAsLong() : "shuffled";
    }
  }

  /**
   * Carrier threads race inside an instant. Invariants and distributions hold; nothing is
   * reproducible.
   *
   * @param carriers number of threads, at least 1
   */
  record Parallel(int carriers) implements Interleaving {
    public Parallel {
      if (carriers < 1) {
        throw new IllegalArgumentException("parallel needs at least one carrier, got " + carriers);
      }
    }

    @Override
    public String toString() {
      return "parallel:" + carriers;
    }
  }

  /**
   * What the order of actors is drawn from.
   *
   * @param experimentSeed the experiment's seed, where the order has none of its own
   */
  default long seedOr(long experimentSeed) {
    return this instanceof Shuffled shuffled
        ? shuffled.seed().orElse(experimentSeed)
        : experimentSeed;
  }

  /**
   * Reads {@code fifo}, {@code shuffled}, {@code shuffled:seed}, {@code parallel} (2 carriers) or
   * {@code parallel:n}.
   *
   * @throws IllegalArgumentException if the text is none of these; the message says what is allowed
   */
  static Interleaving parse(String text) {
    return switch (text) {
      case "fifo" -> new Fifo();
      case "shuffled" -> new Shuffled();
      case "parallel" -> new Parallel(2);
      default -> {
        if (text.matches("parallel:[1-9][0-9]{0,2}")) {
          yield new Parallel(Integer.parseInt(text.substring("parallel:".length())));
        }
        if (text.matches("shuffled:[0-9]{1,18}")) {
          yield new Shuffled(Long.parseLong(text.substring("shuffled:".length())));
        }
        throw new IllegalArgumentException(
            "interleaving is fifo, shuffled, shuffled:SEED, parallel or parallel:N, not " + text);
      }
    };
  }
}
