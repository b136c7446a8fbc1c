package io.faultline.actors.sweep;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.delivery.WorkPullingProducerController;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.receptionist.Receptionist;
import io.faultline.protocol.sweep.SweepJob;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepMessage.GetStatus;
import io.faultline.protocol.sweep.SweepMessage.Progressed;
import io.faultline.protocol.sweep.SweepMessage.WorkWanted;
import io.faultline.protocol.sweep.SweepMessage.Workers;
import io.faultline.protocol.sweep.SweepStatus;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a sweep is submitted and asked about: answers questions by what it was told last, also
 * while the coordinator reads its journal, and passes everything else on to it.
 *
 * <p>A coordinator that cannot write to its journal stops, and this begins anew with another one.
 */
public final class SweepDesk extends AbstractBehavior<SweepMessage> {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);
  private static final double PAUSE_SPREAD = 0.2;

  private final ActorRef<SweepMessage> coordinator;
  private SweepStatus status = SweepStatus.recovering();
  private int workers;

  private SweepDesk(ActorContext<SweepMessage> context, String readJournal) {
    super(context);
    ActorRef<RowReader.Message> rows = context.spawn(RowReader.create(readJournal), "rows");
    coordinator = context.spawn(SweepCoordinator.create(context.getSelf(), rows), "coordinator");
    context.watch(coordinator);
    ActorRef<WorkPullingProducerController.Command<SweepJob>> work =
        context.spawn(
            WorkPullingProducerController.create(
                SweepJob.class, "sweep", SweepWorker.KEY, Optional.empty()),
            "work");
    context.watch(work);
    work.tell(new WorkPullingProducerController.Start<>(workWanted(context)));
    context
        .getSystem()
        .receptionist()
        .tell(
            Receptionist.subscribe(
                SweepWorker.KEY, context.messageAdapter(Receptionist.Listing.class, Workers::new)));
  }

  /**
   * A desk with its coordinator.
   *
   * @param readJournal id of the plugin that reads the journal
   */
  public static Behavior<SweepMessage> create(String readJournal) {
    return Behaviors.supervise(
            Behaviors.<SweepMessage>setup(context -> new SweepDesk(context, readJournal)))
        .onFailure(SupervisorStrategy.restartWithBackoff(FIRST_PAUSE, LONGEST_PAUSE, PAUSE_SPREAD));
  }

  @SuppressWarnings("unchecked") // a class has no type parameters
  private static ActorRef<WorkPullingProducerController.RequestNext<SweepJob>> workWanted(
      ActorContext<SweepMessage> context) {
    Class<WorkPullingProducerController.RequestNext<SweepJob>> type =
        (Class<WorkPullingProducerController.RequestNext<SweepJob>>)
            (Class<?>) WorkPullingProducerController.RequestNext.class;
    return context.messageAdapter(type, WorkWanted::new);
  }

  @Override
  public Receive<SweepMessage> createReceive() {
    return newReceiveBuilder()
        .onMessage(GetStatus.class, this::onGetStatus)
        .onMessage(Progressed.class, this::onProgressed)
        .onMessage(Workers.class, this::onWorkers)
        .onAnyMessage(this::passOn)
        .build();
  }

  private Behavior<SweepMessage> onGetStatus(GetStatus question) {
    question.replyTo().tell(status.withWorkers(workers));
    return this;
  }

  private Behavior<SweepMessage> onProgressed(Progressed progressed) {
    status = progressed.status();
    return this;
  }

  private Behavior<SweepMessage> onWorkers(Workers others) {
    workers = others.listing().getServiceInstances(SweepWorker.KEY).size();
    return this;
  }

  private Behavior<SweepMessage> passOn(SweepMessage message) {
    coordinator.tell(message);
    return this;
  }
}
