package io.faultline.actors.virtualtime;

import akka.actor.typed.Behavior;
import akka.actor.typed.ExtensibleBehavior;
import akka.actor.typed.Signal;
import akka.actor.typed.TypedActorContext;

/**
 * An actor of the machine: it owns its state, answers every message in every state, and never
 * changes its behaviour. Handlers are told apart by a chain of {@code instanceof}, most frequent
 * first: a receive builder would cost more than the message.
 *
 * @param <M> what can be said to it
 */
public abstract class MachineActor<M> extends ExtensibleBehavior<M> {

  /** Handles a message. */
  protected abstract void onMessage(M message);

  @Override
  public final Behavior<M> receive(TypedActorContext<M> context, M message) {
    onMessage(message);
    return this;
  }

  @Override
  public final Behavior<M> receiveSignal(TypedActorContext<M> context, Signal signal) {
    return this;
  }
}
