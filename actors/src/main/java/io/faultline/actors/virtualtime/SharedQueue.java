package io.faultline.actors.virtualtime;

import akka.dispatch.Envelope;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Messages that several carriers add at once. */
final class SharedQueue extends MachineQueue {

  private final ConcurrentLinkedQueue<Envelope> messages = new ConcurrentLinkedQueue<>();

  SharedQueue(String receiver, Carriers carriers, DeliveryListener.@Nullable Receiver listener) {
    super(receiver, carriers, listener);
  }

  @Override
  void add(Envelope envelope) {
    messages.add(envelope);
  }

  @Override
  @Nullable Envelope poll() {
    return messages.poll();
  }

  @Override
  void clear() {
    messages.clear();
  }

  @Override
  public int numberOfMessages() {
    return messages.size();
  }

  @Override
  public boolean hasMessages() {
    return !messages.isEmpty();
  }
}
