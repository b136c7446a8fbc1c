package io.faultline.actors.process;

import io.faultline.protocol.TaskMessage.Served;
import org.HdrHistogram.Histogram;

/**
 * What a task experienced in the measured phase, as {@code getrusage} and a stopwatch would say.
 */
public final class TaskRecord {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram faultLatency = new Histogram(SIGNIFICANT_DIGITS);
  private long accesses;
  private long minorFaults;
  private long majorFaults;
  private long userNanos;
  private long startedAt;
  private long finishedAt;
  private boolean done;

  /** The measured phase begins. */
  void started(long now) {
    startedAt = now;
  }

  /** The last access has been made. */
  void finished(long now) {
    finishedAt = now;
    done = true;
  }

  /** A run has been made. */
  void touched(int count, Served served, long latencyNanos) {
    accesses += count;
    switch (served) {
      case RESIDENT -> {}
      case MINOR -> minorFaults++;
      case FILE -> faultLatency.recordValue(latencyNanos);
      case SWAP_CACHE -> {
        minorFaults++;
        faultLatency.recordValue(latencyNanos);
      }
      case MAJOR -> {
        majorFaults++;
        faultLatency.recordValue(latencyNanos);
      }
    }
  }

  /** CPU time has been taken for the task itself. */
  void computed(long nanos) {
    userNanos += nanos;
  }

  /** CPU time in nanoseconds that the task took for itself; builds count it. */
  public long userNanos() {
    return userNanos;
  }

  /** Latency in nanoseconds of every fault that found a swap entry, swap-cache hits included. */
  public Histogram faultLatency() {
    return faultLatency;
  }

  /** Accesses made. */
  public long accesses() {
    return accesses;
  }

  /** Faults that read nothing. */
  public long minorFaults() {
    return minorFaults;
  }

  /** Faults that had to read their page. */
  public long majorFaults() {
    return majorFaults;
  }

  /** Virtual nanoseconds from the start of the measured phase to the last access. */
  public long virtualNanos() {
    return finishedAt - startedAt;
  }

  /** Whether the task has made all its accesses. */
  public boolean done() {
    return done;
  }
}
