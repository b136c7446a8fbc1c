package io.faultline.app.reproduce;

/** A run that a calibration needs has failed; the cause says why. */
public final class RunFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RunFailed(Run run, Throwable cause) {
    super(run.toString(), cause);
  }
}
