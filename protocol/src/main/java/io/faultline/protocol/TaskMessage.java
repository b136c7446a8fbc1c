package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to a task, a thread of a process. */
public sealed interface TaskMessage
    permits TaskMessage.Populate,
        TaskMessage.Run,
        TaskMessage.RunUnit,
        TaskMessage.Stop,
        TaskMessage.Dispatched,
        TaskMessage.EndTurn,
        TaskMessage.Preempted,
        TaskMessage.Resume,
        TaskMessage.Touched,
        Zapped {

  /**
   * Stores once to every page of the task's region, in ascending order.
   *
   * @param replyTo told {@link ProcessMessage.TaskFinished} afterwards
   */
  record Populate(ActorRef<? super ProcessMessage.TaskFinished> replyTo) implements TaskMessage {}

  /**
   * Makes the accesses of the task's pattern: the measured phase.
   *
   * @param replyTo told {@link ProcessMessage.TaskFinished} afterwards
   */
  record Run(ActorRef<? super ProcessMessage.TaskFinished> replyTo) implements TaskMessage {}

  /**
   * Runs one process of a build from its beginning to its exit.
   *
   * @param unit number of the process, from 0
   * @param replyTo told {@link ProcessMessage.TaskFinished} afterwards
   */
  record RunUnit(int unit, ActorRef<? super ProcessMessage.TaskFinished> replyTo)
      implements TaskMessage {}

  /** A background task makes no further access. */
  record Stop() implements TaskMessage {}

  /**
   * The task runs on a processor now.
   *
   * @param cpu the processor
   * @param sliceEnd virtual time in nanoseconds at which the time slice is used up
   */
  record Dispatched(int cpu, long sliceEnd) implements TaskMessage {}

  /** The task makes the last access of its turn. */
  record EndTurn() implements TaskMessage {}

  /**
   * Another task shall have the processor: the running one gives it up as soon as the access that
   * it makes is made ({@code TIF_NEED_RESCHED}).
   *
   * @param sliceEnd end of the time slice that is over now; one that has begun since is not meant
   */
  record Preempted(long sliceEnd) implements TaskMessage {}

  /** The CPU time that the task owed, or its think time, has passed. */
  record Resume() implements TaskMessage {}

  /** How an access that ended a run was served. */
  enum Served {
    /** No fault: every page of the run was resident. */
    RESIDENT,
    /**
     * A minor fault that found no swap entry: first touch, write to a read-only pte, or lost race.
     */
    MINOR,
    /** The swap cache had the page. */
    SWAP_CACHE,
    /** The page had to be read: a major fault. */
    MAJOR,
    /** No fault: a {@code read()} or {@code write()} found a swap entry, and got the page. */
    FILE
  }

  /**
   * A run of accesses has been made.
   *
   * @param accesses number of accesses made, the faulting one included
   * @param owedNanos CPU time that they took and that has not yet passed on the clock
   * @param served how the last access was served
   * @param latencyNanos from the faulting access to its mapped page; 0 unless the fault found a
   *     swap entry
   * @param cpu processor that the task runs on now
   * @param sliceEnd end of its time slice
   * @param earlierFaults those of the run that it went on past, {@link #packed} each
   */
  record Touched(
      int accesses,
      long owedNanos,
      Served served,
      long latencyNanos,
      int cpu,
      long sliceEnd,
      long[] earlierFaults)
      implements TaskMessage {

    /** None. */
    public static final long[] NO_FAULTS = {};

    private static final int SERVED_BITS = 3;
    private static final Served[] ALL = Served.values();

    /** A run that ended with its first fault, or had none. */
    public Touched(
        int accesses, long owedNanos, Served served, long latencyNanos, int cpu, long sliceEnd) {
      this(accesses, owedNanos, served, latencyNanos, cpu, sliceEnd, NO_FAULTS);
    }

    /** A fault as one number. */
    public static long packed(Served served, long latencyNanos) {
      return latencyNanos << SERVED_BITS | served.ordinal();
    }

    /** How an earlier fault was served. */
    public Served served(int fault) {
      return ALL[(int) earlierFaults[fault] & (1 << SERVED_BITS) - 1];
    }

    /** Latency of an earlier fault, in nanoseconds. */
    public long latencyNanos(int fault) {
      return earlierFaults[fault] >> SERVED_BITS;
    }
  }
}
