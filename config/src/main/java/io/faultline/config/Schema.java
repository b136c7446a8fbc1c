package io.faultline.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The documented defaults, and with them the keys there are. */
final class Schema {

  /** Name of the documented defaults inside the jar. */
  static final String REFERENCE = "reference.conf";

  /** The section of the defaults that named objects start from. */
  private static final String TEMPLATES = "defaults";

  private static final Config DEFAULTS =
      ConfigFactory.parseString(
          Presets.resource(REFERENCE),
          ConfigParseOptions.defaults().setOriginDescription(REFERENCE));

  private final String source;

  /**
   * The schema for one input.
   *
   * @param source what the input is called when no line can be named
   */
  Schema(String source) {
    this.source = source;
  }

  String source() {
    return source;
  }

  /** What an experiment starts from. */
  static Config defaults() {
    return DEFAULTS.withoutPath(TEMPLATES);
  }

  /** What a named object starts from, such as {@code device.nvme}. */
  static ConfigObject template(String path) {
    return DEFAULTS.getObject(TEMPLATES + "." + path);
  }

  /**
   * The key somebody meant: one that is allowed here, or one of that name elsewhere.
   *
   * @param path where the unknown key was written
   * @param key the unknown key
   * @param known the keys allowed there
   */
  Optional<String> nearestKey(String path, String key, List<String> known) {
    Optional<String> similar = NearestName.similar(key, known);
    if (similar.isEmpty()) {
      Optional<String> elsewhere =
          leaves().stream()
              .filter(leaf -> NearestName.similar(key, List.of(lastOf(leaf))).isPresent())
              .min(
                  (a, b) ->
                      NearestName.distance(key, lastOf(a)) - NearestName.distance(key, lastOf(b)));
      if (elsewhere.isPresent()) {
        return elsewhere;
      }
    }
    return similar
        .or(() -> NearestName.of(key, known))
        .map(nearest -> path.isEmpty() ? nearest : path + "." + nearest);
  }

  private static String lastOf(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static List<String> leaves() {
    List<String> leaves = new ArrayList<>();
    collectLeaves("", defaults().root(), leaves);
    return leaves;
  }

  private static void collectLeaves(String path, ConfigObject object, List<String> leaves) {
    for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(object).entrySet()) {
      String key = path + entry.getKey();
      if (entry.getValue() instanceof ConfigObject child) {
        collectLeaves(key + ".", child, leaves);
      } else {
        leaves.add(key);
      }
    }
  }
}
