package io.faultline.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a sweep.
 *
 * @param number from 0, in the order of the sweep
 * @param values one for each axis, as HOCON
 * @param seed of the workload; empty where the experiment is run as it is
 * @param interleaving order of actors within an instant; empty where the experiment's is kept
 */
public record SweepPoint(
    int number, List<String> values, OptionalLong seed, Optional<Interleaving> interleaving) {

  /** Copies the list. */
  public SweepPoint {
    values = List.copyOf(values);
  }
}
