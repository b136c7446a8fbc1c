package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to the swap areas, which hand out slots. */
public sealed interface SwapAreasMessage {

  /**
   * Asks to be told whenever swap becomes more than half full, or no longer is.
   *
   * @param replyTo the swap cache
   */
  record WatchFull(ActorRef<? super SwapCacheMessage.SwapFull> replyTo)
      implements SwapAreasMessage {}

  /**
   * Allocates slots.
   *
   * @param job reclaim that asks
   * @param cpu processor whose slot cache serves the request
   * @param slots number wanted, at least 1
   * @param replyTo told {@link MemoryMessage.SlotsAllocated}
   */
  record Allocate(
      int job, int cpu, int slots, ActorRef<? super MemoryMessage.SlotsAllocated> replyTo)
      implements SwapAreasMessage {}

  /**
   * Gives no slot of an area out any more, and drains and stops the CPUs' slot caches: the
   * beginning of {@code swapoff}.
   *
   * @param area index of the area
   * @param replyTo told {@link SwapoffMessage.InUse}
   */
  record Deactivate(int area, ActorRef<? super SwapoffMessage.InUse> replyTo)
      implements SwapAreasMessage {}

  /**
   * Asks how many slots of an area are in use.
   *
   * @param area index of the area
   * @param replyTo told {@link SwapoffMessage.InUse}
   */
  record CountInUse(int area, ActorRef<? super SwapoffMessage.InUse> replyTo)
      implements SwapAreasMessage {}

  /**
   * The end of {@code swapoff}: the slot caches may start again, and an area that could not be
   * emptied is given out again.
   *
   * @param area index of the area
   * @param emptied whether swapoff succeeded
   */
  record SwapoffEnded(int area, boolean emptied) implements SwapAreasMessage {}

  /**
   * Nothing refers to a slot any more.
   *
   * @param cpu processor whose return list takes it
   * @param entry the slot
   */
  record Free(int cpu, long entry) implements SwapAreasMessage {}
}
