package io.faultline.app.chart;

import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;

/** Durations in the unit in which they are the shortest, such as {@code 10 us}. */
final class DurationFormat extends NumberFormat {

  private static final long serialVersionUID = 1;

  private static final String[] UNITS = {"ns", "us", "ms", "s"};

  private final boolean exponents;

  private DurationFormat(boolean exponents) {
    this.exponents = exponents;
  }

  /** For numbers of nanoseconds. */
  static DurationFormat ofNanos() {
    return new DurationFormat(false);
  }

  /** For exponents of ten, of nanoseconds. */
  static DurationFormat ofExponents() {
    return new DurationFormat(true);
  }

  @Override
  public StringBuffer format(double number, StringBuffer text, FieldPosition position) {
    double nanos = exponents ? Math.pow(10, number) : number;
    if (nanos == 0) {
      return text.append('0');
    }
    double value = nanos;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return text.append(ChartFrame.figures().format(value)).append(' ').append(UNITS[unit]);
  }

  @Override
  public StringBuffer format(long number, StringBuffer text, FieldPosition position) {
    return format((double) number, text, position);
  }

  @Override
  public Number parse(String text, ParsePosition position) {
    throw new UnsupportedOperationException("an axis is not read");
  }
}
