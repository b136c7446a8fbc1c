package io.faultline.config;

/**
 * The order in which a task visits the P pages of its region; j is the number of the access modulo
 * P, both counted from 0. {@link AccessPattern} walks it.
 */
public sealed interface PatternSpec {

  /** The pattern as it is written in an experiment. */
  String word();

  /** Page j. */
  record Sequential() implements PatternSpec {
    @Override
    public String word() {
      return "sequential";
    }
  }

  /** Page P - 1 - j. */
  record Reverse() implements PatternSpec {
    @Override
    public String word() {
      return "reverse";
    }
  }

  /**
   * With S = P / stride, page (j mod S) * stride + j / S: 0, stride, 2 * stride, ..., then 1, 1 +
   * stride, ...; every page once in P accesses.
   *
   * @param stride in pages, at least 1, a divisor of P
   */
  record Strided(int stride) implements PatternSpec {
    @Override
    public String word() {
      return "strided";
    }
  }

  /** The next number of the task's {@link SplitMix64}, unsigned, modulo P. */
  record UniformRandom() implements PatternSpec {
    @Override
    public String word() {
      return "random";
    }
  }

  /**
   * Page k - 1 with a probability proportional to k^-exponent, for k = 1 ... P: page 0 is the
   * hottest and heat falls with the address. Drawn by rejection-inversion (W. Hörmann, G.
   * Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions",
   * ACM TOMACS 6(3), 1996) from the doubles of the task's {@link SplitMix64}.
   *
   * @param exponent above 0, at most 10
   */
  record Zipf(double exponent) implements PatternSpec {
    @Override
    public String word() {
      return "zipf";
    }
  }

  /**
   * The first round(hotShare * P) pages, at least 1 and at most P - 1, are hot. An access draws a
   * double of the task's {@link SplitMix64}: below {@code hotAccesses} it goes to a hot page, else
   * to a cold one; the next number, unsigned, modulo the count of these pages says to which.
   *
   * @param hotShare share of the pages that are hot, above 0 and below 1
   * @param hotAccesses share of the accesses that go to them, 0 to 1
   */
  record HotCold(double hotShare, double hotAccesses) implements PatternSpec {
    @Override
    public String word() {
      return "hot-cold";
    }
  }

  /**
   * A walk in sequence with random accesses in between, as a program that follows pointers while it
   * scans. An access draws a double of the task's {@link SplitMix64}: below {@code randomShare} it
   * goes to the next number, unsigned, modulo P; else to the page after the last one that was
   * visited in sequence, from page 0 on and again from there after the last.
   *
   * @param randomShare share of the accesses that are random, 0 to 1
   */
  record PartlyRandom(double randomShare) implements PatternSpec {
    @Override
    public String word() {
      return "partly-random";
    }
  }
}
