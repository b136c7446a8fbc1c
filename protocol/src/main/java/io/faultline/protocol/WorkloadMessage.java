package io.faultline.protocol;

/** What can be said to the workload, which leads a machine through the phases of its experiment. */
public sealed interface WorkloadMessage {

  /** Everything is in place; the first phase may begin. */
  record Begin() implements WorkloadMessage {}

  /**
   * All tasks of a process have made their accesses.
   *
   * @param process index of the process
   */
  record ProcessFinished(int process) implements WorkloadMessage {}

  /**
   * A {@code swapoff} has emptied its area, or given up.
   *
   * @param swapoff as in {@link SwapoffMessage.Begin}
   */
  record SwapoffFinished(int swapoff) implements WorkloadMessage {}

  /** Every page that could be reclaimed has been written out and dropped. */
  record PushedOut() implements WorkloadMessage {}

  /** What is in memory fits into the image; the rest has been written out and dropped. */
  record ImageFits() implements WorkloadMessage {}

  /** Groups whose limit ends with the measured phase have none any more. */
  record LimitsLifted() implements WorkloadMessage {}

  /** Processes that are forks have their copies of a VMA's page table. */
  record Forked() implements WorkloadMessage {}
}
