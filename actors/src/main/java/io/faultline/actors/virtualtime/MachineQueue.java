package io.faultline.actors.virtualtime;

import akka.actor.ActorRef;
import akka.dispatch.Envelope;
import akka.dispatch.MessageQueue;
import akka.dispatch.UnboundedMessageQueueSemantics;
import org.jspecify.annotations.Nullable;

/** The messages of one actor of the machine. Only carriers may add to it. */
abstract sealed class MachineQueue implements MessageQueue, UnboundedMessageQueueSemantics
    permits RingQueue, SharedQueue {

  private final String receiver;
  private final Carriers carriers;
  private final DeliveryListener.@Nullable Receiver listener;
  private long deliveries;

  MachineQueue(String receiver, Carriers carriers, DeliveryListener.@Nullable Receiver listener) {
    this.receiver = receiver;
    this.carriers = carriers;
    this.listener = listener;
  }

  final Carriers carriers() {
    return carriers;
  }

  abstract void add(Envelope envelope);

  abstract @Nullable Envelope poll();

  abstract void clear();

  final long deliveries() {
    return deliveries;
  }

  @Override
  public final void enqueue(ActorRef self, Envelope envelope) {
    if (carriers.onCarrier()) {
      add(envelope);
    } else {
      carriers.fail(
          new MachineFailure(
              receiver
                  + " was told "
                  + envelope.message()
                  + " by the foreign thread "
                  + Thread.currentThread().getName()
                  + "; what comes from outside goes through inject",
              null));
    }
  }

  @Override
  public final @Nullable Envelope dequeue() {
    Envelope envelope = poll();
    if (envelope != null) {
      deliveries++;
      if (listener != null) {
        listener.delivered(carriers.now(), envelope.message());
      }
    }
    return envelope;
  }

  /** Called by Akka when the actor has stopped. */
  @Override
  public final void cleanUp(ActorRef owner, MessageQueue deadLetters) {
    if (!carriers.closing()) {
      carriers.failUnlessEnded(
          new MachineFailure(
              receiver
                  + " stopped at virtual time "
                  + carriers.now()
                  + " ns, before the end of the run",
              null));
    }
    clear();
  }
}
