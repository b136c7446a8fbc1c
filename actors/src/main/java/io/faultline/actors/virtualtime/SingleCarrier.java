package io.faultline.actors.virtualtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One carrier: the thread that drives. Nothing on the path of a message is shared with another
 * thread.
 */
final class SingleCarrier extends Carriers {

  private static final int TURNS_BETWEEN_VISITS = 1024;

  private final RunQueue queue;
  private final Inbox inbox = new Inbox();
  private final ArrayDeque<Runnable> foreign = new ArrayDeque<>();

  /** Read by foreign threads without order: none of them ever reads itself here. */
  private @Nullable Thread carrier;

  private boolean ended;
  private long turns;
  private @Nullable Runnable running;

  SingleCarrier(RunQueue queue, long tasksPerInstant) {
    super(tasksPerInstant);
    this.queue = queue;
  }

  @Override
  void reseed(long seed) {
    queue.reseed(seed);
  }

  @Override
  boolean onCarrier() {
    return Thread.currentThread() == carrier;
  }

  @Override
  void execute(Runnable task) {
    if (Thread.currentThread() == carrier) {
      queue.add(task);
    } else {
      inbox.submit(task);
    }
  }

  @Override
  void schedule(long delayNanos, Timer timer) {
    timers.add(Math.addExact(now(), delayNanos), timer);
  }

  @Override
  void unschedule(Timer timer) {
    if (onCarrier()) {
      timers.remove(timer);
    } else {
      inbox.submit(() -> timers.remove(timer));
    }
  }

  @Override
  Hold hold() {
    return inbox.hold(onCarrier());
  }

  @Override
  Rest drive(Runnable first, long horizon) {
    inbox.open();
    carrier = Thread.currentThread();
    ended = false;
    turns = 0;
    Rest rest = null;
    try {
      throwIfFailed();
      first.run();
      while (rest == null) {
        rest = ended ? Rest.ENDED : turn(horizon);
      }
    } catch (InterruptedException interrupted) {
      carrier.interrupt();
      keep(uncaught(running, interrupted));
    } catch (Throwable thrown) { // an Error as well: it must end the run, not the loop alone
      keep(uncaught(running, thrown));
    } finally {
      running = null;
      carrier = null;
      inbox.close();
    }
    throwIfFailed();
    return rest == null ? Rest.ENDED : rest;
  }

  /** Lets one mailbox take its turn, or moves the clock, or says why neither is possible. */
  private @Nullable Rest turn(long horizon) throws InterruptedException {
    Runnable task = queue.poll();
    if (task == null) {
      return settle(horizon);
    }
    running = task;
    if (++turns > tasksPerInstant && !closing()) {
      queue.add(task);
      fail(instantTooLong(task, waiting()));
      return null;
    }
    if ((turns & (TURNS_BETWEEN_VISITS - 1)) == 0 && inbox.attention()) {
      runForeign();
    }
    task.run();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while messages are received");
    }
    return null;
  }

  private @Nullable Rest settle(long horizon) throws InterruptedException {
    running = null;
    if ((inbox.attention() || !foreign.isEmpty()) && (runForeign() || inbox.parkWhileHeld())) {
      return null;
    }
    reportQuiescence();
    if (ended) {
      return Rest.ENDED;
    }
    if (timers.isEmpty()) {
      return Rest.IDLE;
    }
    long instant = timers.nextAt();
    if (instant > horizon) {
      return Rest.HORIZON;
    }
    turns = 0;
    moveTo(instant);
    return null;
  }

  /**
   * Runs what came from outside directly: in the queue it would cost a draw, and its number is
   * chance.
   */
  private boolean runForeign() {
    foreign.addAll(inbox.take());
    boolean any = !foreign.isEmpty();
    while (!ended && !foreign.isEmpty()) {
      running = foreign.remove();
      running.run();
    }
    return any;
  }

  private List<Runnable> waiting() {
    List<Runnable> tasks = new ArrayList<>();
    for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
      tasks.add(task);
    }
    tasks.forEach(queue::add);
    return tasks;
  }

  @Override
  void stop() {
    ended = true;
  }

  @Override
  void fail(MachineFailure cause) {
    if (onCarrier()) {
      keep(cause);
      ended |= !closing();
    } else {
      inbox.submit(() -> fail(cause));
    }
  }

  @Override
  void failUnlessEnded(MachineFailure cause) {
    if (!onCarrier()) {
      inbox.submit(() -> failUnlessEnded(cause));
    } else if (!ended) {
      fail(cause);
    }
  }
}
