package io.faultline.app.bench;

import io.faultline.config.Experiment;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The same model without actors, which tells what actors cost. It belongs to the tests and is no
 * part of the program: it is found where its classes are on the class path.
 */
public interface PlainReference {

  /**
   * Runs an experiment to its end and times its measured phase.
   *
   * @return a round whose operations are the page faults, major and minor
   * @throws IllegalArgumentException if the experiment has something that is not modelled
   */
  Round run(Experiment experiment);

  /** The reference, if it is on the class path. */
  static Optional<PlainReference> find() {
    return ServiceLoader.load(PlainReference.class).findFirst();
  }
}
