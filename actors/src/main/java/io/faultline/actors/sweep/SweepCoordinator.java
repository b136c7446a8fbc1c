package io.faultline.actors.sweep;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.faultline.actors.sweep.SweepEvent.ColumnsFound;
import io.faultline.actors.sweep.SweepEvent.PointDone;
import io.faultline.actors.sweep.SweepEvent.ResultDropped;
import io.faultline.actors.sweep.SweepEvent.SweepSubmitted;
import io.faultline.actors.sweep.SweepSnapshot.Sweep;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.PointRun;
import io.faultline.protocol.sweep.RowsPage;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepJob;
import io.faultline.protocol.sweep.SweepMessage;
import io.faultline.protocol.sweep.SweepMessage.Begin;
import io.faultline.protocol.sweep.SweepMessage.Completed;
import io.faultline.protocol.sweep.SweepMessage.FetchRows;
import io.faultline.protocol.sweep.SweepMessage.GetStatus;
import io.faultline.protocol.sweep.SweepMessage.Progressed;
import io.faultline.protocol.sweep.SweepMessage.Submit;
import io.faultline.protocol.sweep.SweepMessage.WorkWanted;
import io.faultline.protocol.sweep.SweepMessage.Workers;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import io.faultline.protocol.sweep.WorkerMessage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one actor that knows which points of a sweep are done: it gives points out, and writes what
 * came of each to its journal before it says so.
 *
 * <p>There is one sweep at a time. Behind {@link SweepDesk}, which answers questions while this
 * reads its journal.
 */
final class SweepCoordinator extends EventSourcedBehavior<SweepMessage, SweepEvent, SweepState> {

  /** There is one coordinator. */
  static final PersistenceId PERSISTENCE_ID = PersistenceId.ofUniqueId("sweeps");

  private static final Logger LOG = LoggerFactory.getLogger(SweepCoordinator.class);
  private static final int SNAPSHOT_EVERY = 500;
  private static final int SNAPSHOTS_KEPT = 2;

  /** Events that may follow before a snapshot is stored. */
  private static final int MARGIN = 50;

  private static final int SHOWN_ID = 12;

  private final ActorRef<SweepMessage> desk;
  private final ActorRef<RowReader.Message> rows;

  private Dispatch dispatch = new Dispatch(0, new BitSet());
  private @Nullable WorkWanted wanted;

  private SweepCoordinator(ActorRef<SweepMessage> desk, ActorRef<RowReader.Message> rows) {
    super(PERSISTENCE_ID);
    this.desk = desk;
    this.rows = rows;
  }

  /**
   * A coordinator.
   *
   * @param desk told {@link Progressed}
   * @param rows reads the journal
   */
  static Behavior<SweepMessage> create(
      ActorRef<SweepMessage> desk, ActorRef<RowReader.Message> rows) {
    return new SweepCoordinator(desk, rows);
  }

  @Override
  public SweepState emptyState() {
    return new SweepState();
  }

