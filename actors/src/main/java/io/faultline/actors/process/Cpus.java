package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.CpuScheduler;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.CountHitsAt;
import io.faultline.protocol.CpusMessage.HitsCounted;
import io.faultline.protocol.CpusMessage.KswapdReady;
import io.faultline.protocol.CpusMessage.KswapdSleeps;
import io.faultline.protocol.CpusMessage.LastOfTurn;
import io.faultline.protocol.CpusMessage.PushOutReady;
import io.faultline.protocol.CpusMessage.PushOutSleeps;
import io.faultline.protocol.CpusMessage.PushOutYields;
import io.faultline.protocol.CpusMessage.Ready;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.SwapoffReady;
import io.faultline.protocol.CpusMessage.SwapoffYields;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.CpusMessage.WorkerReady;
import io.faultline.protocol.CpusMessage.WorkerSleeps;
import io.faultline.protocol.CpusMessage.WorkerYields;
import io.faultline.protocol.CpusMessage.Yield;
import io.faultline.protocol.MemoryMessage.KswapdRuns;
import io.faultline.protocol.MemoryMessage.PushOutRuns;
import io.faultline.protocol.ReadaheadMessage.CountHits;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.TaskMessage.EndTurn;
import io.faultline.protocol.TaskMessage.Preempted;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage.OnCpu;
import io.faultline.protocol.ZswapMessage.WorkerRuns;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The processors and their run queue. Tasks and the kernel's threads ask for CPU time here; a task
 * that sleeps in a fault is woken through here, so that what it waited for reaches its VMA when it
 * runs again.
 */
public final class Cpus extends MachineActor<CpusMessage> {

  private final VirtualClock clock;
  private final long timeSliceNanos;
  private final int kswapd;
  private final int worker;
  private final int pushOut;
  private long workerSliceEnd;
  private boolean workerWaits;
  private long workerSince;
  private long workerOwed;
  private final CpuQueue<CpusMessage> queue;
  private final CpuTime time;
  private final @Nullable Cfs cfs;
  private final Turns turns;
  private final ActorRef<CpusMessage> self;
  private @Nullable ActorRef<? super CountHits> statistics;
  private @Nullable LastOfTurn ending;
  private final BitSet exhausted = new BitSet();
  private final @Nullable ActorRef<? super TaskMessage>[] tasks;
  private final long[] sliceEnds;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Cpus(
      VirtualClock clock,
      CpuScheduler scheduler,
      int cpus,
      int tasks,
      long timeSliceNanos,
      CpuTime time,
      List<Turn> turns,
      ActorRef<CpusMessage> self) {
    this.self = self;
    this.clock = clock;
    this.time = time;
    this.timeSliceNanos = timeSliceNanos;
    this.cfs = scheduler == CpuScheduler.CFS ? new Cfs(cpus, tasks + 3) : null;
    this.turns = new Turns(turns);
    this.tasks = new ActorRef[tasks + 3];
    this.sliceEnds = new long[tasks + 3];
    this.kswapd = tasks;
    this.worker = tasks + 1;
    this.pushOut = tasks + 2;
    this.queue = new CpuQueue<>(cpus, tasks + 3);
  }

  /**
   * Idle processors.
   *
   * @param cpus number of processors, at least 1
   * @param tasks number of tasks and swapoffs that share them; the kernel's threads come on top
   * @param timeSliceNanos virtual nanoseconds that a task may run while others wait
   */
  public static Behavior<CpusMessage> create(
      VirtualClock clock, int cpus, int tasks, long timeSliceNanos) {
    return create(clock, CpuScheduler.ROUND_ROBIN, cpus, tasks, timeSliceNanos, new CpuTime());
  }

  /**
   * Idle processors whose time is taken.
   *
   * @param scheduler who runs next where more want to run than there are processors
   * @param time how long they are busy; the other parameters as above
   */
  public static Behavior<CpusMessage> create(
      VirtualClock clock,
      CpuScheduler scheduler,
      int cpus,
      int tasks,
      long timeSliceNanos,
      CpuTime time) {
    return create(clock, scheduler, cpus, tasks, timeSliceNanos, time, List.of());
  }

  /**
   * Idle processors that tasks take turns on.
   *
   * @param turns the order in which tasks have the processors, whoever would be next otherwise;
   *     empty for none. The other parameters as above
   */
  public static Behavior<CpusMessage> create(
      VirtualClock clock,
      CpuScheduler scheduler,
      int cpus,
      int tasks,
      long timeSliceNanos,
      CpuTime time,
      List<Turn> turns) {
    return Behaviors.setup(
        context ->
            new Cpus(
                clock, scheduler, cpus, tasks, timeSliceNanos, time, turns, context.getSelf()));
  }

