package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.AccessPattern;
import io.faultline.config.PatternSpec;
import io.faultline.config.TaskSpec;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.LastOfTurn;
import io.faultline.protocol.CpusMessage.Ready;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Yield;
import io.faultline.protocol.ProcessMessage.TaskFinished;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.EndTurn;
import io.faultline.protocol.TaskMessage.Populate;
import io.faultline.protocol.TaskMessage.Preempted;
import io.faultline.protocol.TaskMessage.Resume;
import io.faultline.protocol.TaskMessage.Run;
import io.faultline.protocol.TaskMessage.Stop;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Touch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A thread: an access pattern and its place in it. It sends its VMA runs of accesses, asks for CPU
 * time, and keeps its own virtual time by the CPU time that a run says it owes.
 */
public final class Task extends MachineActor<TaskMessage> {

  /** Accesses drawn from the pattern at a time; a run never crosses two such blocks. */
  private static final int BLOCK = 64;

  private final int task;
  private final int firstPage;
  private final TaskSpec spec;
  private final TaskRecord record;
  private final VirtualClock clock;
  private final long runQuantumNanos;
  private final boolean pastFaults;
  private final ActorRef<TaskMessage> self;
  private final ActorRef<VmaMessage> vma;
  private final ActorRef<CpusMessage> cpus;

  private final long[] turnEnds;

  private @Nullable AccessPattern pattern;
  private boolean measured;
  private boolean write;
  private long thinkNanos;
  private long accesses;
  private long done;
  private int[] block = new int[0];
  private int next;
  private int cpu;
  private long sliceEnd;
  private long revokedSliceEnd;
  private long owedNanos;
  private int burstLeft;
  private int turn;
  private boolean turnIsOver;
  private boolean endsTurn;
  private @Nullable ActorRef<? super TaskFinished> employer;

  private Task(
      int task,
      int row,
      TaskSpec spec,
      TaskRecord record,
      VirtualClock clock,
      long runQuantumNanos,
      boolean pastFaults,
      long[] turnEnds,
      ActorRef<TaskMessage> self,
      ActorRef<VmaMessage> vma,
      ActorRef<CpusMessage> cpus) {
    this.task = task;
    this.firstPage = row + spec.firstPage();
    this.spec = spec;
    this.record = record;
    this.clock = clock;
    this.runQuantumNanos = runQuantumNanos;
    this.pastFaults = pastFaults && !spec.background();
    this.turnEnds = turnEnds;
    this.self = self;
    this.vma = vma;
    this.cpus = cpus;
  }

  /**
   * A task that waits to be told what to do.
   *
   * @param task index of the task in the machine
   * @param record what it experiences, owned by this actor from now on
   * @param runQuantumNanos how far the accesses of a run may lie before the clock, in virtual
   *     nanoseconds
   * @param vma the VMA that it accesses
   */
  public static Behavior<TaskMessage> create(
      int task,
      TaskSpec spec,
      TaskRecord record,
      VirtualClock clock,
      long runQuantumNanos,
      ActorRef<VmaMessage> vma,
      ActorRef<CpusMessage> cpus) {
    return create(task, 0, spec, record, clock, runQuantumNanos, false, new long[0], vma, cpus);
  }

  /**
   * A task that waits to be told what to do, in a process that may be a fork.
   *
   * @param row first page of its process in the VMA's page table
   * @param pastFaults whether its runs may go on past faults; not where it can be preempted within
   *     its time slice. Those of a task in the background, which may be stopped at any time, do not
   *     in any case.
   * @param turnEnds numbers of the accesses that end its turns, ascending, from 0; empty if tasks
   *     take no turns. The other parameters as above
   */
  public static Behavior<TaskMessage> create(
      int task,
      int row,
      TaskSpec spec,
      TaskRecord record,
      VirtualClock clock,
      long runQuantumNanos,
      boolean pastFaults,
      long[] turnEnds,
      ActorRef<VmaMessage> vma,
      ActorRef<CpusMessage> cpus) {
    return Behaviors.setup(
        context ->
            new Task(
                task,
                row,
                spec,
                record,
                clock,
                runQuantumNanos,
                pastFaults,
                turnEnds,
                context.getSelf(),
                vma,
                cpus));
  }

