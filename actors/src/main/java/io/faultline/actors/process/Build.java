package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ProcessMessage.Populate;
import io.faultline.protocol.ProcessMessage.Run;
import io.faultline.protocol.ProcessMessage.Stop;
import io.faultline.protocol.ProcessMessage.TaskFinished;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.RunUnit;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.WorkloadMessage.ProcessFinished;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code make -j}: whenever one of its processes has exited it starts the next. */
public final class Build extends MachineActor<ProcessMessage> {

  private final int index;
  private final int units;
  private final int firstTask;
  private final List<ActorRef<TaskMessage>> workers;
  private final BuildRecord record;
  private final VirtualClock clock;
  private final ActorRef<ProcessMessage> self;
  private @Nullable ActorRef<? super ProcessFinished> employer;
  private int started;

  private Build(
      int index,
      int units,
      int firstTask,
      List<ActorRef<TaskMessage>> workers,
      BuildRecord record,
      VirtualClock clock,
      ActorRef<ProcessMessage> self) {
    this.index = index;
    this.units = units;
    this.firstTask = firstTask;
    this.workers = List.copyOf(workers);
    this.record = record;
    this.clock = clock;
    this.self = self;
  }

  /**
   * A build that waits to be told to run.
   *
   * @param index of the build among the processes of the machine
   * @param units processes in all, at least 1
   * @param firstTask index of its first worker in the machine
   * @param workers those who run its processes, one each at a time
   * @param record what it comes to, owned by this actor from now on
   */
  public static Behavior<ProcessMessage> create(
      int index,
      int units,
      int firstTask,
      List<ActorRef<TaskMessage>> workers,
      BuildRecord record,
      VirtualClock clock) {
    return Behaviors.setup(
        context -> new Build(index, units, firstTask, workers, record, clock, context.getSelf()));
  }

  @Override
  protected void onMessage(ProcessMessage message) {
    if (message instanceof TaskFinished finished) {
      onExit(finished.task() - firstTask);
    } else if (message instanceof Populate populate) {
      populate.replyTo().tell(new ProcessFinished(index));
    } else if (message instanceof Run run) {
      employer = run.replyTo();
      record.started(clock.now());
      for (int worker = 0; worker < workers.size() && started < units; worker++) {
        startNext(worker);
      }
    } else if (message instanceof Stop stop) {
      stop.replyTo().tell(new ProcessFinished(index));
    }
  }

  private void startNext(int worker) {
    workers.get(worker).tell(new RunUnit(started, self));
    started++;
  }

  private void onExit(int worker) {
    record.unitFinished();
    if (started < units) {
      startNext(worker);
    } else if (record.units() == units && employer != null) {
      record.finished(clock.now());
      employer.tell(new ProcessFinished(index));
    }
  }
}
