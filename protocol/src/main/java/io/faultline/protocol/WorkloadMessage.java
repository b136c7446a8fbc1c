package io.faultline.protocol;

/** What can be said to the workload, which leads a machine through the phases of its experiment. */
public sealed interface WorkloadMessage {

  /** Everything is in place; the first phase may begin. */
  record Begin() implements WorkloadMessage {}

  /**
   * A task has made all its accesses.
   *
   * @param task the task
   */
  record TaskFinished(int task) implements WorkloadMessage {}

  /** Every page that could be reclaimed has been written out and dropped. */
  record PushedOut() implements WorkloadMessage {}
}
