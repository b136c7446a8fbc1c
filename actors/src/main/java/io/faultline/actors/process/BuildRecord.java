package io.faultline.actors.process;

/** What a build has come to in the measured phase. */
public final class BuildRecord {

  private long startedAt;
  private long finishedAt;
  private int units;
  private boolean done;

  void started(long now) {
    startedAt = now;
  }

  void unitFinished() {
    units++;
  }

  void finished(long now) {
    finishedAt = now;
    done = true;
  }

  /** Processes that have exited. */
  public int units() {
    return units;
  }

  /** Virtual nanoseconds from the start of the measured phase to the last exit. */
  public long elapsedNanos() {
    return finishedAt - startedAt;
  }

  /** Whether all processes have exited. */
  public boolean done() {
    return done;
  }
}
