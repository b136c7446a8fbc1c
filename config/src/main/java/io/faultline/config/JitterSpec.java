package io.faultline.config;

/**
 * By what factor device and CPU times vary, so that a deterministic machine can still show a
 * distribution. The mean factor is 1.
 *
 * @param distribution shape of the factor
 * @param share how far it spreads from one time to the next; 0 when it does not
 * @param drift how far a second factor of the same shape spreads, which an actor keeps for a
 *     period, like a host whose speed wanders; 0 when it does not
 * @param periodNanos virtual time for which the second factor holds; above 0 where drift is
 */
public record JitterSpec(Distribution distribution, double share, double drift, long periodNanos) {

  /** No jitter at all. */
  public static final JitterSpec NONE = new JitterSpec(Distribution.NONE, 0, 0, 0);

  /** The shape of the factor. */
  public enum Distribution {
    /** Always 1. */
    NONE("none", 0),
    /** Evenly between 1 - share and 1 + share; share 0 to 1. */
    UNIFORM("uniform", 1),
    /** (1 - share) + share * an exponential variate of mean 1; share 0 to 1. */
    EXPONENTIAL("exponential", 1),
    /** A lognormal variate of mean 1 whose logarithm has the standard deviation share; 0 to 3. */
    LOGNORMAL("lognormal", 3);

    private final String word;
    private final double largestShare;

    Distribution(String word, double largestShare) {
      this.word = word;
      this.largestShare = largestShare;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }

    /** The largest share that makes sense. */
    public double largestShare() {
      return largestShare;
    }
  }

  /**
   * Refuses what cannot be drawn.
   *
   * @throws IllegalArgumentException if the share, the drift or the period is out of bounds
   */
  public JitterSpec {
    checkSpread("share", distribution, share);
    checkSpread("drift", distribution, drift);
    if (periodNanos < 0 || (periodNanos == 0 && drift > 0)) {
      throw new IllegalArgumentException(
          "period is at least 0, and above 0 where there is drift, not " + periodNanos);
    }
  }

  private static void checkSpread(String key, Distribution distribution, double spread) {
    if (!(spread >= 0 && spread <= distribution.largestShare())) {
      throw new IllegalArgumentException(
          key
              + " of "
              + distribution.word()
              + " is 0 to "
              + distribution.largestShare()
              + ", not "
              + spread);
    }
  }

  /**
   * The jitter of one actor.
   *
   * @param seed the experiment's seed
   * @param actor name of the actor; actors of the same name get the same factors
   */
  public JitterSource source(long seed, String actor) {
    return JitterSource.of(this, Seeds.derive(seed, actor + "/jitter"));
  }
}
