package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to zswap, the compressed cache in front of swap. */
public sealed interface ZswapMessage {

  /** There is a swap cache; entries are written back through it. */
  record AddSwapCache(ActorRef<SwapCacheMessage> replyTo) implements ZswapMessage {}

  /**
   * Stores pages that would be written to their slots ({@code zswap_store}), in the order given.
   *
   * @param requestId returned with the answer
   * @param entries the slots
   * @param contents tags of what the pages hold
   * @param groups groups that the pages are charged to
   * @param replyTo told {@link SwapCacheMessage.Stored}
   */
  record Store(
      int requestId,
      long[] entries,
      int[] contents,
      int[] groups,
      ActorRef<? super SwapCacheMessage.Stored> replyTo)
      implements ZswapMessage {}

  /**
   * Loads what there is of the pages of a window ({@code zswap_load}), in the order given.
   *
   * @param requestId returned with the answer
   * @param entries the slots
   * @param groups groups that the pages are charged to
   * @param alone whether this is the page of a fault that read no window: where up to 6.11 a
   *     swap-in is counted
   * @param replyTo told {@link SwapCacheMessage.Loaded} once the CPU time has passed
   */
  record Load(
      int requestId,
      long[] entries,
      int[] groups,
      boolean alone,
      ActorRef<? super SwapCacheMessage.Loaded> replyTo)
      implements ZswapMessage {}

  /** A slot is free: what zswap has of it is worth nothing ({@code zswap_invalidate}). */
  record Invalidate(long entry) implements ZswapMessage {}

  /**
   * The swap cache has taken a page over that {@link SwapCacheMessage.WriteBack} gave it, and the
   * device is writing it.
   */
  record WrittenBack(int writeback) implements ZswapMessage {}

  /**
   * A page could not be written back.
   *
   * @param cached whether the swap cache has the page already; otherwise the slot is free by now,
   *     or there was no frame
   */
  record NotWrittenBack(int writeback, boolean cached) implements ZswapMessage {}

  /**
   * Shrinks a group's entries as reclaim does behind a scan of the group's lists.
   *
   * @param job reclaim that asks
   * @param group the group
   * @param priority 12 to 0
   * @param replyTo told {@link MemoryMessage.Shrunk}
   */
  record Shrink(int job, int group, int priority, ActorRef<? super MemoryMessage.Shrunk> replyTo)
      implements ZswapMessage {}

  /** The CPU time of a writeback has passed, and the shrinker's walk goes on. */
  record ShrinkGoesOn(int writeback) implements ZswapMessage {}

  /** The worker has, or still has, a processor. */
  record WorkerRuns() implements ZswapMessage {}

  /** The worker goes on: it writes back until the pool is small enough to store again. */
  record WorkerGoesOn() implements ZswapMessage {}

  /**
   * Memory has, or has again, frames for the pool.
   *
   * @param isShort whether the pool is short of frames and must not grow
   */
  record PoolShort(boolean isShort) implements ZswapMessage {}
}
