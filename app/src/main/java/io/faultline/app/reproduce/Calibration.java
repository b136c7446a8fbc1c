package io.faultline.app.reproduce;

/** How parameters of a preset are found from the cells that are marked so. */
public interface Calibration {

  /** What is fitted to what, in a sentence or two; the comment that the result begins with. */
  String description();

  /** How many runs it makes at most. */
  int mostRuns();

  /**
   * Fits.
   *
   * @param emulator what runs the experiments
   * @param scale of the cells; {@link Scale#FULL} for parameters to keep
   * @throws RunFailed if a run failed
   */
  Calibrated calibrate(Emulator emulator, Scale scale) throws InterruptedException;
}
