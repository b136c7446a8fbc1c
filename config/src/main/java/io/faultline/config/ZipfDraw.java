package io.faultline.config;

/**
 * {@link PatternSpec.Zipf} by rejection-inversion: h(x) = x^-s is integrated to H, a uniform draw
 * between H's ends is inverted, and the nearest rank is accepted unless the draw lies in the sliver
 * by which the integral exceeds the histogram. At most a few draws an access, whatever P.
 */
final class ZipfDraw implements AccessPattern {

  private final int pages;
  private final double exponent;
  private final SplitMix64 random;
  private final double integralAtFirst;
  private final double integralAtLast;
  private final double acceptedDistance;

  ZipfDraw(int pages, double exponent, SplitMix64 random) {
    this.pages = pages;
    this.exponent = exponent;
    this.random = random;
    this.integralAtFirst = integral(1.5) - 1;
    this.integralAtLast = integral(pages + 0.5);
    this.acceptedDistance = 2 - inverseIntegral(integral(2.5) - weight(2));
  }

  @Override
  public int next() {
    while (true) {
      double u = integralAtLast + random.nextDouble() * (integralAtFirst - integralAtLast);
      double x = inverseIntegral(u);
      long rank = Math.max(1, Math.min(pages, (long) (x + 0.5)));
      if (rank - x <= acceptedDistance || u >= integral(rank + 0.5) - weight((double) rank)) {
        return (int) (rank - 1);
      }
    }
  }

  // StrictMath, so that a run is the same on every JDK.

  private double weight(double x) {
    return StrictMath.exp(-exponent * StrictMath.log(x));
  }

  /** (x^(1-s) - 1) / (1 - s), which is ln x at s = 1. */
  private double integral(double x) {
    double log = StrictMath.log(x);
    double t = (1 - exponent) * log;
    return nearZero(t) ? log * (1 + t / 2) : log * (StrictMath.expm1(t) / t);
  }

  private double inverseIntegral(double y) {
    double t = Math.max(-1, (1 - exponent) * y);
    return StrictMath.exp(nearZero(t) ? y * (1 - t / 2) : y * (StrictMath.log1p(t) / t));
  }

  private static boolean nearZero(double t) {
    return Math.abs(t) < 1e-8;
  }
}
