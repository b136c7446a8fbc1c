package io.faultline.config;

/** Stretches the times of one actor. Stateful, for that actor alone. */
public abstract sealed class JitterSource {

  private static final JitterSource STEADY = new Steady();

  private JitterSource() {}

  /**
   * The time something takes this time.
   *
   * @param nowNanos present virtual time, at least 0
   * @param nanos what it takes on average, at least 0
   * @return {@code nanos} times the factor, rounded, at least 0; 0 stays 0
   */
  public abstract long apply(long nowNanos, long nanos);

  static JitterSource of(JitterSpec spec, long seed) {
    boolean varies = spec.share() > 0;
    boolean drifts = spec.drift() > 0;
    if (spec.distribution() == JitterSpec.Distribution.NONE || (!varies && !drifts)) {
      return STEADY;
    }
    JitterSource eachTime = varies ? new EachTime(spec, seed) : STEADY;
    return drifts ? new EachPeriod(spec, seed, eachTime) : eachTime;
  }

  // StrictMath, so that a run is the same on every JDK.
  private static double factor(
      JitterSpec.Distribution distribution, double spread, SplitMix64 random) {
    return switch (distribution) {
      case NONE -> 1;
      case UNIFORM -> 1 + spread * (2 * random.nextDouble() - 1);
      case EXPONENTIAL -> 1 - spread - spread * StrictMath.log(1 - random.nextDouble());
      case LOGNORMAL -> StrictMath.exp(spread * normal(random) - spread * spread / 2);
    };
  }

  /** A standard normal variate by the method of Box and Muller. */
  private static double normal(SplitMix64 random) {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  private static final class Steady extends JitterSource {
    @Override
    public long apply(long nowNanos, long nanos) {
      return nanos;
    }
  }

  private static final class EachTime extends JitterSource {
    private final JitterSpec spec;
    private final SplitMix64 random;

    EachTime(JitterSpec spec, long seed) {
      this.spec = spec;
      this.random = new SplitMix64(seed);
    }

    @Override
    public long apply(long nowNanos, long nanos) {
      return nanos == 0 ? 0 : Math.round(nanos * factor(spec.distribution(), spec.share(), random));
    }
  }

  /** The factor of a period depends on the seed and the period alone, not on what came before. */
  private static final class EachPeriod extends JitterSource {
    private final JitterSpec spec;
    private final long seed;
    private final JitterSource eachTime;
    private long period = -1;
    private double factor = 1;

    EachPeriod(JitterSpec spec, long seed, JitterSource eachTime) {
      this.spec = spec;
      this.seed = seed;
      this.eachTime = eachTime;
    }

    @Override
    public long apply(long nowNanos, long nanos) {
      long current = nowNanos / spec.periodNanos();
      if (current != period) {
        period = current;
        SplitMix64 random = new SplitMix64(SplitMix64.mix(seed + current) ^ seed);
        factor = factor(spec.distribution(), spec.drift(), random);
      }
      return Math.round(eachTime.apply(nowNanos, nanos) * factor);
    }
  }
}
