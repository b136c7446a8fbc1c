package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.KswapdReady;
import io.faultline.protocol.CpusMessage.KswapdSleeps;
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
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.TaskMessage.Dispatched;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage.OnCpu;
import io.faultline.protocol.ZswapMessage.WorkerRuns;
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

  private Cpus(VirtualClock clock, int cpus, int tasks, long timeSliceNanos, CpuTime time) {
    this.clock = clock;
    this.time = time;
    this.timeSliceNanos = timeSliceNanos;
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
    return create(clock, cpus, tasks, timeSliceNanos, new CpuTime());
  }

  /**
   * Idle processors whose time is taken.
   *
   * @param time how long they are busy; the other parameters as above
   */
  public static Behavior<CpusMessage> create(
      VirtualClock clock, int cpus, int tasks, long timeSliceNanos, CpuTime time) {
    return new Cpus(clock, cpus, tasks, timeSliceNanos, time);
  }

  @Override
  protected void onMessage(CpusMessage message) {
    if (message instanceof Sleep sleep) {
      onLeave(sleep.task());
    } else if (message instanceof Yield
        || message instanceof SwapoffYields
        || message instanceof WorkerYields
        || message instanceof PushOutYields) {
      onYield(message);
    } else if (message instanceof KswapdSleeps) {
      onLeave(kswapd);
    } else if (message instanceof WorkerSleeps) {
      onLeave(worker);
    } else if (message instanceof PushOutSleeps) {
      onLeave(pushOut);
    } else {
      onWantsToRun(message);
    }
  }

  private void onWantsToRun(CpusMessage waiter) {
    int cpu = queue.place(taskOf(waiter));
    if (cpu == CpuQueue.NONE) {
      enqueue(waiter);
    } else {
      time.begins(clock.now());
      dispatch(waiter, cpu);
    }
  }

  private void enqueue(CpusMessage waiter) {
    queue.enqueue(waiter);
    if (taskOf(waiter) == worker) {
      workerWaits = true;
      workerSince = clock.now();
    }
  }

  private void onLeave(int task) {
    queue.leave(task);
    time.ends(clock.now());
    @Nullable CpusMessage next = queue.next();
    if (next != null) {
      onWantsToRun(next);
    }
  }

  private void onYield(CpusMessage yield) {
    int task = taskOf(yield);
    if (yield instanceof WorkerYields ? workerGivesWay() : queue.contended()) {
      enqueue(yield);
      onLeave(task);
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
    if (waiter instanceof Wake wake) {
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
    long sliceEnd = clock.now() + timeSliceNanos;
    if (waiter instanceof Wake wake) {
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
