package io.faultline.app.reproduce;

import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run of a preset. Equal ones are emulated once, however many cells are read from them.
 *
 * @param preset its name
 * @param settings what is overridden in it, each {@code a.b=value}, later ones over earlier ones
 */
public record Run(String preset, List<String> settings) {

  /** Copies the list. */
  public Run {
    settings = List.copyOf(settings);
  }

  /** A preset in which nothing is overridden. */
  public static Run of(String preset) {
    return new Run(preset, List.of());
  }

  /** This with further keys overridden. */
  public Run with(String... assignments) {
    return with(List.of(assignments));
  }

  /** This with further keys overridden. */
  public Run with(List<String> assignments) {
    return new Run(preset, Stream.concat(settings.stream(), assignments.stream()).toList());
  }

  /**
   * The experiment.
   *
   * @param scale by how much page counts are divided; 1 leaves them
   * @throws ConfigError if there is no such preset or something is wrong with it
   */
  public Experiment experiment(Scale scale) {
    Experiment full = reader(settings).read();
    return scale.isFull() ? full : reader(with(scale.settings(full)).settings()).read();
  }

  private ExperimentReader reader(List<String> assignments) {
    ExperimentReader reader = ExperimentReader.preset(preset);
    for (String assignment : assignments) {
      reader = reader.set(assignment);
    }
    return reader;
  }

  /** The preset and what differs from it. */
  @Override
  public String toString() {
    return settings.isEmpty() ? preset : preset + " with " + String.join(", ", settings);
  }
}