  @Override
  protected void onMessage(TaskMessage message) {
    if (message instanceof Touched touched) {
      onTouched(touched);
    } else if (message instanceof Resume) {
      onResume();
    } else if (message instanceof Dispatched dispatched) {
      onDispatched(dispatched);
    } else if (message instanceof EndTurn) {
      endsTurn = true;
      access();
    } else if (message instanceof Preempted preempted) {
      revokedSliceEnd = preempted.sliceEnd();
    } else if (message instanceof Run run) {
      measured = true;
      long wanted = spec.background() ? Long.MAX_VALUE : spec.accesses();
      begin(spec.startPattern(), wanted, spec.write(), spec.thinkNanos(), run.replyTo());
    } else if (message instanceof Stop) {
      accesses = done;
    } else if (message instanceof Populate populate) {
      begin(
          AccessPattern.of(new PatternSpec.Sequential(), spec.pages(), 0),
          spec.pages(),
          true,
          0,
          populate.replyTo());
    }
  }

  private void begin(
      AccessPattern pattern,
      long accesses,
      boolean write,
      long thinkNanos,
      ActorRef<? super TaskFinished> employer) {
    this.pattern = pattern;
    this.accesses = accesses;
    this.write = write;
    this.thinkNanos = thinkNanos;
    this.employer = employer;
    done = 0;
    block = new int[0];
    next = 0;
    owedNanos = 0;
    burstLeft = spec.burst();
    if (measured) {
      record.started(clock.now());
    }
    cpus.tell(new Ready(task, self));
  }

  private void onDispatched(Dispatched dispatched) {
    cpu = dispatched.cpu();
    sliceEnd = dispatched.sliceEnd();
    if (done >= accesses) { // stopped while it waited for the processor
      finish();
    } else {
      access();
    }
  }

  private void access() {
    if (next == block.length) {
      block = draw();
      next = 0;
    }
    int to = thinkNanos > 0 ? Math.min(next + burstLeft, block.length) : block.length;
    if (turn < turnEnds.length && measured) {
      long before = turnEnds[turn] - done;
      if (before == 0 && !endsTurn) {
        cpus.tell(new LastOfTurn(task, self));
        return;
      }
      endsTurn = false;
      to = (int) Math.min(to, next + Math.max(1, before));
    }
    boolean file = spec.target() == TaskSpec.Target.FILE;
    vma.tell(
        new Touch(
            task, cpu, sliceEnd, block, next, to, write, file, 1, pastFaults, owedNanos, self));
    owedNanos = 0;
  }

  private int[] draw() {
    int[] pages = new int[(int) Math.min(BLOCK, accesses - done)];
    AccessPattern drawnFrom = Objects.requireNonNull(pattern);
    for (int i = 0; i < pages.length; i++) {
      pages[i] = firstPage + drawnFrom.next();
    }
    return pages;
  }

  private void onTouched(Touched touched) {
    next += touched.accesses();
    done += touched.accesses();
    cpu = touched.cpu();
    sliceEnd = touched.sliceEnd();
    owedNanos = touched.owedNanos();
    burstLeft -= touched.accesses();
    if (turn < turnEnds.length && done > turnEnds[turn]) {
      turn++;
      turnIsOver = true;
    }
    boolean thinks = burstLeft <= 0 && thinkNanos > 0;
    if (burstLeft <= 0) {
      burstLeft = spec.burst();
      owedNanos += thinkNanos;
    }
    if (measured) {
      for (int fault = 0; fault < touched.earlierFaults().length; fault++) {
        record.touched(0, touched.served(fault), touched.latencyNanos(fault));
      }
      record.touched(touched.accesses(), touched.served(), touched.latencyNanos());
    }
    if (done >= accesses || owedNanos >= runQuantumNanos || thinks || sliceIsOver(owedNanos)) {
      long delay = owedNanos;
      owedNanos = 0;
      clock.tellAfter(delay, self, new Resume());
    } else {
      access();
    }
  }

  private void onResume() {
    if (done >= accesses) {
      finish();
    } else if (sliceIsOver(0)) {
      turnIsOver = false;
      cpus.tell(new Yield(task, self));
    } else {
      access();
    }
  }

  private boolean sliceIsOver(long afterNanos) {
    return turnIsOver || clock.now() + afterNanos >= sliceEnd || sliceEnd == revokedSliceEnd;
  }

  private void finish() {
    if (measured) {
      record.finished(clock.now());
    }
    cpus.tell(new Sleep(task));
    if (employer != null) {
      employer.tell(new TaskFinished(task));
    }
  }
}
