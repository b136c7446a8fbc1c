package io.faultline.actors.observe;

import io.faultline.actors.virtualtime.DeliveryListener;
import java.util.Arrays;

/**
 * One number for a whole run: two runs that delivered the same messages to the same actors at the
 * same virtual times, in the same order, have the same hash, on any machine and any JDK.
 *
 * <p>It covers of every delivery the virtual time, the receiver's name, the message's class name
 * and its components in declared order: primitives by value, strings by their characters, enum
 * constants by name, nested records and the elements of arrays likewise. Everything else, such as
 * an actor reference, counts as absent: {@code hashCode()} is never asked, for it may be an
 * identity.
 *
 * <p>For one carrier only: with several the order of deliveries is chance, and so would be the
 * hash.
 */
public final class EventHash implements DeliveryListener {

  private static final int MOST_KNOWN = 16;

  private long state;
  private long deliveries;

  /** The hash of all deliveries so far. */
  public long value() {
    return Mix.finish(state + deliveries);
  }

  /** {@link #value} as 16 hexadecimal digits. */
  public String hex() {
    String digits = Long.toHexString(value());
    return "0".repeat(16 - digits.length()) + digits;
  }

  @Override
  public Receiver created(String receiver) {
    return new Hashed(Mix.string(receiver));
  }

  /** One actor's part in the hash. */
  private final class Hashed implements Receiver {

    private final long name;

    /**
     * What this actor has received so far, in the order it was met: a few classes, so a search is
     * short.
     */
    private MessageShape[] known = {};

    Hashed(long name) {
      this.name = name;
    }

    @Override
    public void delivered(long now, Object message) {
      MessageShape shape = shapeOf(message);
      long event = shape.addTo(Mix.step(name, now), message);
      state = Mix.finish(state + event);
      deliveries++;
    }

    private MessageShape shapeOf(Object message) {
      for (MessageShape shape : known) {
        if (shape.fits(message)) {
          return shape;
        }
      }
      MessageShape shape = MessageShape.of(message.getClass());
      if (known.length < MOST_KNOWN) {
        known = Arrays.copyOf(known, known.length + 1);
        known[known.length - 1] = shape;
      }
      return shape;
    }
  }
}
