package io.faultline.config;

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
   */
  record Shuffled() implements Interleaving {
    @Override
    public String toString() {
      return "shuffled";
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
   * Reads {@code fifo}, {@code shuffled}, {@code parallel} (2 carriers) or {@code parallel:n}.
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
        throw new IllegalArgumentException(
            "interleaving is fifo, shuffled, parallel or parallel:N, not " + text);
      }
    };
  }
}
