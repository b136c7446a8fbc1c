package io.faultline.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The experiments that ship inside the jar. */
public final class Presets {

  private static final List<String> NAMES =
      List.of(
          "mixed",
          "mixed-vma",
          "mixed-threads",
          "mixed-merged-vma",
          "mixed-large",
          "mixture",
          "metastable",
          "sequential",
          "random",
          "huang-2017",
          "huang-2017-table",
          "dickins-2012",
          "li-2012",
          "li-2012-mix",
          "striping",
          "swapoff-under-load",
          "tebibyte",
          "righi",
          "khlebnikov-2012",
          "pham-2g",
          "pham-3g-cold");

  private Presets() {}

  /** All names, the first to try first. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * What a preset shows, in one sentence: the comment it begins with.
   *
   * @throws ConfigError if there is no such preset
   */
  public static String description(String name) {
    return text(name).lines().findFirst().orElse("").replaceFirst("^#\\s*", "");
  }

  /**
   * A preset as it is written, comments and all.
   *
   * @throws ConfigError if there is no such preset; the message says which there are
   */
  public static String text(String name) {
    requireKnown(name);
    return resource("presets/" + name + ".conf");
  }

  /**
   * A preset at its full size.
   *
   * @throws ConfigError if there is no such preset
   */
  public static Experiment read(String name) {
    return ExperimentReader.preset(name).read();
  }

  /**
   * A preset at the size that its {@code test} section gives: at most {@value
   * ExperimentReader#TEST_ACCESSES} accesses in all.
   *
   * @throws ConfigError if there is no such preset
   */
  public static Experiment test(String name) {
    return ExperimentReader.preset(name).atTestSize().read();
  }

  static void requireKnown(String name) {
    if (!NAMES.contains(name)) {
      String nearest =
          NearestName.similar(name, NAMES).map(near -> "; did you mean " + near + "?").orElse("");
      throw new ConfigError(
          "no preset and no file is called "
              + name
              + nearest
              + "\nthe presets are "
              + String.join(", ", NAMES));
    }
  }

  /** The text of a file beside this class in the jar. */
  static String resource(String path) {
    try (InputStream in = Presets.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
