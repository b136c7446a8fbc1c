package io.faultline.scenario;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.faultline.actors.virtualtime.DeliveryListener;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.protocol.VirtualClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stage on which a few actors of a machine meet in virtual time: spawn while the clock stands,
 * tell, let it run, read the probes. Nothing waits and nothing happens between two calls.
 */
public final class Scene implements AutoCloseable {

  private final VirtualRuntime runtime;

  /** An empty stage at virtual time 0. */
  public Scene() {
    this(null);
  }

  /**
   * An empty stage at virtual time 0.
   *
   * @param listener sees each delivery; null for nobody
   */
  public Scene(@Nullable DeliveryListener listener) {
    runtime = VirtualRuntime.named("scene").listener(listener).start();
  }

  /** Puts an actor on the stage. */
  public <T> ActorRef<T> spawn(Behavior<T> behavior, String name) {
    return runtime.spawn(behavior, name);
  }

  /** Puts a probe on the stage. */
  public <T> Probe<T> probe(String name) {
    return new Probe<>(this, name);
  }

  /** Tells an actor something and lets the present instant come to rest. */
  public <T> void tell(ActorRef<T> receiver, T message) {
    runtime.inject(() -> receiver.tell(message));
    advance(0);
  }

  /** Lets time pass, and everything that is due meanwhile happen. */
  public void advance(long nanos) {
    runtime.advance(Duration.ofNanos(nanos));
  }

  /** Lets everything happen that is left to do. */
  public void runUntilIdle() {
    runtime.runUntilIdle();
  }

  /** The clock that the actors on stage are given. */
  public VirtualClock clock() {
    return runtime;
  }

  /** Virtual time in nanoseconds. */
  public long now() {
    return runtime.now();
  }

  @Override
  public void close() {
    runtime.close();
  }
}
