package io.faultline.app;

import java.util.Locale;

/** Figures as they are printed: three or four digits that count, and a unit. */
final class Figures {

  private static final String[] TIMES = {"ns", "us", "ms", "s"};
  private static final String[] RATES = {"", " k", " M", " G"};

  private Figures() {}

  /** A duration, such as {@code 12.3 ms}. */
  static String duration(long nanos) {
    return duration((double) nanos);
  }

  /** A duration that is a mean or an estimate, such as {@code 12.3 ms}; may be below 0. */
  static String duration(double nanos) {
    if (nanos < 0) {
      return "-" + duration(-nanos);
    }
    double value = nanos;
    int unit = 0;
    while (value >= 1000 && unit < TIMES.length - 1) {
      value /= 1000;
      unit++;
    }
    return digits(value, unit == 0) + " " + TIMES[unit];
  }

  /**
   * A rate, such as {@code 1.23 M}.
   *
   * @param events how many in that time
   * @param nanos at least 0
   */
  static String rate(long events, long nanos) {
    if (nanos <= 0) {
      return "-";
    }
    double value = (double) events * 1e9 / nanos;
    int unit = 0;
    while (value >= 1000 && unit < RATES.length - 1) {
      value /= 1000;
      unit++;
    }
    return digits(value, unit == 0) + RATES[unit];
  }

  /** A share as a percentage with one decimal; {@code -} of nothing. */
  static String percent(long part, long whole) {
    return whole == 0 ? "-" : percent((double) part / whole);
  }

  /** A share as a percentage with one decimal. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String digits(double value, boolean whole) {
    int decimals = (whole && value == Math.rint(value)) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
