package io.faultline.config;

import com.typesafe.config.ConfigFactory;
import java.util.List;

/**
 * A key that a sweep varies.
 *
 * @param key its path in an experiment
 * @param values what it is given, in HOCON, at least one and in the order in which they were stated
 */
public record SweepAxis(String key, List<String> values) {

  /** Copies the list. */
  public SweepAxis {
    values = List.copyOf(values);
  }

  /** A value as a user wrote it: text without its quotes. */
  public static String plain(String value) {
    return value.startsWith("\"")
        ? ConfigFactory.parseString("it=" + value).getString("it")
        : value;
  }
}
