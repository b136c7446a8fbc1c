package io.faultline.protocol.sweep;

import akka.actor.typed.delivery.ConsumerController;

/** What can be said to a worker, which runs one point at a time. */
public sealed interface WorkerMessage {

  /** There is work. */
  record Work(ConsumerController.Delivery<SweepJob> delivery) implements WorkerMessage {}

  /**
   * The point is to be run.
   *
   * @param plan of its sweep; its text is empty if the worker has said that it knows it
   * @param attempt 1 for the first
   */
  record Run(SweepPlan plan, int point, int attempt) implements WorkerMessage, RemoteMessage {}

  /** The point is not to be run, or no longer: it is recorded, or its sweep is over. */
  record Skip(String sweep, int point) implements WorkerMessage, RemoteMessage {}

  /**
   * The result is in the journal, or needs to be no longer.
   *
   * @param late whether the point had been recorded before, so that this result was dropped
   */
  record Recorded(String sweep, int point, boolean late) implements WorkerMessage, RemoteMessage {}

  /**
   * The run has ended.
   *
   * @param mayRetry whether another attempt can end otherwise
   */
  record Ran(String sweep, PointRow row, long wallNanos, boolean mayRetry)
      implements WorkerMessage {}

  /** Time to ask again what was not answered. */
  record AskAgain() implements WorkerMessage {}
}
