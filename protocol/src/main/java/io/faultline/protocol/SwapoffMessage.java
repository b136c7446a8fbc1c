package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to a {@code swapoff} of one swap area. */
public sealed interface SwapoffMessage {

  /**
   * The measured phase has begun, or the swapoff that it waited for is over; swapoff starts when
   * its time has come.
   *
   * @param swapoff what the workload calls it
   * @param replyTo told {@link WorkloadMessage.SwapoffFinished} afterwards, whatever the outcome
   */
  record Begin(int swapoff, ActorRef<? super WorkloadMessage.SwapoffFinished> replyTo)
      implements SwapoffMessage {}

  /** The time has come, or the CPU time that swapoff owed has passed. */
  record Resume() implements SwapoffMessage {}

  /**
   * Swapoff runs on a processor now.
   *
   * @param cpu the processor
   * @param sliceEnd virtual time in nanoseconds at which the time slice is used up
   */
  record Dispatched(int cpu, long sliceEnd) implements SwapoffMessage {}

  /**
   * There is no memory for a task. Swapoff is the first to give up, as the kernel's out-of-memory
   * killer takes it first ({@code set_current_oom_origin}).
   */
  record GiveUp() implements SwapoffMessage {}

  /**
   * Answers {@link SwapAreasMessage.Deactivate} and {@link SwapAreasMessage.CountInUse}.
   *
   * @param slots slots of the area that are still in use
   */
  record InUse(long slots) implements SwapoffMessage {}

  /**
   * Answers {@link SwapCacheMessage.NextInUse}.
   *
   * @param entry the slot; {@link SwapEntry#NONE} if there is none behind the one that was named
   */
  record NextSlot(long entry) implements SwapoffMessage {}

  /** How far a VMA came with what swapoff asked of it. */
  enum Progress {
    /** The time slice is used up; there may be more to do from {@link Unused#next} on. */
    SLICE_USED,
    /** Nothing is left to be done here. */
    DONE,
    /** There was no memory for a page; it is still on swap. */
    NO_MEMORY
  }

  /**
   * Answers {@link VmaMessage.Unuse} and {@link VmaMessage.UnuseSlot}.
   *
   * @param progress how far the VMA came
   * @param mapped pages that it brought in and mapped meanwhile
   * @param next first page that has not been visited
   * @param owedNanos CPU time that this took and that has not yet passed on the clock
   * @param cpu processor that swapoff runs on now
   * @param sliceEnd end of its time slice
   */
  record Unused(Progress progress, int mapped, int next, long owedNanos, int cpu, long sliceEnd)
      implements SwapoffMessage {}
}
