package io.faultline.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads an experiment: the documented defaults, over them a preset or a file, over that single
 * settings. Immutable; each step gives a new reader, and {@link #read()} checks everything.
 *
 * <pre>{@code
 * Experiment experiment =
 *     ExperimentReader.of("mixed").set("machine.cpus=1").set("seed=7").read();
 * }</pre>
 */
public final class ExperimentReader {

  /** Most accesses, over all tasks, that the {@code test} section of an experiment may leave. */
  public static final int TEST_ACCESSES = 200_000;

  private static final String TEST = "test";

  private static final Config NOTHING = ConfigFactory.empty();

  private final String name;
  private final String source;
  private final Config input;
  private final Config settings;
  private final boolean testSize;

  private ExperimentReader(
      String name, String source, Config input, Config settings, boolean testSize) {
    this.name = name;
    this.source = source;
    this.input = input;
    this.settings = settings;
    this.testSize = testSize;
  }

  /**
   * A preset if one is called so, else a file.
   *
   * @throws ConfigError if it is neither or has a syntax error
   */
  public static ExperimentReader of(String presetOrFile) {
    if (Presets.names().contains(presetOrFile)) {
      return preset(presetOrFile);
    }
    Path path = pathOf(presetOrFile);
    boolean meansAFile =
        presetOrFile.contains("/") || presetOrFile.contains(".") || Files.exists(path);
    return meansAFile ? file(path) : preset(presetOrFile);
  }

  /**
   * A preset.
   *
   * @throws ConfigError if there is none of that name; the message says which there are
   */
  public static ExperimentReader preset(String name) {
    String source = "preset " + name;
    return parsed(name, source, Presets.text(name));
  }

  /**
   * A file.
   *
   * @throws ConfigError if it cannot be read wholly or has a syntax error
   */
  public static ExperimentReader file(Path file) {
    return new ExperimentReader(nameOf(file), file.toString(), parseFile(file), NOTHING, false);
  }

  /**
   * What somebody typed as a path.
   *
   * @throws ConfigError if it is none
   */
  static Path pathOf(String typed) {
    Path path;
    try {
      path = Path.of(typed);
    } catch (InvalidPathException e) {
      throw new ConfigError("no preset and no file is called " + typed, e);
    }
    if (typed.isBlank()) {
      throw new ConfigError("an empty text is no preset and no file");
    }
    return path;
  }

  /** What an experiment or a sweep in a file is called. */
  static String nameOf(Path file) {
    Path last = file.getFileName();
    return last == null ? file.toString() : last.toString().replaceFirst("\\.conf$", "");
  }

  /**
   * Parses and resolves a file.
   *
   * @throws ConfigError if it cannot be read wholly or has a syntax error
   */
  static Config parseFile(Path file) {
    String source = file.toString();
    try {
      Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new ConfigError("cannot read " + source + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new ConfigError("cannot read " + source + ": it is not text in UTF-8", e);
    } catch (IOException e) {
      String why =
          Files.isDirectory(file)
              ? "it is a directory"
              : Files.isReadable(file) ? String.valueOf(e.getMessage()) : "no permission";
      throw new ConfigError("cannot read " + source + ": " + why, e);
    }
    // a path without a parent has no siblings to the parser, so nothing could be included
    Path located = file.getParent() == null ? Path.of(".").resolve(file) : file;
    return translated(
        source,
        () -> ConfigFactory.parseFile(located.toFile(), options(source)).resolve(resolution()));
  }

  /**
   * Text in HOCON.
   *
   * @param name the experiment's name, and what messages call the text
   * @throws ConfigError if it has a syntax error
   */
  public static ExperimentReader text(String name, String hocon) {
    return parsed(name, name, hocon);
  }

  /**
   * Reads what is laid over the documented defaults already parsed and resolved.
   *
   * @param name the experiment's name
   * @param layered all that differs from the defaults
   * @throws ConfigError if anything is wrong with it
   */
  public static Experiment read(String name, Config layered) {
    return new ExperimentReader(name, name, layered, NOTHING, false).read();
  }

  /**
   * This with one key set, over the preset or file and over earlier settings.
   *
   * @param assignment {@code a.b=value}, the value in HOCON
   * @throws ConfigError if it is not of that form
   */
  public ExperimentReader set(String assignment) {
    Config setting = setting(assignment);
    return withSettings(setting.withFallback(Layers.spelledOut(settings, setting)));
  }

  /** This with another seed. */
  public ExperimentReader seed(long seed) {
    return set("seed=" + seed);
  }

  /** This with another interleaving. */
  public ExperimentReader interleaving(Interleaving interleaving) {
    return set("interleaving=" + ConfigUtil.quoteString(interleaving.toString()));
  }

  /** This at the size of its {@code test} section, if it has one. */
  public ExperimentReader atTestSize() {
    return new ExperimentReader(name, source, input, settings, true);
  }

  /**
   * The experiment.
   *
   * @throws ConfigError if anything is wrong with it, also in a {@code test} section that is not
   *     used
   */
  public Experiment read() {
    Config withoutTest = input.withoutPath(TEST);
    Experiment experiment = assemble(testSize ? Layers.over(withoutTest, test()) : withoutTest);
    if (input.hasPathOrNull(TEST)) {
      Experiment small = build(Layers.over(withoutTest, test()));
      if (small.totalAccesses() > TEST_ACCESSES) {
        throw new ConfigError(
            source
                + ": the section test leaves "
                + small.totalAccesses()
                + " accesses; it is there to leave at most "
                + TEST_ACCESSES);
      }
    }
    return experiment;
  }

  /** The experiment's name. */
  String name() {
    return name;
  }

  /**
   * All that differs from the documented defaults, as HOCON on one line: what {@link #text} reads
   * as the same experiment, also where the files that this was read from are not.
   */
  String flat() {
    Config withoutTest = input.withoutPath(TEST);
    Config layered = testSize ? Layers.over(withoutTest, test()) : withoutTest;
    return Layers.over(layered, settings).root().render(ConfigRenderOptions.concise());
  }

  private Experiment assemble(Config layered) {
    return build(Layers.over(layered, settings));
  }

  private Experiment build(Config layered) {
    Config complete = layered.withFallback(Schema.defaults());
    return new ExperimentAssembly(new Section(complete.root(), "", new Schema(source)))
        .experiment(name);
  }

  private Config test() {
    ConfigValue section = input.root().get(TEST);
    if (section == null) {
      return NOTHING;
    }
    if (section instanceof ConfigObject object) {
      return object.toConfig();
    }
    throw new ConfigError(
        Place.of(section.origin()).orElse(source) + ": test is an object of keys to override");
  }

  private ExperimentReader withSettings(Config changed) {
    return new ExperimentReader(name, source, input, changed, testSize);
  }

  private static ExperimentReader parsed(String name, String source, String hocon) {
    return new ExperimentReader(name, source, parseText(source, hocon), NOTHING, false);
  }

  /**
   * Parses and resolves a text.
   *
   * @throws ConfigError if it has a syntax error
   */
  static Config parseText(String source, String hocon) {
    return translated(
        source, () -> ConfigFactory.parseString(hocon, options(source)).resolve(resolution()));
  }

  private static Config setting(String assignment) {
    String source = Place.OVERRIDE + assignment.replaceAll("\\p{Cntrl}", "?");
    int equals = assignment.indexOf('=');
    String key = equals < 0 ? "" : assignment.substring(0, equals).strip();
    String value = assignment.substring(equals + 1).strip();
    if (key.isEmpty() || value.isEmpty()) {
      throw new ConfigError(source + ": a setting is a.b=value");
    }
    List<String> path;
    try {
      path = ConfigUtil.splitPath(key);
    } catch (ConfigException e) {
      throw new ConfigError(
          source + ": " + key + " is no key; keys are words with dots between", e);
    }
    if (path.get(0).equals(TEST)) {
      throw new ConfigError(source + ": the section test belongs to a file or preset");
    }
    Config config;
    try {
      config = ConfigFactory.parseString(key + "=" + value, options(source)).resolve(resolution());
    } catch (ConfigException.UnresolvedSubstitution e) {
      throw new ConfigError(source + ": nothing to put in for " + unresolved(e), e);
    } catch (ConfigException.Parse e) {
      // parallel:2 is no bare text in HOCON; on a command line the quotes would be a nuisance
      if (!value.matches("[\\w.:+-]+")) {
        throw new ConfigError(source + ": the value is not HOCON: " + reason(e), e);
      }
      config =
          translated(
              source,
              () ->
                  ConfigFactory.parseString(
                      key + "=" + ConfigUtil.quoteString(value), options(source)));
    } catch (ConfigException e) {
      throw new ConfigError(source + ": " + reason(e), e);
    } catch (StackOverflowError e) {
      throw new ConfigError(source + ": its braces and brackets are nested too deeply", e);
    }
    ConfigObject object = config.root();
    for (int i = 0; i < path.size(); i++) {
      boolean last = i == path.size() - 1;
      if (object.size() != 1 || !(last || object.get(path.get(i)) instanceof ConfigObject)) {
        throw new ConfigError(source + ": sets more than one key; give each its own --set");
      }
      if (!last && object.get(path.get(i)) instanceof ConfigObject child) {
        object = child;
      }
    }
    return config;
  }

  private static ConfigParseOptions options(String source) {
    return ConfigParseOptions.defaults()
        .setSyntax(ConfigSyntax.CONF)
        .setAllowMissing(false)
        .setOriginDescription(source)
        .setClassLoader(ExperimentReader.class.getClassLoader())
        .setIncluder(new StrictIncluder());
  }

  /** The environment is no part of an experiment. */
  private static ConfigResolveOptions resolution() {
    return ConfigResolveOptions.noSystem();
  }

  private static Config translated(String source, Supplier<Config> parse) {
    try {
      return parse.get();
    } catch (ConfigException.IO e) {
      String place = placeOf(e, source);
      throw new ConfigError(
          source
              + (place.equals(source) ? "" : " includes " + place + ", which")
              + " cannot be read: "
              + (reason(e).contains("not found") ? "there is no such file" : reason(e)),
          e);
    } catch (ConfigException.UnresolvedSubstitution e) {
      throw new ConfigError(placeOf(e, source) + ": nothing to put in for " + unresolved(e), e);
    } catch (ConfigException e) {
      throw new ConfigError(placeOf(e, source) + ": not HOCON: " + reason(e), e);
    } catch (StackOverflowError e) {
      throw new ConfigError(source + ": its braces and brackets are nested too deeply", e);
    }
  }

  private static String placeOf(ConfigException e, String source) {
    return e.origin() == null ? source : Place.of(e.origin()).orElse(source);
  }

  private static String unresolved(ConfigException.UnresolvedSubstitution e) {
    return reason(e).replaceFirst("^Could not resolve substitution to a value: ", "");
  }

  /**
   * The parser's words without the place it puts before them and the advice it adds. It quotes what
   * it read, and that may be anything.
   */
  private static String reason(ConfigException e) {
    String message = String.valueOf(e.getMessage());
    if (e.origin() != null) {
      String place = e.origin().description() + ": ";
      message = message.startsWith(place) ? message.substring(place.length()) : message;
    }
    String plain =
        message
            .replaceFirst("(?s) \\(if you .*", "")
            .replaceAll("\\s+", " ")
            .replaceAll("\\p{Cntrl}+", "?");
    return plain.length() <= 200 ? plain : plain.substring(0, 197) + "...";
  }
}
