package io.faultline.actors.virtualtime;

import akka.dispatch.Envelope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Messages in a ring, for one carrier. */
final class RingQueue extends MachineQueue {

  private @Nullable Envelope[] ring = new Envelope[8];
  private int head;
  private int size;

  RingQueue(String receiver, Carriers carriers, DeliveryListener.@Nullable Receiver listener) {
    super(receiver, carriers, listener);
  }

  @Override
  void add(Envelope envelope) {
    if (size == ring.length) {
      grow();
    }
    ring[(head + size++) & (ring.length - 1)] = envelope;
  }

  private void grow() {
    @Nullable Envelope[] larger = new Envelope[size * 2];
    System.arraycopy(ring, head, larger, 0, size - head);
    System.arraycopy(ring, 0, larger, size - head, head);
    ring = larger;
    head = 0;
  }

  @Override
  @Nullable Envelope poll() {
    if (size == 0) {
      return null;
    }
    Envelope first = ring[head];
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    size--;
    return first;
  }

  @Override
  void clear() {
    Arrays.fill(ring, null);
    size = 0;
  }

  @Override
  public int numberOfMessages() {
    return size;
  }

  @Override
  public boolean hasMessages() {
    return size > 0;
  }
}
