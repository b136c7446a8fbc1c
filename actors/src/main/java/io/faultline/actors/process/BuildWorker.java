package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.BuildSpec;
import io.faultline.config.CpuCosts;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Ready;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Yield;
import io.faultline.protocol.ProcessMessage.TaskFinished;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.Forget;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.Preempted;
import io.faultline.protocol.TaskMessage.Resume;
import io.faultline.protocol.TaskMessage.RunUnit;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Touch;
import io.faultline.protocol.VmaMessage.Zap;
import io.faultline.protocol.Zapped;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of short-lived processes of a build, one after the other: each computes and touches its
 * memory and the build's objects on a processor, and exits.
 */
public final class BuildWorker extends MachineActor<TaskMessage> {

  /**
   * Everything that a worker is made of and talks to.
   *
   * @param spec the build
   * @param seed the experiment's
   * @param costs what accesses cost, to tell user from system time
   * @param runQuantumNanos how far accesses may lie before the clock, in virtual nanoseconds
   * @param memory the address space of its processes
   * @param sources where they read, if anything
   * @param sourcePages size of that object
   * @param headers what they all read, if anything
   * @param headerPages size of that object
   * @param output where they write, if anything
   * @param outputPages size of that object
   * @param history readahead statistics of the address space alone, which end with it
   */
  public record Surroundings(
      BuildSpec spec,
      long seed,
      CpuCosts costs,
      long runQuantumNanos,
      VirtualClock clock,
      ActorRef<VmaMessage> memory,
      @Nullable ActorRef<VmaMessage> sources,
      int sourcePages,
      @Nullable ActorRef<VmaMessage> headers,
      int headerPages,
      @Nullable ActorRef<VmaMessage> output,
      int outputPages,
      @Nullable ActorRef<ReadaheadMessage> history,
      ActorRef<CpusMessage> cpus) {}

  /**
   * First stores that ask for their frames together: a compiler makes millions of them, and nobody
   * looks at its memory between two of them.
   */
  private static final int FIRST_STORES_TOGETHER = 16;

  private final int task;
  private final Surroundings outside;
  private final TaskRecord record;
  private final VirtualClock clock;
  private final ActorRef<TaskMessage> self;
  private @Nullable ActorRef<? super TaskFinished> employer;
  private @Nullable BuildUnit unit;
  private int next;
  private int cpu;
  private long sliceEnd;
  private long revokedSliceEnd;
  private boolean computes;
  private long computesUntil;
  private long owedNanos;

  private BuildWorker(
      int task, Surroundings outside, TaskRecord record, ActorRef<TaskMessage> self) {
    this.task = task;
    this.outside = outside;
    this.record = record;
    this.clock = outside.clock();
    this.self = self;
  }

  /**
   * A worker that waits for its first process.
   *
   * @param task index of the worker in the machine
   * @param record what its processes experience, owned by this actor from now on
   */
  public static Behavior<TaskMessage> create(int task, Surroundings outside, TaskRecord record) {
    return Behaviors.setup(context -> new BuildWorker(task, outside, record, context.getSelf()));
  }

  @Override
  protected void onMessage(TaskMessage message) {
    if (message instanceof Touched touched) {
      onTouched(touched);
    } else if (message instanceof Resume) {
      onResume();
    } else if (message instanceof Dispatched dispatched) {
      cpu = dispatched.cpu();
      sliceEnd = dispatched.sliceEnd();
      goOn();
    } else if (message instanceof Preempted preempted) {
      onPreempted(preempted);
    } else if (message instanceof RunUnit run) {
      onRunUnit(run);
    } else if (message instanceof Zapped zapped) {
      onZapped(zapped.waited());
    }
  }

  private void onRunUnit(RunUnit run) {
    employer = run.replyTo();
    BuildUnit.Sizes sizes =
        new BuildUnit.Sizes(outside.sourcePages(), outside.headerPages(), outside.outputPages());
    BuildUnit begun = new BuildUnit(outside.spec(), sizes, run.unit(), outside.seed());
    unit = begun;
    begun.next();
    next = 0;
    owedNanos = begun.cpuNanos();
    record.computed(owedNanos);
    outside.cpus().tell(new Ready(task, self));
  }

  /** Lets the time pass that is owed, a time slice at most, or makes the next accesses. */
  private void goOn() {
    long left = sliceEnd - clock.now();
    while (owedNanos < outside.runQuantumNanos() && owedNanos < left) {
      if (!nextStepComputes()) {
        return;
      }
    }
    long passing = Math.max(0, Math.min(owedNanos, left));
    owedNanos -= passing;
    computesUntil = clock.now() + passing;
    computes = true;
    clock.tellAfter(passing, self, new Resume());
  }

  private void onPreempted(Preempted preempted) {
    revokedSliceEnd = preempted.sliceEnd();
    if (computes && sliceEnd == revokedSliceEnd) {
      computes = false;
      owedNanos += computesUntil - clock.now();
      outside.cpus().tell(new Yield(task, self));
    }
  }

  private void onResume() {
    if (!computes || clock.now() < computesUntil) {
      return; // of a time slice that was cut short
    }
    computes = false;
    if (clock.now() >= sliceEnd || sliceEnd == revokedSliceEnd) {
      outside.cpus().tell(new Yield(task, self));
    } else {
      goOn();
    }
  }

  /**
   * Begins the next step: true if it computes, and owes time for it; false if it accesses memory,
   * or the process exits, and a message will tell when that is done.
   */
  private boolean nextStepComputes() {
    BuildUnit running = Objects.requireNonNull(unit);
    while (next == running.accesses().length) {
      if (!running.next()) {
        exit(running);
        return false;
      }
      next = 0;
      if (running.target() == BuildUnit.Target.NONE) {
        owedNanos += running.cpuNanos();
        record.computed(running.cpuNanos());
        return true;
      }
    }
    boolean file = running.target() != BuildUnit.Target.PRIVATE;
    target(running)
        .tell(
            new Touch(
                task,
                cpu,
                sliceEnd,
                running.accesses(),
                next,
                running.accesses().length,
                running.write(),
                file,
                file ? 1 : FIRST_STORES_TOGETHER,
                false,
                owedNanos,
                self));
    owedNanos = 0;
    return false;
  }

  private ActorRef<VmaMessage> target(BuildUnit running) {
    return Objects.requireNonNull(
        switch (running.target()) {
          case PRIVATE, NONE -> outside.memory();
          case SOURCES -> outside.sources();
          case HEADERS -> outside.headers();
          case OUTPUT -> outside.output();
        });
  }

  private void onTouched(Touched touched) {
    next += touched.accesses();
    cpu = touched.cpu();
    sliceEnd = touched.sliceEnd();
    owedNanos = touched.owedNanos();
    record.touched(touched.accesses(), touched.served(), touched.latencyNanos());
    record.computed(touched.accesses() * outside.costs().accessNanos());
    goOn();
  }

  private void exit(BuildUnit ended) {
    outside.memory().tell(new Zap(task, cpu, 0, Math.max(1, ended.used()), self));
  }

  private void onZapped(boolean hasLeftCpu) {
    if (outside.history() != null) {
      outside.history().tell(new Forget());
    }
    if (!hasLeftCpu) {
      outside.cpus().tell(new Sleep(task));
    }
    Objects.requireNonNull(employer).tell(new TaskFinished(task));
  }
}
