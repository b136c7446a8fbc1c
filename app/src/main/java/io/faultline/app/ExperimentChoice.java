package io.faultline.app;

import io.faultline.config.ConfigError;
import io.faultline.config.ExperimentReader;
import io.faultline.config.Kernel;
import io.faultline.config.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which experiment, and what is overridden in it; every command about one has these options. */
final class ExperimentChoice {

  private static final String KERNEL = "kernel:";

  @Parameters(paramLabel = "PRESET|FILE", description = "Name of a preset, or a file in HOCON.")
  private String experiment = "";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Override a key, for instance machine.page-cluster=5. May be repeated.")
  private List<String> settings = new ArrayList<>();

  /**
   * A reader of the experiment with all that was overridden.
   *
   * @throws ConfigError if there is no such preset or file, or a setting cannot be understood
   */
  ExperimentReader reader() {
    return reader(experiment);
  }

  /** As {@link #reader()}, of another experiment than the one that was typed. */
  ExperimentReader reader(String other) {
    ExperimentReader reader = ExperimentReader.of(other);
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    return reader;
  }

  /** What was typed. */
  String typed() {
    return experiment;
  }

  /**
   * The kernel generation that was named as {@code kernel:5.6} instead of an experiment.
   *
   * @throws ConfigError if there is no such generation, or a setting comes with it
   */
  Optional<Kernel> kernel() {
    if (!experiment.startsWith(KERNEL)) {
      return Optional.empty();
    }
    if (!settings.isEmpty()) {
      throw new ConfigError(experiment + " is no experiment, and --set sets a key of one");
    }
    return Optional.of(Kernel.named(Failures.oneLine(experiment.substring(KERNEL.length()))));
  }

  /** The text of a preset in which nothing is overridden; empty if it is anything else. */
  Optional<String> asWritten() {
    return settings.isEmpty() && Presets.names().contains(experiment)
        ? Optional.of(Presets.text(experiment))
        : Optional.empty();
  }
}
