package io.faultline.actors.virtualtime;

import akka.actor.ActorCell;
import akka.actor.ActorRef;
import akka.dispatch.Envelope;
import akka.dispatch.Mailbox;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.List$;
import scala.util.control.NonFatal;

/**
 * Messages in a ring, for one carrier, and the turns of their actor. What {@link Mailbox#run} does
 * with four atomic operations a message is done here without: no other thread takes turns. Akka's
 * own way is taken when there is a system message, or the actor is suspended or closed.
 */
final class RingQueue extends MachineQueue implements Runnable {

  private static final int OPEN = Mailbox.Open();

  private @Nullable Envelope[] ring = new Envelope[8];
  private int head;
  private int size;
  private @Nullable Mailbox mailbox;
  private boolean runnable;

  RingQueue(String receiver, Carriers carriers, DeliveryListener.@Nullable Receiver listener) {
    super(receiver, carriers, listener);
  }

  /**
   * Has the actor take a turn if it has something to do and waits for none already. Only on the
   * carrier.
   *
   * @return whether it waits for a turn from now on
   */
  boolean registerForTurn(Mailbox owner, boolean hasMessage, boolean hasSystemMessage) {
    if (runnable || !owner.canBeScheduledForExecution(hasMessage, hasSystemMessage)) {
      return false;
    }
    mailbox = owner;
    runnable = true;
    carriers().execute(this);
    return true;
  }

  @Override
  public void run() {
    Mailbox owner = mailbox();
    try {
      if (owner.currentStatus() == OPEN && !owner.hasSystemMessages()) {
        Envelope envelope = dequeue();
        if (envelope != null) {
          receive(owner.actor(), envelope);
        }
      } else {
        owner.run();
      }
    } finally {
      runnable = false;
      registerForTurn(owner, false, false);
    }
  }

  /**
   * What {@link ActorCell#invoke} does, for a message that cannot be one of Akka's own: those are
   * no records. It asks of each whether it is of this or that interface, and the answer no is dear
   * on a JVM before 23 (JDK-8180450).
   */
  private static void receive(ActorCell cell, Envelope envelope) {
    if (!(envelope.message() instanceof Record)) {
      cell.invoke(envelope);
      return;
    }
    cell.currentMessage_$eq(envelope);
    try {
      cell.receiveMessage(envelope.message());
    } catch (Throwable thrown) {
      if (!NonFatal.apply(thrown)) {
        throw thrown;
      }
      cell.handleInvokeFailure(List$.MODULE$.<ActorRef>empty(), thrown);
    }
    cell.currentMessage_$eq(null);
  }

  /** The mailbox that it is the queue of, once that has had something to do. */
  Mailbox mailbox() {
    return Objects.requireNonNull(mailbox);
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
