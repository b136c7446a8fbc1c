package io.faultline.actors.virtualtime;

/**
 * Nothing is runnable, no timer is left, nobody holds the clock, and the run was not ended: its
 * actors wait for ever.
 */
public final class Deadlock extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Deadlock(String message) {
    super(message);
  }
}
