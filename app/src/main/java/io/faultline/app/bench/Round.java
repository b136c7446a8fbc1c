package io.faultline.app.bench;

/**
 * One timed round of a workload.
 *
 * @param operations how often what is counted was done, at least 1
 * @param nanos how long that took, in nanoseconds
 * @param bytes what the measuring thread allocated meanwhile
 */
public record Round(long operations, long nanos, long bytes) {

  /** Operations a second. */
  public double perSecond() {
    return operations * 1e9 / nanos;
  }

  /** Bytes allocated an operation. */
  public double bytesEach() {
    return (double) bytes / operations;
  }
}
