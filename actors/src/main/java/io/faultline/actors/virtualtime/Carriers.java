package io.faultline.actors.virtualtime;

import akka.dispatch.Mailbox;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The run loop: what is runnable, what is due, and the one place where the clock moves. */
abstract sealed class Carriers permits SingleCarrier, ParallelCarriers {

  /** Why the loop came to rest. */
  enum Rest {
    /** {@link #stop} was called on a carrier. */
    ENDED,
    /** Nothing is runnable and no timer is left. */
    IDLE,
    /** The next timer is due after the horizon. */
    HORIZON
  }

  final TimerHeap timers = new TimerHeap();
  final long tasksPerInstant;

  /**
   * Virtual nanoseconds; written by {@link #moveTo} and, with nothing due before it, by {@link
   * #standAt}.
   */
  private long now;

  private @Nullable LongConsumer quiescence;
  private @Nullable MachineFailure failure;
  private volatile boolean closing;

  Carriers(long tasksPerInstant) {
    this.tasksPerInstant = tasksPerInstant;
  }

  final long now() {
    return now;
  }

  final void onQuiescent(LongConsumer listener) {
    quiescence = listener;
  }

  /** Starts the order of turns afresh. Only at rest. */
  abstract void reseed(long seed);

  /** Whether the calling thread is a carrier of this machine, now. */
  abstract boolean onCarrier();

  /** Makes a task runnable in the present instant; on a foreign thread, leaves it in the inbox. */
  abstract void execute(Runnable task);

  /** Fires a timer later; only on a carrier. */
  abstract void schedule(long delayNanos, Timer timer);

  abstract void unschedule(Timer timer);

  abstract Hold hold();

  /**
   * Runs what is runnable and due until the loop comes to rest.
   *
   * @param first run before anything else, on a carrier
   * @param horizon the last instant the clock may move to
   * @throws MachineFailure if the run failed
   */
  abstract Rest drive(Runnable first, long horizon);

  /** Ends the run where it stands; only on a carrier. */
  abstract void stop();

  /** Ends the run with a failure, unless it has failed already; from any thread. */
  abstract void fail(MachineFailure cause);

  /** Ends the run with a failure, unless it has ended already; from any thread. */
  abstract void failUnlessEnded(MachineFailure cause);

  /** From now on nothing fails and no instant is too long: the actors are being stopped. */
  final void beginClosing() {
    closing = true;
    failure = null;
  }

  final boolean closing() {
    return closing;
  }

  final void keep(MachineFailure cause) {
    if (!closing && failure == null) {
      failure = cause;
    }
  }

  final void throwIfFailed() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Moves the clock to the earliest timer and fires all that are due then. */
  final void moveTo(long instant) {
    now = instant;
    do {
      timers.poll().fire();
    } while (timers.nextAt() == instant);
  }

  /** Lets the clock stand at a horizon that nothing was due before. */
  final void standAt(long horizon) {
    now = Math.max(now, horizon);
  }

  final void reportQuiescence() {
    if (quiescence != null && !closing) {
      quiescence.accept(now);
    }
  }

  final MachineFailure instantTooLong(@Nullable Runnable running, Iterable<Runnable> runnable) {
    StringBuilder names = new StringBuilder(describe(running));
    int shown = 0;
    for (Runnable task : runnable) {
      if (++shown > 8) {
        break;
      }
      names.append(", ").append(describe(task));
    }
    return new MachineFailure(
        "more than "
            + tasksPerInstant
            + " turns at virtual time "
            + now
            + " ns, the clock would stand still for ever; running: "
            + names,
        null);
  }

  final MachineFailure uncaught(@Nullable Runnable task, Throwable cause) {
    if (cause instanceof MachineFailure failed) {
      return failed;
    }
    return new MachineFailure(
        describe(task) + " failed at virtual time " + now + " ns: " + cause, cause);
  }

  private static String describe(@Nullable Runnable task) {
    Mailbox mailbox =
        task instanceof RingQueue queue
            ? queue.mailbox()
            : task instanceof Mailbox other ? other : null;
    if (mailbox != null && mailbox.actor() != null) {
      return ActorName.of(mailbox.actor().self());
    }
    return "a task of the run loop";
  }
}
