package io.faultline.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lays one set of keys over another. A later layer wins, also where it says a thing in another way:
 * {@code accesses} over {@code passes}, and a new device model or pattern over the parameters of
 * the old one. Within a layer saying both stays an error.
 */
final class Layers {

  private static final List<String> PATTERN_PARAMETERS =
      List.of("stride", "exponent", "hot-share", "hot-accesses", "random-share");

  private Layers() {}

  static Config over(Config base, Config later) {
    Config kept = spelledOut(base, later);
    for (String device : names(later.root(), "devices")) {
      if (changes(base, later, "devices", device, "model")) {
        kept = kept.withoutPath(ConfigUtil.joinPath("devices", device));
      }
    }
    for (String process : names(later.root(), "processes")) {
      for (String task : names(later.root(), "processes", process, "tasks")) {
        String[] path = {"processes", process, "tasks", task};
        if (find(later.root(), with(path, "passes")) != null) {
          kept = kept.withoutPath(ConfigUtil.joinPath(with(path, "accesses")));
        }
        if (find(later.root(), with(path, "accesses")) != null) {
          kept = kept.withoutPath(ConfigUtil.joinPath(with(path, "passes")));
        }
        if (changes(base, later, with(path, "pattern"))) {
          for (String parameter : PATTERN_PARAMETERS) {
            kept = kept.withoutPath(ConfigUtil.joinPath(with(path, parameter)));
          }
        }
      }
    }
    return later.withFallback(kept);
  }

  /**
   * The base, in which a word for readahead is an object if the later layer changes a part of it.
   */
  static Config spelledOut(Config base, Config later) {
    ConfigValue word = base.root().get(ReadaheadChoice.KEY);
    if (word == null || !(later.root().get(ReadaheadChoice.KEY) instanceof ConfigObject)) {
      return base;
    }
    return ReadaheadChoice.spelledOut(word)
        .map(object -> base.withValue(ReadaheadChoice.KEY, object))
        .orElse(base);
  }

  private static boolean changes(Config base, Config later, String... path) {
    ConfigValue before = find(base.root(), path);
    ConfigValue after = find(later.root(), path);
    return before != null && after != null && !before.equals(after);
  }

  private static Iterable<String> names(ConfigObject root, String... path) {
    ConfigValue value = find(root, path);
    return value instanceof ConfigObject object ? new TreeSet<>(object.keySet()) : List.of();
  }

  private static @Nullable ConfigValue find(ConfigObject root, String... path) {
    ConfigValue value = root;
    for (String key : path) {
      value = value instanceof ConfigObject object ? object.get(key) : null;
    }
    return value;
  }

  private static String[] with(String[] path, String key) {
    String[] longer = new String[path.length + 1];
    System.arraycopy(path, 0, longer, 0, path.length);
    longer[path.length] = key;
    return longer;
  }
}
