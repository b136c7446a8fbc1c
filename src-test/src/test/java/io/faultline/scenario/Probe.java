package io.faultline.scenario;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/**
 * A neighbour that keeps what it hears, for the test to read once the machine is at rest.
 *
 * <p>It is an actor of the machine and hears in virtual time, so that its queue is complete as soon
 * as the scene rests; TestKit's own probes run in real time on Akka's internal threads and would
 * have to be waited for.
 *
 * @param <T> what can be said to it
 */
public final class Probe<T> {

  private record Heard<T>(long atNanos, T message) {}

  private final ActorRef<T> ref;
  private final ArrayDeque<Heard<T>> heard = new ArrayDeque<>();
  private Consumer<T> answer = message -> {};
  private long lastAtNanos;

  Probe(Scene scene, String name) {
    ref =
        scene.spawn(
            Behaviors.receiveMessage(
                message -> {
                  heard.add(new Heard<>(scene.now(), message));
                  answer.accept(message);
                  return Behaviors.same();
                }),
            name);
  }

  /** The probe as an actor. */
  public ActorRef<T> ref() {
    return ref;
  }

  /** Has something done in the delivery of each further message: a neighbour that answers. */
  public void answering(Consumer<T> script) {
    answer = script;
  }

  /**
   * Takes the earliest message not yet read.
   *
   * @throws AssertionError if there is none or it is of another kind
   */
  public <M extends T> M next(Class<M> kind) {
    Heard<T> next = heard.poll();
    if (next == null) {
      throw new AssertionError(ref.path().name() + " heard no " + kind.getSimpleName());
    }
    if (!kind.isInstance(next.message)) {
      throw new AssertionError(
          ref.path().name() + " heard " + next.message + ", not a " + kind.getSimpleName());
    }
    lastAtNanos = next.atNanos;
    return kind.cast(next.message);
  }

  /** Virtual time, in nanoseconds, at which the message read last was heard. */
  public long heardAt() {
    return lastAtNanos;
  }

  /** What was heard and not yet read, earliest first. */
  public List<T> unread() {
    return heard.stream().map(Heard::message).toList();
  }

  /** Forgets what was heard so far: the story begins here. */
  public void forget() {
    heard.clear();
  }
}
