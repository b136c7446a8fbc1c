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
import io.faultline.protocol.WorkloadMessage.ProcessFinished;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process: leads its tasks through populating their memory and through the measured phase. */
@SuppressWarnings("JavaLangClash") // the kernel's word; nothing here starts one of the host's
public final class Process extends MachineActor<ProcessMessage> {

  private final int process;
  private final List<ActorRef<TaskMessage>> tasks;
  private final BitSet background;
  private final ActorRef<ProcessMessage> self;
  private @Nullable ActorRef<? super ProcessFinished> employer;
  private boolean oneByOne;
  private int awaited;

  private Process(
      int process,
      List<ActorRef<TaskMessage>> tasks,
      BitSet background,
      ActorRef<ProcessMessage> self) {
    this.process = process;
    this.tasks = tasks;
    this.background = background;
    this.self = self;
  }

  /**
   * A process that waits to be told what to do.
   *
   * @param process index of the process in the machine
   * @param tasks its tasks
   * @param background which of them run for as long as anything else does
   */
  public static Behavior<ProcessMessage> create(
      int process, List<ActorRef<TaskMessage>> tasks, BitSet background) {
    return Behaviors.setup(context -> new Process(process, tasks, background, context.getSelf()));
  }

  @Override
  protected void onMessage(ProcessMessage message) {
    if (message instanceof TaskFinished) {
      onTaskFinished();
    } else if (message instanceof Populate populate) {
      begin(populate.replyTo(), tasks.size());
      oneByOne = !populate.together();
      for (ActorRef<TaskMessage> task : oneByOne ? tasks.subList(0, 1) : tasks) {
        task.tell(new TaskMessage.Populate(self));
      }
    } else if (message instanceof Run run) {
      begin(run.replyTo(), tasks.size() - background.cardinality());
      for (ActorRef<TaskMessage> task : tasks) {
        task.tell(new TaskMessage.Run(self));
      }
    } else if (message instanceof Stop stop) {
      begin(stop.replyTo(), background.cardinality());
      background.stream().forEach(task -> tasks.get(task).tell(new TaskMessage.Stop()));
    }
  }

  private void begin(ActorRef<? super ProcessFinished> replyTo, int tasksAwaited) {
    employer = replyTo;
    oneByOne = false;
    awaited = tasksAwaited;
    tellIfFinished();
  }

  private void onTaskFinished() {
    awaited--;
    if (oneByOne && awaited > 0) {
      tasks.get(tasks.size() - awaited).tell(new TaskMessage.Populate(self));
    }
    tellIfFinished();
  }

  private void tellIfFinished() {
    if (awaited == 0 && employer != null) {
      employer.tell(new ProcessFinished(process));
    }
  }
}
