package io.faultline.actors.process;

/**
 * What the completely fair scheduler of 2.6.23 to 6.5 ({@code kernel/sched/fair.c}) knows of its
 * tasks: whoever has run least is next, and whoever wakes takes the processor from a task that has
 * run clearly more. All weights are equal, and all processors share one queue.
 */
final class Cfs {

  private static final long SCHED_LATENCY = 6_000_000;
  private static final long SCHED_WAKEUP_GRANULARITY = 1_000_000;
  private static final int MOST_CPUS_THAT_COUNT = 8;

  private final long sleeperCredit;
  private final long wakeupGranularity;
  private final long[] vruntime;
  private final long[] runsSince;
  private final boolean[] runs;
  private final boolean[] queued;
  private long minVruntime;

  /**
   * Nobody has run.
   *
   * @param cpus number of processors, at least 1; up to eight of them lengthen the tunables by 1 +
   *     log2 ({@code SCHED_TUNABLESCALING_LOG})
   * @param tasks number of tasks
   */
  Cfs(int cpus, int tasks) {
    int counted = Math.min(cpus, MOST_CPUS_THAT_COUNT);
    int factor = Integer.SIZE - Integer.numberOfLeadingZeros(counted);
    sleeperCredit = factor * SCHED_LATENCY / 2; // GENTLE_FAIR_SLEEPERS
    wakeupGranularity = factor * SCHED_WAKEUP_GRANULARITY;
    vruntime = new long[tasks];
    runsSince = new long[tasks];
    runs = new boolean[tasks];
    queued = new boolean[tasks];
  }

  /**
   * A task that slept wants to run: what it has not used is owed to it, but not without end ({@code
   * place_entity}).
   */
  void wakes(int task, long now) {
    updateMinVruntime(now);
    vruntime[task] = Math.max(vruntime[task], minVruntime - sleeperCredit);
    queued[task] = true;
  }

  /** A task gets a processor. */
  void begins(int task, long now) {
    runs[task] = true;
    runsSince[task] = now;
  }

  /**
   * A task gives its processor up.
   *
   * @param goesOn whether it waits for its next turn, and does not sleep
   */
  void ends(int task, long now, boolean goesOn) {
    updateMinVruntime(now);
    vruntime[task] = vruntime(task, now);
    runs[task] = false;
    queued[task] = goesOn;
  }

  /** Whether a task that wakes takes the processor from one that runs. */
  boolean preempts(int woken, int running, long now) {
    return vruntime(running, now) - vruntime(woken, now) > wakeupGranularity;
  }

  /** How long a task has run, in nanoseconds, or is taken to have run. */
  long vruntime(int task, long now) {
    return vruntime[task] + (runs[task] ? now - runsSince[task] : 0);
  }

  /** The least of those that run or wait; it never falls. */
  private void updateMinVruntime(long now) {
    long least = Long.MAX_VALUE;
    for (int task = 0; task < queued.length; task++) {
      if (queued[task]) {
        least = Math.min(least, vruntime(task, now));
      }
    }
    if (least != Long.MAX_VALUE) {
      minVruntime = Math.max(minVruntime, least);
    }
  }
}
