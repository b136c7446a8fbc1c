package io.faultline.actors.virtualtime;

import akka.actor.ActorRef;

/** What an actor is called in messages to people and in the event hash. */
final class ActorName {

  private static final String GUARDIAN = "/user/";

  private ActorName() {}

  /** The path below the guardian, such as {@code p1/v}; of another actor, the whole path. */
  static String of(ActorRef actor) {
    String path = actor.path().toStringWithoutAddress();
    return path.startsWith(GUARDIAN) ? path.substring(GUARDIAN.length()) : path;
  }

  /** Whether an actor stands below the guardian. */
  static boolean isOfTheMachine(ActorRef actor) {
    return actor.path().toStringWithoutAddress().startsWith(GUARDIAN);
  }
}
