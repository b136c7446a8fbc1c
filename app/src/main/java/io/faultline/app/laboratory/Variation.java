package io.faultline.app.laboratory;

import io.faultline.config.ConfigError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A key of an experiment and the values that it is given in turn.
 *
 * @param key such as {@code readahead.scope}
 * @param values at least one, each in HOCON
 */
public record Variation(String key, List<String> values) {

  /** Copies the list. */
  public Variation {
    values = List.copyOf(values);
  }

  /**
   * What was typed: {@code KEY=A,B}.
   *
   * @param option what it was typed for, such as {@code --vary}
   * @throws ConfigError if it is not of that form, or states a value twice
   */
  public static Variation parse(String option, String typed) {
    int equals = typed.indexOf('=');
    String key = equals < 0 ? "" : typed.substring(0, equals).strip();
    List<String> values = equals < 0 ? List.of() : list(typed.substring(equals + 1));
    if (key.isEmpty() || values.isEmpty() || values.contains("")) {
      throw new ConfigError(option + " " + printable(typed) + ": what is varied is KEY=A,B,...");
    }
    if (new HashSet<>(values).size() < values.size()) {
      throw new ConfigError(option + " " + printable(typed) + ": states a value twice");
    }
    return new Variation(key, values);
  }

  /** What stands between commas that are in no brackets and no quotes. */
  public static List<String> list(String typed) {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < typed.length(); i++) {
      char c = typed.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == '[' || c == '{')) {
        depth++;
      } else if (!quoted && (c == ']' || c == '}')) {
        depth--;
      }
      if (c == ',' && depth == 0 && !quoted) {
        values.add(value.toString().strip());
        value.setLength(0);
      } else {
        value.append(c);
      }
    }
    values.add(value.toString().strip());
    return values;
  }

  static String printable(String typed) {
    return typed.replaceAll("\\p{Cntrl}", "?");
  }
}
