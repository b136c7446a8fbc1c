package io.faultline.actors.process;

/** How long processors have been busy, as {@code /proc/stat} has it. */
public final class CpuTime {

  private long busyNanos;
  private long runningSince;
  private int running;

  /** Something runs on a processor from now on. */
  void begins(long now) {
    catchUp(now);
    running++;
  }

  /** A processor is idle from now on. */
  void ends(long now) {
    catchUp(now);
    running--;
  }

  private void catchUp(long now) {
    busyNanos += running * (now - runningSince);
    runningSince = now;
  }

  /** Time that all processors together have been busy, in nanoseconds, up to a given moment. */
  public long busyNanos(long now) {
    return busyNanos + running * (now - runningSince);
  }
}
