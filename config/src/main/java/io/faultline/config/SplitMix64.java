package io.faultline.config;

/**
 * The splitmix64 generator (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), which the recorded workloads draw their pages from.
 */
public final class SplitMix64 {

  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  /**
   * A generator.
   *
   * @param seed any number; the state before the first step
   */
  public SplitMix64(long seed) {
    state = seed;
  }

  /** The next 64 bits. */
  public long next() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** The upper 53 of the next 64 bits as a double from 0 (included) to 1 (excluded). */
  public double nextDouble() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /**
   * The next 64 bits, unsigned, modulo {@code bound}; as the recorded workload does it, so the
   * remainders are not quite equally likely.
   *
   * @param bound at least 1
   * @return 0 to bound - 1
   */
  public int nextBelow(int bound) {
    return (int) Long.remainderUnsigned(next(), bound);
  }

  /** The finalizer: a bijection that spreads every bit of {@code z} over all 64. */
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
