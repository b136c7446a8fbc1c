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
import io.faultline.protocol.ProcessMessage.VmaPopulated;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Zap;
import io.faultline.protocol.WorkloadMessage.ProcessFinished;
import io.faultline.protocol.Zapped;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process: has its memory populated, then leads its tasks through the measured phase. */
@SuppressWarnings("JavaLangClash") // the kernel's word; nothing here starts one of the host's
public final class Process extends MachineActor<ProcessMessage> {

  /**
   * Whose pages are stored before the measured phase.
   *
   * @param vmas VMAs of which every page is stored, whoever works on them
   * @param tasks tasks that store what they work on
   * @param cpu processor that the VMAs are populated on
   */
  public record Populated(
      List<ActorRef<VmaMessage>> vmas, List<ActorRef<TaskMessage>> tasks, int cpu) {

    int size() {
      return vmas.size() + tasks.size();
    }
  }

  /** Pages that a process has in a VMA. */
  public record Mapping(ActorRef<VmaMessage> vma, int first, int end) {}

  private final int process;
  private final Populated populated;
  private final List<Mapping> zapped;
  private final List<ActorRef<TaskMessage>> tasks;
  private final BitSet background;
  private final ActorRef<ProcessMessage> self;
  private @Nullable ActorRef<? super ProcessFinished> employer;
  private boolean oneByOne;
  private boolean exiting;
  private int awaited;

  private Process(
      int process,
      Populated populated,
      List<Mapping> zapped,
      List<ActorRef<TaskMessage>> tasks,
      BitSet background,
      ActorRef<ProcessMessage> self) {
    this.process = process;
    this.populated = populated;
    this.zapped = zapped;
    this.tasks = tasks;
    this.background = background;
    this.self = self;
  }

  /**
   * A process that waits to be told what to do, and whose tasks populate their memory.
   *
   * @param process index of the process in the machine
   * @param tasks its tasks
   * @param background which of them run for as long as anything else does
   */
  public static Behavior<ProcessMessage> create(
      int process, List<ActorRef<TaskMessage>> tasks, BitSet background) {
    return create(process, new Populated(List.of(), tasks, 0), List.of(), tasks, background);
  }

  /**
   * A process that waits to be told what to do.
   *
   * @param process index of the process in the machine
   * @param populated whose pages are stored before the measured phase
   * @param zapped what it gives up when it exits, its tasks having finished; nothing if it stays
   * @param tasks its tasks; with none it has finished as soon as it runs
   * @param background which of them run for as long as anything else does
   */
  public static Behavior<ProcessMessage> create(
      int process,
      Populated populated,
      List<Mapping> zapped,
      List<ActorRef<TaskMessage>> tasks,
      BitSet background) {
    return Behaviors.setup(
        context -> new Process(process, populated, zapped, tasks, background, context.getSelf()));
  }

  @Override
  protected void onMessage(ProcessMessage message) {
    if (message instanceof TaskFinished || message instanceof VmaPopulated) {
      onFinished();
    } else if (message instanceof Zapped) {
      onZapped();
    } else if (message instanceof Populate populate) {
      begin(populate.replyTo(), populated.size());
      oneByOne = !populate.together();
      int atOnce = oneByOne ? Math.min(1, populated.size()) : populated.size();
      for (int i = 0; i < atOnce; i++) {
        populate(i);
      }
    } else if (message instanceof Run run) {
      exiting = !zapped.isEmpty();
      begin(run.replyTo(), tasks.size() - background.cardinality());
      for (ActorRef<TaskMessage> task : tasks) {
        task.tell(new TaskMessage.Run(self));
      }
    } else if (message instanceof Stop stop) {
      begin(stop.replyTo(), background.cardinality());
      background.stream().forEach(task -> tasks.get(task).tell(new TaskMessage.Stop()));
    }
  }

  private void begin(ActorRef<? super ProcessFinished> replyTo, int howMany) {
    employer = replyTo;
    oneByOne = false;
    awaited = howMany;
    tellIfFinished();
  }

  private void onFinished() {
    awaited--;
    if (oneByOne && awaited > 0) {
      populate(populated.size() - awaited);
    }
    tellIfFinished();
  }

  private void populate(int index) {
    int vmas = populated.vmas().size();
    if (index < vmas) {
      populated.vmas().get(index).tell(new VmaMessage.Populate(populated.cpu(), self));
    } else {
      populated.tasks().get(index - vmas).tell(new TaskMessage.Populate(self));
    }
  }

  private void tellIfFinished() {
    if (awaited == 0 && exiting) {
      exit();
    } else if (awaited == 0 && employer != null) {
      employer.tell(new ProcessFinished(process));
    }
  }

  /** {@code exit_mmap}. */
  private void exit() {
    exiting = false;
    awaited = zapped.size();
    for (Mapping mapping : zapped) {
      mapping
          .vma()
          .tell(new Zap(Zap.NOBODY, populated.cpu(), mapping.first(), mapping.end(), self));
    }
  }

  private void onZapped() {
    awaited--;
    tellIfFinished();
  }
}
