package io.faultline.app.laboratory;

import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.Interleaving;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An experiment with one value for each key that is varied.
 *
 * @param values by key, in the order in which the keys were stated
 * @param experiment what they make of it
 */
public record Combination(Map<String, String> values, Experiment experiment) {

  /** Most combinations of one comparison. */
  public static final int MOST = 64;

  /** Copies the map, in its order. */
  public Combination {
    values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Every combination; the last key varies fastest.
   *
   * @param option what the variations were typed for
   * @param base what is varied
   * @throws ConfigError if there are too many, a key is varied twice, or one of them is no
   *     experiment that one carrier can run
   */
  public static List<Combination> of(
      String option, ExperimentReader base, List<Variation> variations) {
    long count = 1;
    Set<String> keys = new LinkedHashSet<>();
    for (Variation variation : variations) {
      count = Math.min(Integer.MAX_VALUE, count * variation.values().size());
      if (!keys.add(variation.key())) {
        throw new ConfigError(
            option + ": " + variation.key() + " is varied twice; state all values once");
      }
    }
    if (count > MOST) {
      throw new ConfigError(
          option + ": " + count + " combinations are too many; at most " + MOST + " are compared");
    }
    List<Map<String, String>> all = List.of(Map.of());
    for (Variation variation : variations) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> shorter : all) {
        for (String value : variation.values()) {
          Map<String, String> values = new LinkedHashMap<>(shorter);
          values.put(variation.key(), value);
          longer.add(values);
        }
      }
      all = longer;
    }
    return all.stream().map(values -> of(option, base, values)).toList();
  }

  /**
   * One combination.
   *
   * @param option what the values were typed for
   * @throws ConfigError if it is no experiment that one carrier can run
   */
  public static Combination of(String option, ExperimentReader base, Map<String, String> values) {
    Experiment experiment;
    try {
      ExperimentReader reader = base;
      for (Map.Entry<String, String> value : values.entrySet()) {
        reader = reader.set(value.getKey() + "=" + value.getValue());
      }
      experiment = reader.read();
    } catch (ConfigError e) {
      throw new ConfigError(refused(option, values, e), e);
    }
    if (experiment.interleaving() instanceof Interleaving.Parallel) {
      throw new ConfigError(
          "interleaving is fifo or shuffled where runs are compared, not "
              + experiment.interleaving()
              + ": such a run cannot be repeated");
    }
    return new Combination(values, experiment);
  }

  private static String refused(String option, Map<String, String> values, ConfigError e) {
    String message = String.valueOf(e.getMessage());
    String assigned = String.join(" ", values.entrySet().stream().map(Object::toString).toList());
    boolean ofValue =
        values.entrySet().stream()
            .anyMatch(value -> message.startsWith("--set " + value.getKey() + "="));
    if (ofValue) {
      return option + message.substring("--set".length());
    }
    return values.isEmpty() ? message : message + " (with " + Variation.printable(assigned) + ")";
  }

  /** The values alone, joined by slashes; {@code as it is} if nothing is varied. */
  public String label() {
    return values.isEmpty() ? "as it is" : String.join("/", values.values());
  }
}
