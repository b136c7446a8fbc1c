package io.faultline.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Comparator;
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

  /** All keys and their defaults, as they are documented. */
  static String text() {
    return Presets.resource(REFERENCE);
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
   * What to say of an unknown key: the key that was meant, here or elsewhere, and if none is
   * similar also which there are here.
   *
   * @param path where the unknown key was written
   * @param key the unknown key
   * @param known the keys allowed there
   */
  String hint(String path, String key, List<String> known) {
    String prefix = path.isEmpty() ? "" : path + ".";
    Optional<String> meant =
        NearestName.similar(key, known).map(near -> prefix + near).or(() -> sameNameElsewhere(key));
    if (meant.isPresent()) {
      return "; the nearest known key is " + meant.get();
    }
    return NearestName.of(key, known)
        .map(
            near ->
                "; the nearest known key is "
                    + prefix
                    + near
                    + (known.size() == 1 ? "" : "\nthe keys there are " + String.join(", ", known)))
        .orElse("");
  }

  private static Optional<String> sameNameElsewhere(String key) {
    return leaves().stream()
        .filter(leaf -> NearestName.unlikeness(key, lastOf(leaf)) <= 2)
        .min(Comparator.comparingInt(leaf -> NearestName.unlikeness(key, lastOf(leaf))));
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
