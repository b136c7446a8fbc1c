package io.faultline.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a sweep: a file in HOCON, or a preset. */
public final class SweepReader {

  private static final String EXPERIMENT = "experiment";
  private static final String SET = "set";
  private static final String AXES = "axes";
  private static final String SEEDS = "seeds";
  private static final String INTERLEAVINGS = "interleavings";
  private static final String METRICS = "metrics";
  private static final int MOST_VALUES = 100_000;

  private final String source;
  private final Path directory;
  private final Section top;
  private final ConfigObject root;

  private SweepReader(String source, Path directory, Config config) {
    this.source = source;
    this.directory = directory;
    this.root = config.root();
    this.top = new Section(root, "", new Schema(source));
  }

  /**
   * Reads a preset if one is called so, else a file.
   *
   * @throws ConfigError if it cannot be read wholly or anything is wrong with it
   */
  public static SweepSpec read(String presetOrFile) {
    if (SweepPresets.names().contains(presetOrFile)) {
      String source = "preset " + presetOrFile;
      return new SweepReader(
              source,
              Path.of(""),
              ExperimentReader.parseText(source, SweepPresets.text(presetOrFile)))
          .spec(presetOrFile);
    }
    Path file = ExperimentReader.pathOf(presetOrFile);
    if (!presetOrFile.contains("/") && !presetOrFile.contains(".") && !file.toFile().exists()) {
      throw new ConfigError(
          "no preset and no file is called "
              + presetOrFile
              + NearestName.similar(presetOrFile, SweepPresets.names())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("")
              + "\nthe sweeps that come with the program are "
              + String.join(", ", SweepPresets.names()));
    }
    Path parent = file.getParent();
    Config config = ExperimentReader.parseFile(file);
    return new SweepReader(presetOrFile, parent == null ? Path.of("") : parent, config)
        .spec(ExperimentReader.nameOf(file));
  }

  private SweepSpec spec(String name) {
    top.allow(EXPERIMENT, SET, AXES, SEEDS, INTERLEAVINGS, METRICS);
    ExperimentReader base = base();
    for (SweepAxis fixed : leaves(SET, false)) {
      base = base.set(fixed.key() + "=" + fixed.values().get(0));
    }
    Experiment experiment = base.read();
    List<SweepAxis> axes = leaves(AXES, true);
    List<Long> seeds = seeds(experiment.seed());
    List<Interleaving> interleavings = interleavings(experiment);
    long points = SweepSpec.size(axes, seeds, interleavings);
    if (points > SweepSpec.MOST_POINTS) {
      throw new ConfigError(
          source
              + ": the product of axes, seeds and interleavings is too large; at most "
              + SweepSpec.MOST_POINTS
              + " points are run");
    }
    SweepSpec spec = new SweepSpec(name, base, axes, seeds, interleavings, metrics());
    checkKeys(base, axes);
    return spec;
  }

  private ExperimentReader base() {
    if (root.get(EXPERIMENT) instanceof ConfigObject inline) {
      return ExperimentReader.text(source, inline.render(ConfigRenderOptions.concise()));
    }
    String named = top.text(EXPERIMENT, "a preset, a file or an object { ... }");
    if (Presets.names().contains(named)) {
      return ExperimentReader.preset(named);
    }
    boolean meansAFile = named.contains("/") || named.contains(".");
    return ExperimentReader.of(meansAFile ? directory.resolve(named).toString() : named);
  }

  /** Keys of an experiment below a key of the sweep, in the order of their names. */
  private List<SweepAxis> leaves(String key, boolean many) {
    List<SweepAxis> found = new ArrayList<>();
    ConfigValue value = root.get(key);
    if (value instanceof ConfigObject object) {
      collect(key, List.of(), object, many, found);
    } else if (value != null) {
      throw top.error(key, "is an object { ... }, not " + top.shown(key));
    }
    Set<String> seen = new LinkedHashSet<>();
    for (SweepAxis axis : found) {
      String first = ConfigUtil.splitPath(axis.key()).get(0);
      if (many && (first.equals("seed") || first.equals("interleaving"))) {
        throw new ConfigError(
            source + ": " + key + " has " + axis.key() + "; that is what " + first + "s is for");
      }
      if (!seen.add(axis.key())) {
        throw new ConfigError(source + ": " + key + " has " + axis.key() + " twice");
      }
    }
    return found;
  }

