package io.faultline.actors.virtualtime;

import akka.actor.typed.ActorRef;

/** A message to be told later. */
final class TellTimer<T> extends Timer {

  private final ActorRef<T> receiver;
  private final T message;

  TellTimer(ActorRef<T> receiver, T message) {
    this.receiver = receiver;
    this.message = message;
  }

  @Override
  void fire() {
    receiver.tell(message);
  }
}
