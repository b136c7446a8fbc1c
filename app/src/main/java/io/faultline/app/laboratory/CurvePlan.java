package io.faultline.app.laboratory;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import io.faultline.config.ConfigError;
import io.faultline.config.ExperimentReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which curve is drawn: an experiment, what it is drawn over, and a line for each policy.
 *
 * @param title above it
 * @param experiment a preset or a file
 * @param axis what it is drawn over
 * @param policies at least 1
 * @param metric what is read from each run
 * @param seeds workloads of each point
 */
public record CurvePlan(
    String title, String experiment, Axis axis, List<Policy> policies, String metric, int seeds) {

  private static final String SECTION = "curve";
  private static final List<String> NAMES =
      List.of("random-share", "random-accesses", "random-tasks");

  /** Copies the list. */
  public CurvePlan {
    policies = List.copyOf(policies);
  }

  /** The curves that come with the program. */
  public static List<String> names() {
    return NAMES;
  }

  /** One of {@link #names()} as it is written, comments and all. */
  public static String text(String name) {
    try (InputStream in = CurvePlan.class.getResourceAsStream("curves/" + name + ".conf")) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks the curve " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a curve shows, in one sentence: the comment it begins with. */
  public static String description(String name) {
    return text(name).lines().findFirst().orElse("").replaceFirst("^#\\s*", "");
  }

  /** Whether a text describes a curve. */
  public static boolean isCurve(String text) {
    try {
      return ConfigFactory.parseString(text).hasPath(SECTION);
    } catch (ConfigException e) {
      return false; // what is wrong with it is said by who reads it as an experiment
    }
  }

  /**
   * Reads a curve.
   *
   * @param source what messages call the text
   * @throws ConfigError if anything is wrong with it
   */
  public static CurvePlan read(String source, String text) {
    try {
      Config curve =
          ConfigFactory.parseString(
                  text, ConfigParseOptions.defaults().setOriginDescription(source))
              .resolve(ConfigResolveOptions.noSystem())
              .getConfig(SECTION);
      allow(source, SECTION, curve, Set.of("title", "experiment", "x", "lines", "metric", "seeds"));
      List<Policy> policies = new ArrayList<>();
      for (Config line : curve.getConfigList("lines")) {
        allow(source, "lines", line, Set.of("name", "set"));
        policies.add(Policy.of(source, line.getString("name"), line.getStringList("set")));
      }
      return new CurvePlan(
          curve.getString("title"),
          curve.getString("experiment"),
          axis(source, curve.getConfig("x")),
          policies,
          curve.getString("metric"),
          curve.getInt("seeds"));
    } catch (ConfigException e) {
      throw new ConfigError(
          source + ": " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
    }
  }

  private static Axis axis(String source, Config x) {
    allow(source, "x", x, Set.of("name", "keys", "values", "points"));
    String name = x.getString("name");
    if (!x.hasPath("points")) {
      return Axis.over(source, name, x.getStringList("keys"), x.getString("values"));
    }
    List<Axis.Point> points = new ArrayList<>();
    for (Config point : x.getConfigList("points")) {
      allow(source, "points", point, Set.of("x", "set"));
      points.add(
          new Axis.Point(
              point.getDouble("x"),
              point.getString("x"),
              Policy.values(source, point.getStringList("set"))));
    }
    return new Axis(name, "", false, points);
  }

  private static void allow(String source, String where, Config section, Set<String> keys) {
    for (String key : new TreeSet<>(section.root().keySet())) {
      if (!keys.contains(key)) {
        throw new ConfigError(
            source
                + ": unknown key "
                + key
                + " in "
                + where
                + "; the keys there are "
                + String.join(", ", new TreeSet<>(keys)));
      }
    }
  }

  /**
   * The combinations, policy by policy and of each the points.
   *
   * @param base the experiment with what was overridden
   * @throws ConfigError if one of them is no experiment
   */
  public List<Combination> combinations(ExperimentReader base) {
    List<Combination> combinations = new ArrayList<>();
    for (Policy policy : policies) {
      for (Axis.Point point : axis.points()) {
        Map<String, String> values = new LinkedHashMap<>(policy.values());
        values.putAll(point.values());
        combinations.add(Combination.of("--set", base, values));
      }
    }
    return combinations;
  }

  /** This with other answers where they were given. */
  public CurvePlan with(String otherMetric, int otherSeeds) {
    return new CurvePlan(title, experiment, axis, policies, otherMetric, otherSeeds);
  }
}
