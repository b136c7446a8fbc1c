package io.faultline.app;

import io.faultline.app.laboratory.Measurement;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import java.util.List;
import java.util.Set;

/** Whether what was typed names metrics, which a run of the experiment tells. */
final class MetricNames {

  private static final Set<String> EVERY_RUN_HAS =
      Set.of("slowest", "pgmajfault", "pgfault", "pswpin", "pswpout", "swap_ra", "swap_ra_hit");

  private MetricNames() {}

  /**
   * Runs the experiment once, unless every run has what was typed.
   *
   * @throws ConfigError if something names no metric
   */
  static void check(List<String> typed, Experiment experiment) throws InterruptedException {
    if (EVERY_RUN_HAS.containsAll(typed)) {
      return;
    }
    Measurement.Reading first =
        new Emulator()
            .run(List.of(experiment), trial -> Metrics.reading(trial, metric -> true))
            .get(0);
    if (!first.figures().isEmpty()) {
      Metrics.check(typed, first.figures().keySet());
    }
  }
}
