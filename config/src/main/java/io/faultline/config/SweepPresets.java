package io.faultline.config;

import java.util.List;

/** The sweeps that ship inside the jar. */
public final class SweepPresets {

  private static final List<String> NAMES = List.of("page-cluster-sweep");

  private SweepPresets() {}

  /** All names. */
  public static List<String> names() {
    return NAMES;
  }

  /** What a sweep shows, in one sentence: the comment it begins with. */
  public static String description(String name) {
    return text(name).lines().findFirst().orElse("").replaceFirst("^#\\s*", "");
  }

  /**
   * A sweep as it is written, comments and all.
   *
   * @throws ConfigError if there is none of that name
   */
  public static String text(String name) {
    if (!NAMES.contains(name)) {
      throw new ConfigError(
          "no sweep is called " + name + "\nthe sweeps are " + String.join(", ", NAMES));
    }
    return Presets.resource("sweeps/" + name + ".conf");
  }
}
