package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ProcessMessage.Populate;
import io.faultline.protocol.ProcessMessage.Run;
import io.faultline.protocol.ProcessMessage.TaskFinished;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.WorkloadMessage.ProcessFinished;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process: leads its tasks through populating their memory and through the measured phase. */
@SuppressWarnings("JavaLangClash") // the kernel's word; nothing here starts one of the host's
public final class Process extends MachineActor<ProcessMessage> {

  private final int process;
  private final List<ActorRef<TaskMessage>> tasks;
  private final ActorRef<ProcessMessage> self;
  private @Nullable ActorRef<? super ProcessFinished> employer;
  private boolean oneByOne;
  private int finished;

  private Process(int process, List<ActorRef<TaskMessage>> tasks, ActorRef<ProcessMessage> self) {
    this.process = process;
    this.tasks = tasks;
    this.self = self;
  }

  /**
   * A process that waits to be told what to do.
   *
   * @param process index of the process in the machine
   * @param tasks its tasks, at least one
   */
  public static Behavior<ProcessMessage> create(int process, List<ActorRef<TaskMessage>> tasks) {
    return Behaviors.setup(context -> new Process(process, tasks, context.getSelf()));
  }

  @Override
  protected void onMessage(ProcessMessage message) {
    if (message instanceof TaskFinished) {
      onTaskFinished();
    } else if (message instanceof Populate populate) {
      begin(populate.replyTo(), !populate.together());
      for (ActorRef<TaskMessage> task : oneByOne ? tasks.subList(0, 1) : tasks) {
        task.tell(new TaskMessage.Populate(self));
      }
    } else if (message instanceof Run run) {
      begin(run.replyTo(), false);
      for (ActorRef<TaskMessage> task : tasks) {
        task.tell(new TaskMessage.Run(self));
      }
    }
  }

  private void begin(ActorRef<? super ProcessFinished> replyTo, boolean tasksOneByOne) {
    employer = replyTo;
    oneByOne = tasksOneByOne;
    finished = 0;
  }

  private void onTaskFinished() {
    finished++;
    if (finished < tasks.size()) {
      if (oneByOne) {
        tasks.get(finished).tell(new TaskMessage.Populate(self));
      }
    } else if (employer != null) {
      employer.tell(new ProcessFinished(process));
    }
  }
}