  @Override
  protected void onMessage(CpusMessage message) {
    if (message instanceof Sleep sleep) {
      onLeave(sleep.task(), false);
    } else if (message instanceof Yield
        || message instanceof SwapoffYields
        || message instanceof WorkerYields
        || message instanceof PushOutYields) {
      onYield(message);
    } else if (message instanceof KswapdSleeps) {
      onLeave(kswapd, false);
    } else if (message instanceof WorkerSleeps) {
      onLeave(worker, false);
    } else if (message instanceof PushOutSleeps) {
      onLeave(pushOut, false);
    } else if (message instanceof LastOfTurn last) {
      onLastOfTurn(last);
    } else if (message instanceof HitsCounted counted) {
      onHitsCounted(counted.hits());
    } else if (message instanceof CountHitsAt count) {
      statistics = count.statistics();
    } else {
      onWantsToRun(message);
    }
  }

  private void onWantsToRun(CpusMessage waiter) {
    int task = taskOf(waiter);
    if (waiter instanceof Ready ready) {
      tasks[task] = ready.replyTo();
    }
    if (cfs != null) {
      cfs.wakes(task, clock.now());
    }
    if (!run(waiter)) {
      enqueue(waiter);
      if (ending != null) {
        lendIfIdle();
      } else if (cfs != null) {
        preemptFor(task, cfs);
      }
    }
  }

  private boolean run(CpusMessage waiter) {
    int task = taskOf(waiter);
    int cpu = mayRun(task) ? queue.place(task) : CpuQueue.NONE;
    if (cpu == CpuQueue.NONE) {
      return false;
    }
    begins(task);
    dispatch(waiter, cpu);
    return true;
  }

  private boolean mayRun(int task) {
    return task >= kswapd || turns.has(task);
  }

  /** A task comes to the end of its turn, or one that runs in another's turn to that of its own. */
  private void onLastOfTurn(LastOfTurn last) {
    if (ending != null) {
      exhausted.set(last.task());
      enqueue(last);
      onLeave(last.task(), true);
    } else if (statistics == null || turns.hits() == 0 || !turns.has(last.task())) {
      endTurn(last);
    } else {
      ending = last;
      countHits();
    }
  }

  private void countHits() {
    Objects.requireNonNull(statistics).tell(new CountHits(self));
  }

  private void onHitsCounted(int hits) {
    LastOfTurn last = ending;
    if (last == null || othersRun()) {
      return;
    }
    boolean others = hits < turns.hits() && anyoneElse(last.task());
    if (others) {
      if (queue.cpuOf(last.task()) != CpuQueue.NONE) {
        leave(last.task(), true);
      }
      lendIfIdle();
    } else if (runs(last.task())) {
      ending = null;
      exhausted.clear();
      endTurn(last);
    }
  }

  /** Whether a task has a processor, or gets one now. */
  private boolean runs(int task) {
    if (queue.cpuOf(task) == CpuQueue.NONE) {
      if (queue.place(task) == CpuQueue.NONE) {
        return false;
      }
      begins(task);
    }
    return true;
  }

  private void begins(int task) {
    time.begins(clock.now());
    if (cfs != null) {
      cfs.begins(task, clock.now());
    }
  }

  private boolean othersRun() {
    for (int task = 0; task < kswapd; task++) {
      if (queue.cpuOf(task) != CpuQueue.NONE && task != Objects.requireNonNull(ending).task()) {
        return true;
      }
    }
    return false;
  }

  /** Whether another task has accesses left before the end of its next turn. */
  private boolean anyoneElse(int taskWithTurn) {
    for (int task = 0; task < kswapd; task++) {
      if (task != taskWithTurn && !exhausted.get(task) && turns.comesAgain(task)) {
        return true;
      }
    }
    return false;
  }

  /** Lets another task make an access, if one waits to run. */
  private void lendIfIdle() {
    LastOfTurn last = Objects.requireNonNull(ending);
    if (queue.cpuOf(last.task()) != CpuQueue.NONE || othersRun()) {
      return;
    }
    CpusMessage waiter =
        queue.first(
            each -> {
              int task = taskOf(each);
              return task < kswapd && !exhausted.get(task) && turns.comesAgain(task);
            });
    if (waiter != null) {
      int cpu = queue.place(taskOf(waiter));
      begins(taskOf(waiter));
      dispatch(waiter, cpu, clock.now());
    }
  }

  private void endTurn(LastOfTurn last) {
    turns.ends(last.task());
    last.replyTo().tell(new EndTurn());
  }

  /** Only tasks are preempted: the kernel's threads here give way often enough by themselves. */
  private void preemptFor(int woken, Cfs fair) {
    int running = queue.runsInPlaceOf(woken);
    @Nullable ActorRef<? super TaskMessage> task = running == CpuQueue.NONE ? null : tasks[running];
    if (task != null && fair.preempts(woken, running, clock.now())) {
      task.tell(new Preempted(sliceEnds[running]));
    }
  }

  private void enqueue(CpusMessage waiter) {
    queue.enqueue(waiter);
    if (taskOf(waiter) == worker) {
      workerWaits = true;
      workerSince = clock.now();
    }
  }

