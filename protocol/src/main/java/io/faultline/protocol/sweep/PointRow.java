package io.faultline.protocol.sweep;

/**
 * What came of a point: the same on every node, at every attempt.
 *
 * @param point its number
 * @param kernel generation that was emulated; empty if the point is no experiment
 * @param experiment SHA-256 of the experiment with every key resolved; empty if it is none
 * @param eventHash hash over every delivery of the run; empty if it failed
 * @param error what went wrong, in one line; empty if nothing did
 * @param metrics names of the figures
 * @param figures one for each name
 */
public record PointRow(
    int point,
    String kernel,
    String experiment,
    String eventHash,
    String error,
    String[] metrics,
    double[] figures)
    implements RemoteMessage {

  /** A point that failed. */
  public static PointRow failed(int point, String kernel, String experiment, String error) {
    return new PointRow(point, kernel, experiment, "", error, new String[0], new double[0]);
  }

  /** Whether it has no figures but an error. */
  public boolean failed() {
    return !error.isEmpty();
  }
}
