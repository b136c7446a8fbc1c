package io.faultline.protocol.sweep;

import akka.actor.typed.ActorRef;
import akka.actor.typed.delivery.WorkPullingProducerController;
import akka.actor.typed.receptionist.Receptionist;

/** What can be said to the coordinator of sweeps. */
public sealed interface SweepMessage {

  /**
   * Runs a sweep, or goes on with it.
   *
   * @param fresh whether to discard what was recorded, of this sweep or of another under way
   * @param alone whether to refuse it where another sweep has been run
   */
  record Submit(SweepPlan plan, boolean fresh, boolean alone, ActorRef<SubmitReply> replyTo)
      implements SweepMessage, RemoteMessage {}

  /** Asks how far it is; answered at once, also while the journal is being read. */
  record GetStatus(ActorRef<SweepStatus> replyTo) implements SweepMessage, RemoteMessage {}

  /**
   * Asks for rows.
   *
   * @param from where the page begins: 0 or {@link RowsPage#next}
   */
  record FetchRows(String sweep, long from, ActorRef<RowsPage> replyTo)
      implements SweepMessage, RemoteMessage {}

  /**
   * Asks whether a point is to be run.
   *
   * @param worker who asks
   * @param knowsPlan whether it need not be told the plan
   * @param replyTo told {@link WorkerMessage.Run} or {@link WorkerMessage.Skip}
   */
  record Begin(
      String sweep,
      int point,
      String worker,
      boolean knowsPlan,
      ActorRef<? super WorkerMessage> replyTo)
      implements SweepMessage, RemoteMessage {}

  /**
   * A point has been run.
   *
   * @param mayRetry whether another attempt can end otherwise
   * @param replyTo told {@link WorkerMessage.Recorded} once it is in the journal
   */
  record Completed(
      String sweep,
      PointRow row,
      PointRun run,
      boolean mayRetry,
      ActorRef<? super WorkerMessage> replyTo)
      implements SweepMessage, RemoteMessage {}

  /** A worker is idle. */
  record WorkWanted(WorkPullingProducerController.RequestNext<SweepJob> next)
      implements SweepMessage {}

  /** The workers are others than before. */
  record Workers(Receptionist.Listing listing) implements SweepMessage {}

  /** The coordinator has got further; its workers are not counted in it. */
  record Progressed(SweepStatus status) implements SweepMessage {}
}
