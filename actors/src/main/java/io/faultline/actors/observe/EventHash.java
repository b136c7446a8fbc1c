package io.faultline.actors.observe;

import io.faultline.actors.virtualtime.DeliveryListener;

/**
 * One number for a whole run: two runs that delivered the same messages to the same actors at the
 * same virtual times, in the same order, have the same hash, on any machine and any JDK.
 *
 * <p>It covers of every delivery the virtual time, the receiver's name, the message's class name
 * and its components in declared order: primitives and arrays of them by value, strings by their
 * characters, enum constants by name, nested records likewise. Everything else, such as an actor
 * reference, counts as absent: {@code hashCode()} is never asked, for it may be an identity.
 *
 * <p>For one carrier only: with several the order of deliveries is chance, and so would be the
 * hash.
 */
public final class EventHash implements DeliveryListener {

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
    long name = Mix.string(receiver);
    return (now, message) -> {
      MessageShape shape = MessageShape.of(message.getClass());
      long event = shape.addTo(Mix.step(name, now), message);
      state = Mix.finish(state + event);
      deliveries++;
    };
  }
}
