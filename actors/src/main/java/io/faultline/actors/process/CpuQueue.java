package io.faultline.actors.process;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which processor runs which task, and who waits for one. A task that wakes gets the processor it
 * ran on last if that is idle, else any idle one.
 *
 * @param <W> what a waiting task waits with
 */
final class CpuQueue<W> {

  /** No task, or no processor. */
  static final int NONE = -1;

  private final int[] running;
  private final int[] cpuOf;
  private final int[] lastCpu;
  private final ArrayDeque<W> waiting = new ArrayDeque<>();

  /**
   * All processors idle.
   *
   * @param cpus number of processors, at least 1
   * @param tasks number of tasks
   */
  CpuQueue(int cpus, int tasks) {
    running = new int[cpus];
    Arrays.fill(running, NONE);
    cpuOf = new int[tasks];
    Arrays.fill(cpuOf, NONE);
    lastCpu = new int[tasks];
    for (int task = 0; task < tasks; task++) {
      lastCpu[task] = task % cpus;
    }
  }

  /** Puts a task on an idle processor and returns that, or {@link #NONE} if none is idle. */
  int place(int task) {
    int cpu = running[lastCpu[task]] == NONE ? lastCpu[task] : firstIdle();
    if (cpu != NONE) {
      running[cpu] = task;
      cpuOf[task] = cpu;
      lastCpu[task] = cpu;
    }
    return cpu;
  }

  private int firstIdle() {
    for (int cpu = 0; cpu < running.length; cpu++) {
      if (running[cpu] == NONE) {
        return cpu;
      }
    }
    return NONE;
  }

  /** Lets a task wait for a processor. */
  void enqueue(W waiter) {
    waiting.add(waiter);
  }

  /** Takes a running task off its processor. */
  void leave(int task) {
    int cpu = cpuOf[task];
    if (cpu == NONE) {
      throw new IllegalStateException("task " + task + " sleeps, but it does not run");
    }
    running[cpu] = NONE;
    cpuOf[task] = NONE;
  }

  /** The longest waiting, or null if nobody waits. */
  @Nullable W next() {
    return waiting.poll();
  }

  /**
   * Takes the one that waits with the least of something, the longest waiting among equals, or null
   * if nobody waits.
   */
  @Nullable W least(ToLongFunction<W> of) {
    @Nullable W least = null;
    for (W waiter : waiting) {
      if (least == null || of.applyAsLong(waiter) < of.applyAsLong(least)) {
        least = waiter;
      }
    }
    if (least != null) {
      waiting.remove(least);
    }
    return least;
  }

  /** Takes the longest waiting of such, or null if nobody such waits. */
  @Nullable W first(Predicate<W> such) {
    for (W waiter : waiting) {
      if (such.test(waiter)) {
        waiting.remove(waiter);
        return waiter;
      }
    }
    return null;
  }

  /** Whether anybody who waits is such a one. */
  boolean anyWaiting(Predicate<W> such) {
    for (W waiter : waiting) {
      if (such.test(waiter)) {
        return true;
      }
    }
    return false;
  }

  /** Whether anybody waits for a processor. */
  boolean contended() {
    return !waiting.isEmpty();
  }

  /** Task on the processor that a task ran on last. */
  int runsInPlaceOf(int task) {
    return running[lastCpu[task]];
  }

  /** Processor that a task runs on, or {@link #NONE}. */
  int cpuOf(int task) {
    return cpuOf[task];
  }

  /** Number of tasks that wait for a processor. */
  int waiting() {
    return waiting.size();
  }
}