  @Override
  public EventHandler<SweepState, SweepEvent> eventHandler() {
    return SweepState::apply;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, SNAPSHOTS_KEPT);
  }

  /** The state changes in place, so what is stored is a copy. */
  @Override
  public SnapshotAdapter<SweepState> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(SweepState state) {
        return state.snapshot();
      }

      @Override
      public SweepState fromJournal(Object stored) {
        return SweepState.of((SweepSnapshot) stored);
      }
    };
  }

  @Override
  public SignalHandler<SweepState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            RecoveryCompleted.instance(),
            state -> {
              open(state);
              if (!state.fromSnapshot() && state.replayed() > SNAPSHOT_EVERY + MARGIN) {
                LOG.warn(
                    "the last snapshot could not be read: all {} events were read again instead",
                    state.replayed());
              }
              LOG.info("the journal has been read: {}", status(state));
            })
        .build();
  }

  @Override
  public CommandHandler<SweepMessage, SweepEvent, SweepState> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(Begin.class, this::onBegin)
        .onCommand(Completed.class, this::onCompleted)
        .onCommand(WorkWanted.class, this::onWorkWanted)
        .onCommand(Submit.class, this::onSubmit)
        .onCommand(FetchRows.class, this::onFetchRows)
        .onCommand(GetStatus.class, this::onGetStatus)
        .onCommand(Workers.class, notForThis -> Effect().none())
        .onCommand(Progressed.class, notForThis -> Effect().none())
        .build();
  }

  private Effect<SweepEvent, SweepState> onSubmit(SweepState state, Submit submit) {
    SweepPlan plan = submit.plan();
    Optional<Sweep> known = state.sweep(plan.id());
    Optional<Sweep> other = state.current().filter(sweep -> !sweep.plan().id().equals(plan.id()));
    boolean underWay = other.isPresent() && !other.get().complete();
    if (!submit.fresh() && other.isPresent() && (underWay || submit.alone())) {
      submit.replyTo().tell(new SubmitReply.Refused(otherSweep(state, other.get(), plan)));
      return Effect().none();
    }
    if (!submit.fresh() && known.isPresent()) {
      int done = known.get().complete() ? plan.points() : state.doneCount();
      submit.replyTo().tell(new SubmitReply.Accepted(done, "", 0));
      return Effect().none();
    }
    boolean discards = submit.fresh() && state.current().isPresent();
    String discardedName = discards ? state.current().get().plan().name() : "";
    int discarded = discards ? state.doneCount() : 0;
    return Effect()
        .persist(new SweepSubmitted(plan))
        .thenRun(
            begun -> {
              LOG.info("sweep {} with {} points is begun", plan.name(), plan.points());
              submit.replyTo().tell(new SubmitReply.Accepted(0, discardedName, discarded));
              open(begun);
            });
  }

  private static String otherSweep(SweepState state, Sweep other, SweepPlan plan) {
    String same =
        !other.plan().name().equals(plan.name())
            ? ""
            : other.plan().version().equals(plan.version())
                ? ", as it was before it was changed"
                : ", of version " + other.plan().version();
    return "another sweep is here: "
        + other.plan().name()
        + " ("
        + other.plan().id().substring(0, SHOWN_ID)
        + same
        + "), of which "
        + state.doneCount()
        + " of "
        + other.plan().points()
        + " points are done";
  }

  /** Gives out what is not done. */
  private void open(SweepState state) {
    Optional<Sweep> current = state.current();
    int points = current.map(sweep -> sweep.plan().points()).orElse(0);
    dispatch = new Dispatch(points, state.donePoints());
    giveOut(state);
    tellProgress(state);
  }

  private Effect<SweepEvent, SweepState> onWorkWanted(SweepState state, WorkWanted idle) {
    wanted = idle;
    giveOut(state);
    return Effect().none();
  }

  private void giveOut(SweepState state) {
    WorkWanted idle = wanted;
    Optional<Sweep> current = state.current();
    if (idle == null || current.isEmpty()) {
      return;
    }
    OptionalInt point = dispatch.next();
    if (point.isPresent()) {
      wanted = null;
      idle.next().sendNextTo().tell(new SweepJob(current.get().plan().id(), point.getAsInt()));
    }
  }

  private Effect<SweepEvent, SweepState> onBegin(SweepState state, Begin begin) {
    int point = begin.point();
    if (!state.runs(begin.sweep()) || state.isDone(point)) {
      begin.replyTo().tell(new WorkerMessage.Skip(begin.sweep(), point));
      return Effect().none();
    }
    int attempt = dispatch.begin(point, begin.worker());
    if (attempt > Dispatch.MOST_ATTEMPTS) {
      LOG.warn("point {} has been begun {} times and never ended; given up", point, attempt - 1);
      PointRow row =
          PointRow.failed(
              point,
              "",
              "",
              "it was begun " + Dispatch.MOST_ATTEMPTS + " times and each time its node was lost");
      PointRun run = new PointRun(begin.worker(), attempt, System.currentTimeMillis(), 0);
      return record(
          state,
          row,
          run,
          () -> begin.replyTo().tell(new WorkerMessage.Skip(begin.sweep(), point)));
    }
    SweepPlan plan = state.current().orElseThrow().plan();
    begin
        .replyTo()
        .tell(
            new WorkerMessage.Run(
                begin.knowsPlan()
                    ? new SweepPlan(plan.id(), plan.name(), plan.version(), plan.points(), "")
                    : plan,
                point,
                attempt));
    tellProgress(state);
    return Effect().none();
  }

  private Effect<SweepEvent, SweepState> onCompleted(SweepState state, Completed completed) {
    int point = completed.row().point();
    String worker = completed.run().worker();
    if (!state.runs(completed.sweep())) {
      completed.replyTo().tell(new WorkerMessage.Recorded(completed.sweep(), point, true));
      return Effect().none();
    }
    if (state.isRepeated(worker, point)) {
      completed.replyTo().tell(new WorkerMessage.Recorded(completed.sweep(), point, false));
      return Effect().none();
    }
    if (state.isDone(point)) {
      LOG.warn("a late result is dropped: point {} of {}, which is done already", point, worker);
      return Effect()
          .persist(new ResultDropped(point, completed.run()))
          .thenRun(
              dropped -> {
                completed
                    .replyTo()
                    .tell(new WorkerMessage.Recorded(completed.sweep(), point, true));
                tellProgress(dropped);
              });
    }
    if (completed.mayRetry() && dispatch.attempts(point) < Dispatch.MOST_ATTEMPTS) {
      LOG.warn("point {} failed on {}: {}", point, worker, completed.row().error());
      dispatch.repeat(point, worker);
      completed.replyTo().tell(new WorkerMessage.Recorded(completed.sweep(), point, false));
      giveOut(state);
      return Effect().none();
    }
    return record(
        state,
        completed.row(),
        completed.run(),
        () ->
            completed.replyTo().tell(new WorkerMessage.Recorded(completed.sweep(), point, false)));
  }

  private Effect<SweepEvent, SweepState> record(
      SweepState state, PointRow row, PointRun run, Runnable then) {
    List<SweepEvent> events = new ArrayList<>();
    int columns = row.failed() ? 0 : state.columns(row.metrics());
    if (columns < 0) {
      events.add(new ColumnsFound(row.metrics()));
      columns = state.columns().size();
    }
    events.add(PointDone.of(row, columns, run));
    return Effect()
        .persist(events)
        .thenRun(
            recorded -> {
              dispatch.done(row.point());
              then.run();
              giveOut(recorded);
              tellProgress(recorded);
            });
  }

  private Effect<SweepEvent, SweepState> onFetchRows(SweepState state, FetchRows fetch) {
    Optional<Sweep> sweep = state.sweep(fetch.sweep());
    if (sweep.isEmpty()) {
      fetch
          .replyTo()
          .tell(new RowsPage(List.of(), fetch.from(), true, "there is no such sweep any more"));
      return Effect().none();
    }
    rows.tell(
        new RowReader.Read(
            Math.max(fetch.from(), sweep.get().first()),
            sweep.get().last(),
            sweep.get().columns(),
            fetch.replyTo()));
    return Effect().none();
  }

  private Effect<SweepEvent, SweepState> onGetStatus(SweepState state, GetStatus question) {
    question.replyTo().tell(status(state));
    return Effect().none();
  }

  private void tellProgress(SweepState state) {
    desk.tell(new Progressed(status(state)));
  }

  private SweepStatus status(SweepState state) {
    Optional<Sweep> current = state.current();
    if (current.isEmpty()) {
      return new SweepStatus(SweepStatus.Phase.IDLE, "", "", 0, 0, 0, 0, 0, 0);
    }
    return new SweepStatus(
        current.get().complete() ? SweepStatus.Phase.COMPLETE : SweepStatus.Phase.RUNNING,
        current.get().plan().id(),
        current.get().plan().name(),
        current.get().plan().points(),
        state.doneCount(),
        state.failedCount(),
        state.droppedCount(),
        dispatch.running(),
        0);
  }
}
