package io.faultline.app.laboratory;

import io.faultline.config.ConfigError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a curve is drawn over.
 *
 * @param name of the quantity
 * @param unit of its figures, empty for none
 * @param logarithmic whether its points stand at equal ratios
 * @param points at least 2, ascending
 */
public record Axis(String name, String unit, boolean logarithmic, List<Point> points) {

  private static final Pattern QUANTITY =
      Pattern.compile("([+-]?[0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\\s*([A-Za-z]*)");
  private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+)/([0-9]{1,4})(log)?");
  private static final int MOST_POINTS = 1000;

  /** Units in their size, each group in its smallest. */
  private static final List<Map<String, Double>> UNITS =
      List.of(
          Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9),
          Map.of("B", 1.0, "KiB", 1024.0, "MiB", 1048576.0, "GiB", 1073741824.0));

  /**
   * A point.
   *
   * @param x where it stands
   * @param label as it was stated
   * @param values what it sets, by key
   */
  public record Point(double x, String label, Map<String, String> values) {

    /** Copies the map, in its order. */
    public Point {
      values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /**
   * Checks the order.
   *
   * @throws ConfigError if the points do not ascend or are fewer than two
   */
  public Axis {
    points = List.copyOf(points);
    if (points.size() < 2) {
      throw new ConfigError("a curve has at least 2 points, " + name + " has " + points.size());
    }
    for (int i = 1; i < points.size(); i++) {
      if (!(points.get(i - 1).x() < points.get(i).x())) {
        throw new ConfigError(
            "the points of a curve ascend: "
                + name
                + " has "
                + points.get(i).label()
                + " after "
                + points.get(i - 1).label());
      }
    }
  }

  /**
   * What was typed: {@code KEY=v1,v2,...} or {@code KEY=from..to/points}, with {@code log} after it
   * for equal ratios. Several keys that are given the same value are joined by {@code +}.
   *
   * @throws ConfigError if it is not of that form
   */
  public static Axis parse(String option, String typed) {
    int equals = typed.indexOf('=');
    if (equals < 1) {
      throw wrong(option, typed, "it is KEY=v1,v2,... or KEY=from..to/points");
    }
    List<String> keys = List.of(typed.substring(0, equals).strip().split("\\s*\\+\\s*", -1));
    String last = keys.get(0).substring(keys.get(0).lastIndexOf('.') + 1);
    return over(option, last, keys, typed.substring(equals + 1).strip());
  }

  /**
   * An axis over keys that are all given the same value.
   *
   * @param values as {@link #parse} has them
   * @throws ConfigError if they are not of that form
   */
  public static Axis over(String option, String name, List<String> keys, String values) {
    Matcher range = RANGE.matcher(values);
    boolean logarithmic = range.matches() && range.group(4) != null;
    List<String> stated = range.matches() ? spread(option, range) : Variation.list(values);
    Set<String> units = new LinkedHashSet<>();
    for (String value : stated) {
      units.add(quantity(option, value).group(2));
    }
    if (units.size() > 1) {
      units.remove(""); // a bare 0 needs no unit
    }
    Map<String, Double> sizes =
        UNITS.stream()
            .filter(group -> group.keySet().containsAll(units))
            .findFirst()
            .orElse(Map.of());
    if (units.size() > 1 && sizes.isEmpty()) {
      throw wrong(option, values, "the values have different units: " + String.join(", ", units));
    }
    String unit = units.iterator().next();
    List<Point> points = new ArrayList<>();
    for (String value : stated) {
      Matcher parts = quantity(option, value);
      double x = Double.parseDouble(parts.group(1));
      if (units.size() > 1 && !parts.group(2).isEmpty()) {
        x = x * sizes.getOrDefault(parts.group(2), 1.0) / sizes.getOrDefault(unit, 1.0);
      }
      Map<String, String> settings = new LinkedHashMap<>();
      keys.forEach(key -> settings.put(key, value));
      points.add(new Point(x, value, settings));
    }
    return new Axis(name, unit, logarithmic, points);
  }

  private static Matcher quantity(String option, String value) {
    Matcher parts = QUANTITY.matcher(value);
    if (!parts.matches()) {
      throw wrong(
          option, value, "is no number; a curve is drawn over v1,v2,... or from..to/points");
    }
    return parts;
  }

  private static List<String> spread(String option, Matcher range) {
    Matcher from = quantity(option, range.group(1).strip());
    Matcher to = quantity(option, range.group(2).strip());
    int count = Integer.parseInt(range.group(3));
    boolean logarithmic = range.group(4) != null;
    double low = Double.parseDouble(from.group(1));
    double high = Double.parseDouble(to.group(1));
    if (count < 2 || count > MOST_POINTS) {
      throw wrong(option, range.group(), "a range has 2 to " + MOST_POINTS + " points");
    }
    if (!from.group(2).equals(to.group(2)) && low != 0) {
      throw wrong(option, range.group(), "both ends of a range have the same unit");
    }
    if (logarithmic && low <= 0) {
      throw wrong(option, range.group(), "a logarithmic range begins above 0");
    }
    boolean whole = low == Math.rint(low) && high == Math.rint(high) && high - low >= count - 1;
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double share = (double) i / (count - 1);
      double value = logarithmic ? low * Math.pow(high / low, share) : low + (high - low) * share;
      values.add(printed(whole ? Math.rint(value) : value) + to.group(2));
    }
    return values;
  }

  /** Six digits that count, none of them a trailing 0. */
  private static String printed(double value) {
    return new java.math.BigDecimal(String.format(Locale.ROOT, "%.6g", value))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static ConfigError wrong(String option, String typed, String what) {
    return new ConfigError(option + " " + Variation.printable(typed) + ": " + what);
  }
}