  private void collect(
      String key, List<String> path, ConfigObject object, boolean many, List<SweepAxis> found) {
    for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(object).entrySet()) {
      List<String> deeper = new ArrayList<>(path);
      deeper.addAll(ConfigUtil.splitPath(entry.getKey()));
      ConfigValue value = entry.getValue();
      String name = ConfigUtil.joinPath(deeper);
      if (value instanceof ConfigObject child && !(many && SweepRange.isRange(child))) {
        collect(key, deeper, child, many, found);
      } else if (!many) {
        found.add(new SweepAxis(name, List.of(written(value))));
      } else {
        found.add(new SweepAxis(name, values(key + "." + name, value)));
      }
    }
  }

  private List<String> values(String shown, ConfigValue value) {
    List<String> values = new ArrayList<>();
    if (value instanceof ConfigObject range) {
      values.addAll(SweepRange.values(source + ": " + shown, range, MOST_VALUES));
    } else if (value instanceof ConfigList list) {
      list.forEach(one -> values.add(written(one)));
    } else {
      throw new ConfigError(
          source
              + ": "
              + shown
              + " is a list [a, b, ...] or a range { from, to, step } or { from, to, factor }");
    }
    if (values.isEmpty() || values.size() > MOST_VALUES) {
      throw new ConfigError(
          source + ": " + shown + " has 1 to " + MOST_VALUES + " values, not " + values.size());
    }
    if (new LinkedHashSet<>(values).size() < values.size()) {
      throw new ConfigError(source + ": " + shown + " has the same value twice");
    }
    return values;
  }

  private List<Long> seeds(long first) {
    ConfigValue value = root.get(SEEDS);
    if (value == null) {
      return List.of();
    }
    List<Long> seeds = new ArrayList<>();
    if (value instanceof ConfigList || value instanceof ConfigObject) {
      for (String text : values(SEEDS, value)) {
        try {
          seeds.add(Long.parseLong(text));
        } catch (NumberFormatException e) {
          throw new ConfigError(source + ": " + SEEDS + " are whole numbers, not " + text, e);
        }
      }
      return seeds;
    }
    int count = top.count(SEEDS, 1, MOST_VALUES);
    for (int i = 0; i < count; i++) {
      seeds.add(first + i);
    }
    return seeds;
  }

  private List<Interleaving> interleavings(Experiment experiment) {
    ConfigValue value = root.get(INTERLEAVINGS);
    List<Interleaving> orders = new ArrayList<>();
    if (value instanceof ConfigList list) {
      for (ConfigValue one : list) {
        try {
          orders.add(Interleaving.parse(one.atKey("it").getString("it")));
        } catch (IllegalArgumentException | com.typesafe.config.ConfigException e) {
          throw new ConfigError(source + ": " + INTERLEAVINGS + ": " + e.getMessage(), e);
        }
      }
    } else if (value != null) {
      int count = top.count(INTERLEAVINGS, 1, MOST_VALUES);
      for (long i = 1; i <= count; i++) {
        orders.add(new Interleaving.Shuffled(i));
      }
    }
    for (Interleaving order : orders.isEmpty() ? List.of(experiment.interleaving()) : orders) {
      if (order instanceof Interleaving.Parallel) {
        throw new ConfigError(
            source
                + ": interleaving is fifo or shuffled in a sweep, not "
                + order
                + ": such a run cannot be repeated");
      }
    }
    return orders;
  }

  private List<String> metrics() {
    ConfigValue value = root.get(METRICS);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof ConfigList list)
        || list.isEmpty()
        || list.stream().anyMatch(one -> one.valueType() != ConfigValueType.STRING)) {
      throw top.error(METRICS, "is a list of names, in which * stands for any text");
    }
    return list.stream().map(one -> String.valueOf(one.unwrapped())).toList();
  }

  /** A key of which no value is any good is misspelt; a single bad value fails its points alone. */
  private static void checkKeys(ExperimentReader base, List<SweepAxis> axes) {
    for (SweepAxis axis : axes) {
      ConfigError refused = null;
      for (String value : axis.values()) {
        refused = refusal(base, axes, axis, value);
        if (refused == null) {
          break;
        }
      }
      if (refused != null) {
        String message = String.valueOf(refused.getMessage());
        throw new ConfigError(AXES + " " + message.substring(Place.OVERRIDE.length()), refused);
      }
    }
  }

  /** Why a value of an axis is refused beside the first ones of the others; null if it is not. */
  private static @Nullable ConfigError refusal(
      ExperimentReader base, List<SweepAxis> axes, SweepAxis axis, String value) {
    ExperimentReader reader = base;
    for (SweepAxis each : axes) {
      reader =
          reader.set(
              each.key() + "=" + (each.key().equals(axis.key()) ? value : each.values().get(0)));
    }
    try {
      reader.read();
      return null;
    } catch (ConfigError e) {
      boolean ofThis = String.valueOf(e.getMessage()).startsWith(Place.OVERRIDE + axis.key() + "=");
      return ofThis ? e : null;
    }
  }

  private static String written(ConfigValue value) {
    return value.render(ConfigRenderOptions.concise());
  }
}
