package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to shared readahead statistics. */
public sealed interface ReadaheadMessage {

  /**
   * A fault found its page in the swap cache.
   *
   * @param fault the fault; its task earns the hit
   * @param flagged whether readahead had brought the page in
   * @param provider task whose miss read the page; -1 if none did
   */
  record Hit(SwapFault fault, boolean flagged, int provider) implements ReadaheadMessage {}

  /**
   * Decides the window of a fault that missed.
   *
   * @param largest whether the window is the largest there is and no state is touched, as for
   *     swapoff in one of its variants
   * @param replyTo the swap cache, told {@link SwapCacheMessage.ReadWindow}; where windows lie
   *     around addresses, the faulting VMA is told {@link VmaMessage.PlaceWindow} instead
   */
  record ChooseWindow(
      SwapFault fault, boolean largest, ActorRef<? super SwapCacheMessage.ReadWindow> replyTo)
      implements ReadaheadMessage {

    /** The window of a fault. */
    public ChooseWindow(SwapFault fault, ActorRef<? super SwapCacheMessage.ReadWindow> replyTo) {
      this(fault, false, replyTo);
    }
  }

  /** The address space is gone whose history this was; another one begins. */
  record Forget() implements ReadaheadMessage {}

  /** Swapoff adds a hit of nobody's. */
  record AddHit() implements ReadaheadMessage {}

  /** Swapoff sets the hits to as many as the last window had pages. */
  record SetHitsToLastWindow() implements ReadaheadMessage {}

  /**
   * Pages have been written to swap. Told only to a heuristic that hears of evictions.
   *
   * @param pages at least 1
   */
  record SwappedOut(int pages) implements ReadaheadMessage {}

  /**
   * Pages left the swap cache with their readahead flag set: read for nothing. Told only to a
   * heuristic that hears of evictions.
   *
   * @param pages at least 1
   */
  record UnusedDropped(int pages) implements ReadaheadMessage {}

  /**
   * How many hits wait to be spent?
   *
   * @param replyTo told {@link CpusMessage.HitsCounted}
   */
  record CountHits(ActorRef<? super CpusMessage.HitsCounted> replyTo) implements ReadaheadMessage {}
}
