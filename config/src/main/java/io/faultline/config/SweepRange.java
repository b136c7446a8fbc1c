package io.faultline.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values at equal distances, or at equal ratios: {from, to, step} or {from, to, factor}. */
final class SweepRange {

  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String STEP = "step";
  private static final String FACTOR = "factor";
  private static final Set<String> KEYS = Set.of(FROM, TO, STEP, FACTOR);

  private static final Pattern QUANTITY =
      Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)\\s*([A-Za-z]*)");

  private SweepRange() {}

  /** Whether an object is meant as a range and not as keys of an experiment. */
  static boolean isRange(ConfigObject object) {
    return object.containsKey(FROM) && object.containsKey(TO);
  }

  /**
   * The values, the upper end included if it is reached exactly.
   *
   * @param place what messages begin with
   * @param most how many there may be
   * @throws ConfigError if it is no range
   */
  static List<String> values(String place, ConfigObject range, int most) {
    Set<String> strange = new TreeSet<>(range.keySet());
    strange.removeAll(KEYS);
    if (!strange.isEmpty() || range.containsKey(STEP) == range.containsKey(FACTOR)) {
      throw new ConfigError(
          place + " is a range { from, to, step } or { from, to, factor }" + unknown(strange));
    }
    Matcher from = quantity(place, FROM, range);
    Matcher to = quantity(place, TO, range);
    boolean logarithmic = range.containsKey(FACTOR);
    Matcher by = quantity(place, logarithmic ? FACTOR : STEP, range);
    String unit = group(from, 2);
    BigDecimal value = number(from);
    BigDecimal end = number(to);
    BigDecimal growth = number(by);
    if (!unit.equals(group(to, 2)) || !group(by, 2).equals(logarithmic ? "" : unit)) {
      throw new ConfigError(
          place + ": both ends of a range have the same unit, a step too and a factor none");
    }
    if (value.compareTo(end) > 0
        || (logarithmic
            ? value.signum() <= 0 || growth.compareTo(BigDecimal.ONE) <= 0
            : growth.signum() <= 0)) {
      throw new ConfigError(
          place + ": a range ascends, by a step above 0 or, from above 0, by a factor above 1");
    }
    List<String> values = new ArrayList<>();
    while (value.compareTo(end) <= 0) {
      if (values.size() == most) {
        throw new ConfigError(place + ": a range has at most " + most + " values");
      }
      String plain = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
      values.add(plain + unit);
      value = logarithmic ? value.multiply(growth).round(MathContext.DECIMAL64) : value.add(growth);
    }
    return values;
  }

  private static String unknown(Set<String> strange) {
    return strange.isEmpty() ? "" : "; it has no " + String.join(", ", strange);
  }

  private static Matcher quantity(String place, String key, ConfigObject range) {
    ConfigValue value = range.get(key);
    String text = value == null ? "" : String.valueOf(value.unwrapped());
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches()) {
      throw new ConfigError(
          place + "." + key + " is a number, with a unit if the key has one, not " + text);
    }
    return matcher;
  }

  private static BigDecimal number(Matcher quantity) {
    return new BigDecimal(group(quantity, 1));
  }

  private static String group(Matcher matcher, int index) {
    String group = matcher.group(index);
    return group == null ? "" : group;
  }
}
