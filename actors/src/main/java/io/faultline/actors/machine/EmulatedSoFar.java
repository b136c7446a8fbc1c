package io.faultline.actors.machine;

import io.faultline.actors.readahead.Heuristics;
import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.Kernel;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What an experiment may state but no machine does yet: refused before anything is made. */
final class EmulatedSoFar {

  private static final Set<Kernel> KERNELS =
      EnumSet.of(Kernel.V5_8, Kernel.V6_1, Kernel.V6_8, Kernel.V6_12);

  private EmulatedSoFar() {}

  /**
   * Refuses what is not emulated yet.
   *
   * @throws ConfigError if the experiment asks for it
   */
  static void check(Experiment experiment) {
    if (!KERNELS.contains(experiment.kernel())) {
      throw new ConfigError(
          "kernel: "
              + experiment.kernel()
              + " is not emulated yet; "
              + Arrays.stream(Kernel.values())
                  .filter(KERNELS::contains)
                  .map(Kernel::release)
                  .collect(Collectors.joining(", "))
              + " are");
    }
  }

  /**
   * The heuristic that an experiment names.
   *
   * @throws ConfigError if there is no such class, or it is no heuristic
   */
  static ReadaheadHeuristic heuristic(Experiment experiment) {
    try {
      return Heuristics.named(experiment.readahead().algorithm());
    } catch (IllegalArgumentException e) {
      throw new ConfigError("readahead.algorithm: " + e.getMessage(), e);
    }
  }
}
