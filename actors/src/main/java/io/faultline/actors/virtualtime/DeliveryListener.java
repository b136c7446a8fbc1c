package io.faultline.actors.virtualtime;

/**
 * Sees every message that an actor of the machine receives.
 *
 * <p>With one carrier all calls come from it, in the order of the deliveries. With {@code parallel}
 * they come from several threads at once.
 */
@FunctionalInterface
public interface DeliveryListener {

  /**
   * An actor of the machine has been created.
   *
   * @param receiver its path below the guardian, such as {@code swap-cache} or {@code p1/v}
   * @return told of each message that this actor receives
   */
  Receiver created(String receiver);

  /** Sees every message first, then lets another see it. */
  default DeliveryListener andThen(DeliveryListener other) {
    return receiver -> {
      Receiver first = created(receiver);
      Receiver second = other.created(receiver);
      return (now, message) -> {
        first.delivered(now, message);
        second.delivered(now, message);
      };
    };
  }

  /** Sees what one actor receives. */
  @FunctionalInterface
  interface Receiver {

    /**
     * The actor is about to handle a message.
     *
     * @param now virtual time in nanoseconds
     * @param message what it receives
     */
    void delivered(long now, Object message);
  }
}
