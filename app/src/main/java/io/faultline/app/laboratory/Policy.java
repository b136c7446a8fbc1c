package io.faultline.app.laboratory;

import io.faultline.config.ConfigError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of a curve.
 *
 * @param name beside the line
 * @param values what it sets, by key
 */
public record Policy(String name, Map<String, String> values) {

  /** Copies the map, in its order. */
  public Policy {
    values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * What was typed: {@code NAME:KEY=VALUE,KEY=VALUE}.
   *
   * @throws ConfigError if it is not of that form
   */
  public static Policy parse(String option, String typed) {
    int colon = typed.indexOf(':');
    if (colon < 1 || typed.substring(0, colon).contains("=")) {
      throw new ConfigError(
          option + " " + Variation.printable(typed) + ": a line is NAME:KEY=VALUE,KEY=VALUE,...");
    }
    return of(
        option, typed.substring(0, colon).strip(), Variation.list(typed.substring(colon + 1)));
  }

  /**
   * A line that sets these keys.
   *
   * @param settings each {@code KEY=VALUE}
   * @throws ConfigError if one is not of that form
   */
  public static Policy of(String option, String name, List<String> settings) {
    return new Policy(name, values(option, settings));
  }

  /** Settings by key. */
  static Map<String, String> values(String option, List<String> settings) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new ConfigError(
            option + " " + Variation.printable(setting) + ": what is set is KEY=VALUE");
      }
      values.put(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
    }
    return values;
  }
}
