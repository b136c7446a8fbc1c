package io.faultline.app;

import io.faultline.app.laboratory.Combination;
import io.faultline.app.laboratory.Measurement;
import java.io.PrintWriter;

/** Runs that failed, each on a line of standard error. */
final class FailedRuns {

  private FailedRuns() {}

  /** Tells them, and whether there are any. */
  static boolean told(Measurement measurement, PrintWriter err) {
    boolean any = false;
    for (int i = 0; i < measurement.combinations().size(); i++) {
      Combination combination = measurement.combinations().get(i);
      for (Measurement.Reading run : measurement.runs(i)) {
        if (run.failure() != null) {
          any = true;
          err.println(
              "faultline: the run "
                  + (combination.values().isEmpty() ? "" : combination.values() + " ")
                  + "with seed "
                  + run.seed()
                  + ", "
                  + run.interleaving()
                  + ", failed: "
                  + run.failure());
        }
      }
    }
    err.flush();
    return any;
  }
}
