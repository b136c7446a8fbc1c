package io.faultline.actors.virtualtime;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import io.faultline.config.Interleaving;
import io.faultline.protocol.VirtualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One machine's actor system and its clock.
 *
 * <p>It starts frozen: {@link #wire} creates the actors while the clock stands at 0. {@link #run}
 * then gives the first messages and comes back when an actor has called {@link #stop}. With {@code
 * fifo} and {@code shuffled} the thread that calls {@code wire}, {@code run}, {@link #runUntilIdle}
 * or {@link #advance} is the carrier while it does, and no other thread takes part; with {@code
 * parallel} it waits for carriers that end before the call returns. These methods must not be
 * called by two threads at once, nor by an actor.
 *
 * <p>References to actors of the machine may be used by its actors and in {@link #inject}, {@code
 * wire} and the kick of {@code run}. A message told by any other thread ends the run with a {@link
 * MachineFailure}.
 */
public final class VirtualRuntime implements VirtualClock, AutoCloseable {

  /**
   * How many turns an instant may have before it is taken for an endless loop, unless set
   * otherwise.
   */
  public static final long DEFAULT_TASKS_PER_INSTANT = 1_000_000;

  private final Carriers carriers;
  private final Foundation foundation;
  private final ServiceThreads threads;
  private final long seed;
  private final long id;
  private final ActorSystem<Guardian.Wire> system;
  private Supplier<String> whoWaits = () -> "nobody can say who waits for whom";
  private boolean closed;

  private VirtualRuntime(Builder settings) {
    this.seed = settings.seed;
    String name = settings.name.replaceAll("[^a-zA-Z0-9_-]", "-").replaceAll("^[-_]+", "");
    if (name.isEmpty()) {
      name = "machine";
    }
    boolean parallel = settings.interleaving instanceof Interleaving.Parallel;
    this.carriers = carriers(name, settings);
    this.threads = new ServiceThreads(name);
    this.foundation = new Foundation(carriers, parallel, settings.listener, threads);
    this.id = RuntimeRegistry.add(foundation);
    Hold untilReady = carriers.hold();
    boolean started = false;
    try {
      this.system = SystemFactory.create(Guardian.create(untilReady::close), name, id);
      started = true;
    } finally {
      if (!started) {
        RuntimeRegistry.remove(id);
      }
    }
    carriers.drive(() -> {}, 0);
  }

  private static Carriers carriers(String name, Builder settings) {
    long limit = settings.tasksPerInstant;
    if (settings.interleaving instanceof Interleaving.Parallel parallel) {
      return new ParallelCarriers(name, parallel.carriers(), limit);
    }
    if (settings.interleaving instanceof Interleaving.Shuffled) {
      return new SingleCarrier(new ShuffledBag(), limit);
    }
    return new SingleCarrier(new FifoQueue(), limit);
  }

  /**
   * Begins the description of a runtime: {@code fifo}, seed 1, no listener, until set otherwise.
   *
   * @param name of the actor system and its threads; what Akka does not allow in a name becomes a
   *     dash
   */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** The settings of a runtime that is not started yet. */
  public static final class Builder {

    private final String name;
    private Interleaving interleaving = new Interleaving.Fifo();
    private long seed = 1;
    private long tasksPerInstant = DEFAULT_TASKS_PER_INSTANT;
    private @Nullable DeliveryListener listener;

    private Builder(String name) {
      this.name = name;
    }

    /** In which order actors take their turns within an instant. */
    public Builder interleaving(Interleaving order) {
      this.interleaving = order;
      return this;
    }

    /** Seeds the order of turns of {@code shuffled}. */
    public Builder seed(long value) {
      this.seed = value;
      return this;
    }

    /**
     * How many turns an instant may have before the run fails: a loop in zero time would stop the
     * clock for ever.
     *
     * @param limit at least 1; a turn is one message to one actor
     * @throws IllegalArgumentException if the limit is below 1
     */
    public Builder tasksPerInstant(long limit) {
      if (limit < 1) {
        throw new IllegalArgumentException("an instant needs at least one turn, not " + limit);
      }
      this.tasksPerInstant = limit;
      return this;
    }

    /** Who sees each delivery; null for nobody, which costs nothing. */
    public Builder listener(@Nullable DeliveryListener deliveries) {
      this.listener = deliveries;
      return this;
    }

    /** Starts the actor system, frozen at virtual time 0. */
    public VirtualRuntime start() {
      return new VirtualRuntime(this);
    }
  }

  /** Says, for the report of a deadlock, who waits for whom. Called when all actors are at rest. */
  public void whoWaits(Supplier<String> report) {
    whoWaits = report;
  }

  /**
   * Registers what is called on a carrier whenever an instant has no runnable actor left, before
   * the clock moves on or the run comes to rest. It gets the virtual time in nanoseconds, may read
   * the actors' state, and ends the run by throwing.
   */
  public void onQuiescent(LongConsumer listener) {
    carriers.onQuiescent(listener);
  }

  /**
   * Creates actors while the clock stands.
   *
   * @param wiring gets the context of the guardian, whose children the machine's actors are
   * @return what the wiring returned, after all that it started in this instant is done
   * @throws MachineFailure if the wiring or an actor failed
   */
  public <R> R wire(Function<ActorContext<?>, R> wiring) {
    carriers.reseed(seed);
    AtomicReference<@Nullable R> result = new AtomicReference<>();
    carriers.drive(
        () -> system.tell(new Guardian.Wire(context -> result.set(wired(wiring, context)))),
        carriers.now());
    R made = result.get();
    if (made == null) {
      throw new IllegalStateException("the wiring returned nothing");
    }
    return made;
  }

  private <R> @Nullable R wired(Function<ActorContext<?>, R> wiring, ActorContext<?> context) {
    try {
      return wiring.apply(context);
    } catch (RuntimeException failure) { // the guardian must outlive it, to be stopped in order
      carriers.fail(new MachineFailure("the wiring failed: " + failure, failure));
      return null;
    }
  }

  /**
   * Creates one actor while the clock stands.
   *
   * @param name unique among the guardian's children
   * @throws MachineFailure if the actor fails while it starts
   */
  public <T> ActorRef<T> spawn(Behavior<T> behavior, String name) {
    return wire(context -> context.spawn(behavior, name));
  }

  /**
   * Runs the machine from its first messages to its end.
   *
   * @param kick tells the first messages, on a carrier
   * @throws MachineFailure if an actor failed or stopped, a message was lost, or an instant would
   *     not end
   * @throws Deadlock if nothing is left to do and nobody has called {@link #stop}
   */
  public void run(Runnable kick) {
    carriers.reseed(seed);
    if (carriers.drive(kick, Long.MAX_VALUE) == Carriers.Rest.IDLE) {
      throw new Deadlock(
          "deadlock at virtual time " + now() + " ns: nothing is left to do; " + whoWaits.get());
    }
  }

  /**
   * Runs until no actor is runnable and no timer is left, or one has called {@link #stop}.
   *
   * @throws MachineFailure as {@link #run}
   */
  public void runUntilIdle() {
    carriers.drive(() -> {}, Long.MAX_VALUE);
  }

  /**
   * Runs all that is due up to a later instant, where the clock then stands, unless an actor has
   * called {@link #stop}.
   *
   * @param duration virtual time from now, at least 0
   * @throws MachineFailure as {@link #run}
   */
  public void advance(Duration duration) {
    long horizon = Math.addExact(now(), duration.toNanos());
    if (carriers.drive(() -> {}, horizon) != Carriers.Rest.ENDED) {
      carriers.standAt(horizon);
    }
  }

  /**
   * Ends the run in the delivery that calls it: no other message is received. Only for actors of
   * the machine.
   */
  public void stop() {
    if (!carriers.onCarrier()) {
      throw new IllegalStateException("a run is ended by an actor of its machine");
    }
    carriers.stop();
  }

  /**
   * Ends the run with a cause, which {@link #run} throws as a {@link MachineFailure}. From any
   * thread.
   */
  public void fail(Throwable cause) {
    carriers.fail(
        cause instanceof MachineFailure failure
            ? failure
            : new MachineFailure(
                "the run was ended at virtual time " + now() + " ns: " + cause, cause));
  }

  /**
   * Brings something in from outside: it is run on a carrier, in the present instant. From any
   * thread; what is injected while nothing runs waits for the next run.
   */
  public void inject(Runnable task) {
    carriers.execute(task);
  }

  /**
   * Holds the clock for work that is done off the machine: it does not move from the return of this
   * method until the hold is closed, and a run with nothing to do waits. From any thread.
   */
  public Hold hold() {
    return carriers.hold();
  }

  @Override
  public long now() {
    return carriers.now();
  }

  @Override
  public <T> void tellAfter(long delayNanos, ActorRef<T> receiver, T message) {
    if (delayNanos > 0) {
      carriers.schedule(delayNanos, new TellTimer<>(receiver, message));
    } else if (delayNanos == 0) {
      receiver.tell(message);
    } else {
      throw new IllegalArgumentException("a delay is at least 0, not " + delayNanos);
    }
  }

  /** How many messages the machine's actors have received. Only at rest. */
  public long deliveries() {
    return foundation.deliveries();
  }

  /** The actor system, for the probes of a test. */
  public ActorSystem<?> system() {
    return system;
  }

  /** Stops all actors where they stand and waits until every thread of the machine has ended. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    carriers.beginClosing();
    foundation.clearQueues();
    terminate();
    threads.join();
    RuntimeRegistry.remove(id);
  }

  /** An interruption is kept for the caller: half a stop would leave threads behind. */
  private void terminate() {
    Hold untilTerminated = carriers.hold();
    CompletableFuture<Done> terminated =
        system
            .getWhenTerminated()
            .toCompletableFuture()
            .whenComplete((done, failure) -> untilTerminated.close());
    boolean interrupted = Thread.interrupted();
    carriers.drive(system::terminate, carriers.now());
    while (!terminated.isDone()) {
      interrupted |= Thread.interrupted();
      carriers.drive(() -> {}, carriers.now());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
