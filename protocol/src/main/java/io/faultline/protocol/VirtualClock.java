package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/**
 * The clock of the machine: the one thing besides messages that its actors are given.
 *
 * <p>Both methods may be called only by an actor of the machine while it handles a message.
 */
public interface VirtualClock {

  /** The present virtual time, in nanoseconds since the machine was started. */
  long now();

  /**
   * Delivers a message later.
   *
   * @param delayNanos virtual nanoseconds from now, at least 0; 0 means in this instant, after what
   *     is already under way to the receiver
   * @param receiver the actor that is told
   * @param message what it is told
   */
  <T> void tellAfter(long delayNanos, ActorRef<T> receiver, T message);
}
