package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to shared readahead statistics. */
public sealed interface ReadaheadMessage {

  /**
   * A page that readahead had brought in was found in the swap cache.
   *
   * @param earner task whose access found it
   * @param entry slot of the page
   */
  record Hit(int earner, long entry) implements ReadaheadMessage {}

  /**
   * Decides the window of a fault that missed.
   *
   * @param replyTo the swap cache, told {@link SwapCacheMessage.ReadWindow}
   */
  record ChooseWindow(SwapFault fault, ActorRef<? super SwapCacheMessage.ReadWindow> replyTo)
      implements ReadaheadMessage {}
}
