package io.faultline.actors.sweep;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.delivery.ConsumerController;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.receptionist.ServiceKey;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.PointRun;
import io.faultline.protocol.sweep.SweepJob;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.WorkerMessage;
import io.faultline.protocol.sweep.WorkerMessage.AskAgain;
import io.faultline.protocol.sweep.WorkerMessage.Ran;
import io.faultline.protocol.sweep.WorkerMessage.Recorded;
import io.faultline.protocol.sweep.WorkerMessage.Run;
import io.faultline.protocol.sweep.WorkerMessage.Skip;
import io.faultline.protocol.sweep.WorkerMessage.Work;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one point at a time: takes it, asks whether to begin, runs it, and reports until the
 * coordinator says that the result is in its journal. There is one worker a core.
 *
 * <p>Whoever the coordinator is meanwhile, what is not answered is asked again.
 */
public final class SweepWorker extends AbstractBehavior<WorkerMessage> {

  /** What workers are found by. */
  @SuppressWarnings("unchecked") // a class has no type parameters
  static final ServiceKey<ConsumerController.Command<SweepJob>> KEY =
      ServiceKey.create(
          (Class<ConsumerController.Command<SweepJob>>) (Class<?>) ConsumerController.Command.class,
          "sweep-worker");

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(SweepWorker.class);

  private final PointRunner runner;
  private final Executor cores;
  private final ActorRef<SweepMessage> coordinator;
  private final String name;

  private Phase phase = Phase.IDLE;
  private ConsumerController.@Nullable Delivery<SweepJob> delivery;
  private SweepMessage.@Nullable Completed report;
  private @Nullable SweepPlan plan;
  private int attempt;

  private enum Phase {
    IDLE,
    ASKING,
    RUNNING,
    REPORTING
  }

  private SweepWorker(
      ActorContext<WorkerMessage> context,
      PointRunner runner,
      Executor cores,
      ActorRef<SweepMessage> coordinator,
      String name) {
    super(context);
    this.runner = runner;
    this.cores = cores;
    this.coordinator = coordinator;
    this.name = name;
    ActorRef<ConsumerController.Command<SweepJob>> consumer =
        context.spawn(ConsumerController.create(KEY), "work");
    context.watch(consumer);
    consumer.tell(new ConsumerController.Start<>(work(context)));
  }

  /**
   * A worker.
   *
   * @param runner runs points
   * @param cores where it runs them: a thread of its own for each worker
   * @param coordinator who decides, also if it moves
   * @param name that tells this worker from every other there is or was
   */
  public static Behavior<WorkerMessage> create(
      PointRunner runner, Executor cores, ActorRef<SweepMessage> coordinator, String name) {
    return Behaviors.withTimers(
        timers -> {
          timers.startTimerWithFixedDelay(new AskAgain(), PATIENCE);
          return Behaviors.setup(
              context -> new SweepWorker(context, runner, cores, coordinator, name));
        });
  }

  @SuppressWarnings("unchecked") // a class has no type parameters
  private static ActorRef<ConsumerController.Delivery<SweepJob>> work(
      ActorContext<WorkerMessage> context) {
    Class<ConsumerController.Delivery<SweepJob>> type =
        (Class<ConsumerController.Delivery<SweepJob>>) (Class<?>) ConsumerController.Delivery.class;
    return context.messageAdapter(type, Work::new);
  }

  @Override
  public Receive<WorkerMessage> createReceive() {
    return newReceiveBuilder()
        .onMessage(Work.class, this::onWork)
        .onMessage(Run.class, this::onRun)
        .onMessage(Skip.class, this::onSkip)
        .onMessage(Ran.class, this::onRan)
        .onMessage(Recorded.class, this::onRecorded)
        .onMessage(AskAgain.class, tick -> onAskAgain())
        .build();
  }

  private Behavior<WorkerMessage> onWork(Work work) {
    delivery = work.delivery();
    phase = Phase.ASKING;
    ask();
    return this;
  }

  private void ask() {
    ConsumerController.Delivery<SweepJob> current = delivery;
    if (current != null) {
      SweepJob job = current.message();
      boolean knowsPlan = plan != null && plan.id().equals(job.sweep());
      coordinator.tell(
          new SweepMessage.Begin(
              job.sweep(), job.point(), name, knowsPlan, getContext().getSelf()));
    }
  }

  private Behavior<WorkerMessage> onRun(Run run) {
    if (phase != Phase.ASKING || !isCurrent(run.plan().id(), run.point())) {
      return this;
    }
    if (!run.plan().text().isEmpty()) {
      plan = run.plan();
    }
    SweepPlan known = plan;
    if (known == null) {
      return this; // it is asked again, and this time with the plan
    }
    phase = Phase.RUNNING;
    attempt = run.attempt();
    LOG.info("point {} is begun", run.point());
    long startedAt = System.nanoTime();
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(() -> runner.run(known, run.point()), cores),
            (outcome, failure) ->
                new Ran(
                    known.id(),
                    outcome == null
                        ? PointRow.failed(run.point(), "", "", "it could not be run: " + failure)
                        : outcome.row(),
                    System.nanoTime() - startedAt,
                    outcome == null || outcome.mayRetry()));
    return this;
  }

  private Behavior<WorkerMessage> onRan(Ran ran) {
    phase = Phase.REPORTING;
    report =
        new SweepMessage.Completed(
            ran.sweep(),
            ran.row(),
            new PointRun(name, attempt, System.currentTimeMillis(), ran.wallNanos()),
            ran.mayRetry(),
            getContext().getSelf());
    coordinator.tell(report);
    return this;
  }

  private Behavior<WorkerMessage> onSkip(Skip skip) {
    if (phase == Phase.ASKING && isCurrent(skip.sweep(), skip.point())) {
      next();
    }
    return this;
  }

  private Behavior<WorkerMessage> onRecorded(Recorded recorded) {
    if (phase == Phase.REPORTING && isCurrent(recorded.sweep(), recorded.point())) {
      if (recorded.late()) {
        LOG.warn(
            "the result of point {} came late, when the point was done already: dropped",
            recorded.point());
      }
      next();
    }
    return this;
  }

  private Behavior<WorkerMessage> onAskAgain() {
    if (phase == Phase.ASKING) {
      ask();
    } else if (phase == Phase.REPORTING && report != null) {
      coordinator.tell(report);
    }
    return this;
  }

  private void next() {
    phase = Phase.IDLE;
    report = null;
    ConsumerController.Delivery<SweepJob> finished = delivery;
    delivery = null;
    if (finished != null) {
      finished.confirmTo().tell(ConsumerController.confirmed());
    }
  }

  private boolean isCurrent(String sweep, int point) {
    ConsumerController.Delivery<SweepJob> current = delivery;
    return current != null
        && current.message().sweep().equals(sweep)
        && current.message().point() == point;
  }
}
