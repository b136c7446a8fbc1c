package io.faultline.virtualtime;

import akka.actor.typed.ActorRef;
import java.util.List;

/**
 * What the actors of these tests say to each other.
 *
 * @param sentAt virtual nanoseconds at which it is to be received
 * @param left how many more hops it makes
 * @param payload something to hash
 */
record Hop(long sentAt, int left, long payload) {

  /** The neighbours of a wandering actor, told once before the first hop. */
  record Neighbours(List<ActorRef<Object>> refs) {}
}
