package io.faultline.app;

import java.nio.file.Path;

/** The source tree that the program was built from. */
final class Checkout {

  /** Set by the launcher. */
  private static final String HOME = "faultline.home";

  private Checkout() {}

  /** The recorded runs; in the working directory's tree if the launcher did not say where. */
  static Path recordedRuns() {
    return Path.of(System.getProperty(HOME, ""))
        .resolve("src-test/src/test/resources/recordings/runs.csv");
  }
}
