package io.faultline.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counts, sizes and durations as they are written: a number, whose digits may be grouped by
 * underscores, and a unit.
 */
final class Quantity {

  /** Bytes of a page. */
  static final int PAGE_BYTES = 4096;

  /** The longest duration an experiment may name, one hour in nanoseconds. */
  static final long LONGEST_NANOS = 3_600_000_000_000L;

  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile(
          "([+-]?[0-9]+(?:_[0-9]+)*(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)\\s*(\\p{L}*)");

  /** As HOCON has them: one letter or with an i is a power of 1024, with a B alone of 1000. */
  private static final Map<String, Long> BYTES_OF_UNIT = bytesOfUnit();

  private static final Map<String, Long> NANOS_OF_UNIT = nanosOfUnit();

  private Quantity() {}

  /** A whole number, or null if the text is none. */
  static @Nullable BigInteger whole(String text) {
    return scaled(text, Map.of("", 1L));
  }

  /** A number of bytes, or null if the text is none. */
  static @Nullable BigInteger bytes(String text) {
    return scaled(text, BYTES_OF_UNIT);
  }

  /** A number of nanoseconds, or null if the text is none. Zero needs no unit. */
  static @Nullable BigInteger nanos(String text) {
    BigInteger unitless = whole(text);
    return unitless != null && unitless.signum() == 0 ? unitless : scaled(text, NANOS_OF_UNIT);
  }

  /** A number, or null if the text is none. */
  static @Nullable BigDecimal real(String text) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
    return matcher.matches() && group(matcher, 2).isEmpty()
        ? new BigDecimal(group(matcher, 1).replace("_", ""))
        : null;
  }

  /** Pages as a size in the largest unit that states it exactly. */
  static String ofPages(long pages) {
    BigInteger bytes = BigInteger.valueOf(pages).multiply(BigInteger.valueOf(PAGE_BYTES));
    return inLargestUnit(bytes, "TiB", "GiB", "MiB", "KiB");
  }

  /** A duration in the largest unit that states it exactly. */
  static String ofNanos(long nanos) {
    if (nanos == 0) {
      return "0us";
    }
    for (String unit : new String[] {"s", "ms", "us"}) {
      long scale = unitNanos(unit);
      if (nanos % scale == 0) {
        return nanos / scale + unit;
      }
    }
    return nanos + "ns";
  }

  /**
   * The fewest digits that read back as the same double. Double.toString does not promise the same
   * text on every JDK.
   */
  static String ofReal(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits));
      if (rounded.doubleValue() == value) {
        return plain(rounded);
      }
    }
    return plain(exact.round(new MathContext(17)));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String inLargestUnit(BigInteger bytes, String... units) {
    for (String unit : units) {
      BigInteger[] parts = bytes.divideAndRemainder(BigInteger.valueOf(unitBytes(unit)));
      if (parts[0].signum() != 0 && parts[1].signum() == 0) {
        return parts[0] + unit;
      }
    }
    return bytes + "B";
  }

  private static @Nullable BigInteger scaled(String text, Map<String, Long> units) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
    if (!matcher.matches()) {
      return null;
    }
    Long unit = units.get(group(matcher, 2));
    if (unit == null) {
      return null;
    }
    BigDecimal number = new BigDecimal(group(matcher, 1).replace("_", ""));
    try {
      return number.multiply(BigDecimal.valueOf(unit)).toBigIntegerExact();
    } catch (ArithmeticException fraction) {
      return null;
    }
  }

  private static String group(Matcher matcher, int index) {
    String group = matcher.group(index);
    return group == null ? "" : group;
  }

  private static long unitBytes(String unit) {
    Long bytes = BYTES_OF_UNIT.get(unit);
    return bytes == null ? 1 : bytes;
  }

  private static long unitNanos(String unit) {
    Long nanos = NANOS_OF_UNIT.get(unit);
    return nanos == null ? 1 : nanos;
  }

  private static Map<String, Long> bytesOfUnit() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("", 1L);
    units.put("B", 1L);
    long binary = 1;
    long decimal = 1;
    for (String prefix : new String[] {"K", "M", "G", "T"}) {
      binary *= 1024;
      decimal *= 1000;
      units.put(prefix, binary);
      units.put(prefix + "i", binary);
      units.put(prefix + "iB", binary);
      units.put(prefix.equals("K") ? "kB" : prefix + "B", decimal);
    }
    return units;
  }

  private static Map<String, Long> nanosOfUnit() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("ns", 1L);
    units.put("us", 1_000L);
    units.put("µs", 1_000L);
    units.put("ms", 1_000_000L);
    units.put("s", 1_000_000_000L);
    return units;
  }
}