  private void leave(int task, boolean goesOn) {
    queue.leave(task);
    time.ends(clock.now());
    if (cfs != null) {
      cfs.ends(task, clock.now(), goesOn);
    }
  }

  private void onLeave(int task, boolean goesOn) {
    leave(task, goesOn);
    turns.leaves(task);
    if (ending != null) { // somebody ran in the turn of another
      countHits();
      return;
    }
    @Nullable CpusMessage next = next();
    if (next != null && !run(next)) {
      enqueue(next);
    }
  }

  private @Nullable CpusMessage next() {
    if (turns.inForce()) {
      return queue.least(waiter -> mayRun(taskOf(waiter)) ? 0 : 1);
    }
    if (cfs == null) {
      return queue.next();
    }
    Cfs fair = cfs;
    return queue.least(waiter -> fair.vruntime(taskOf(waiter), clock.now()));
  }

  private void onYield(CpusMessage yield) {
    int task = taskOf(yield);
    boolean contended = ending != null || turns.over(task) || queue.contended();
    if (yield instanceof WorkerYields ? workerGivesWay() : contended) {
      enqueue(yield);
      onLeave(task, true);
    } else {
      dispatch(yield, queue.cpuOf(task));
    }
  }

  /**
   * A task that slept goes before a thread that has work without end, but only once that has run as
   * long as it had to wait: who waits while others run is owed the time ({@code vlag}).
   */
  private boolean workerGivesWay() {
    long now = clock.now();
    if (!queue.contended()) {
      workerSince = now;
      return false;
    }
    workerOwed = Math.max(0, workerOwed - (now - workerSince));
    workerSince = now;
    boolean slept = queue.anyWaiting(waiter -> waiter instanceof Wake);
    return now >= workerSliceEnd || (slept && workerOwed == 0);
  }

  private void workerRuns(ActorRef<? super WorkerRuns> replyTo, long sliceEnd, boolean ranBefore) {
    long now = clock.now();
    if (workerWaits) {
      workerOwed = Math.min(timeSliceNanos, workerOwed + now - workerSince);
    }
    if (workerWaits || !ranBefore || now >= workerSliceEnd) {
      workerSliceEnd = sliceEnd;
    }
    workerWaits = false;
    workerSince = now;
    replyTo.tell(new WorkerRuns());
  }

  private int taskOf(CpusMessage waiter) {
    if (waiter instanceof LastOfTurn last) {
      return last.task();
    } else if (waiter instanceof Wake wake) {
      return wake.resumed().fault().task();
    } else if (waiter instanceof Ready ready) {
      return ready.task();
    } else if (waiter instanceof Yield yield) {
      return yield.task();
    } else if (waiter instanceof SwapoffReady ready) {
      return ready.task();
    } else if (waiter instanceof SwapoffYields yield) {
      return yield.task();
    } else if (waiter instanceof WorkerReady || waiter instanceof WorkerYields) {
      return worker;
    } else if (waiter instanceof PushOutReady || waiter instanceof PushOutYields) {
      return pushOut;
    }
    return kswapd;
  }

  private void dispatch(CpusMessage waiter, int cpu) {
    dispatch(waiter, cpu, clock.now() + timeSliceNanos);
  }

  private void dispatch(CpusMessage waiter, int cpu, long sliceEnd) {
    sliceEnds[taskOf(waiter)] = sliceEnd;
    if (waiter instanceof LastOfTurn last) {
      onLastOfTurn(last);
    } else if (waiter instanceof Wake wake) {
      wake.resumed().fault().replyTo().tell(new OnCpu(cpu, sliceEnd, wake.resumed()));
    } else if (waiter instanceof Ready ready) {
      tellDispatched(ready.replyTo(), cpu, sliceEnd);
    } else if (waiter instanceof Yield yield) {
      tellDispatched(yield.replyTo(), cpu, sliceEnd);
    } else if (waiter instanceof KswapdReady ready) {
      ready.replyTo().tell(new KswapdRuns(cpu));
    } else if (waiter instanceof SwapoffReady ready) {
      ready.replyTo().tell(new SwapoffMessage.Dispatched(cpu, sliceEnd));
    } else if (waiter instanceof SwapoffYields yield) {
      yield.replyTo().tell(new SwapoffMessage.Dispatched(cpu, sliceEnd));
    } else if (waiter instanceof WorkerReady ready) {
      workerRuns(ready.replyTo(), sliceEnd, false);
    } else if (waiter instanceof WorkerYields yield) {
      workerRuns(yield.replyTo(), sliceEnd, true);
    } else if (waiter instanceof PushOutReady ready) {
      ready.replyTo().tell(new PushOutRuns(cpu, sliceEnd));
    } else if (waiter instanceof PushOutYields yield) {
      yield.replyTo().tell(new PushOutRuns(cpu, sliceEnd));
    }
  }

  private static void tellDispatched(ActorRef<? super Dispatched> replyTo, int cpu, long sliceEnd) {
    replyTo.tell(new Dispatched(cpu, sliceEnd));
  }
}
