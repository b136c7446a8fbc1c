package io.faultline.actors.virtualtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Several carriers that race inside an instant. Foreign tasks, holds and the movement of the clock
 * share one lock. A mailbox that a turn wakes first is that carrier's next turn, without the lock:
 * it inherits the turn's place in {@link #pending}.
 */
final class ParallelCarriers extends Carriers {

  private final int carriers;
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();

  /** Turns queued and running; the clock moves only at 0. */
  private int pending;

  private int holds;
  private long turns;
  private long horizon;
  private @Nullable Rest rest;
  private boolean driven;
  private volatile boolean ended;

  ParallelCarriers(String name, int carriers, long tasksPerInstant) {
    super(tasksPerInstant);
    this.name = name;
    this.carriers = carriers;
  }

  @Override
  void reseed(long seed) {}

  @Override
  boolean onCarrier() {
    return carrier() != null;
  }

  private @Nullable Carrier carrier() {
    return Thread.currentThread() instanceof Carrier carrier && carrier.of == this ? carrier : null;
  }

  @Override
  void execute(Runnable task) {
    Carrier carrier = carrier();
    if (carrier != null && carrier.running != null && carrier.next == null) {
      carrier.next = task;
      return;
    }
    lock.lock();
    try {
      queue.addLast(task);
      pending++;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  void schedule(long delayNanos, Timer timer) {
    lock.lock();
    try {
      timers.add(Math.addExact(now(), delayNanos), timer);
    } finally {
      lock.unlock();
    }
  }

  @Override
  void unschedule(Timer timer) {
    lock.lock();
    try {
      timers.remove(timer);
    } finally {
      lock.unlock();
    }
  }

  @Override
  Hold hold() {
    lock.lock();
    try {
      holds++;
    } finally {
      lock.unlock();
    }
    return new LockedHold(lock, this::release);
  }

  @Override
  Rest drive(Runnable first, long until) {
    lock.lock();
    try {
      if (driven) {
        throw new IllegalStateException("the machine is being run already");
      }
      throwIfFailed();
      driven = true;
      ended = false;
      rest = null;
      turns = 0;
      horizon = until;
      queue.addFirst(first);
      pending++;
    } finally {
      lock.unlock();
    }
    List<Carrier> crew = new ArrayList<>();
    for (int i = 0; i < carriers; i++) {
      crew.add(new Carrier(this, name + "-carrier-" + i));
    }
    crew.forEach(Thread::start);
    join(crew);
    lock.lock();
    try {
      driven = false;
      throwIfFailed();
      return rest == null ? Rest.ENDED : rest;
    } finally {
      lock.unlock();
    }
  }

  private void join(List<Carrier> crew) {
    boolean interrupted = false;
    for (Carrier carrier : crew) {
      while (carrier.isAlive()) {
        try {
          carrier.join();
        } catch (InterruptedException e) {
          interrupted = true;
          fail(uncaught(null, e));
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(Carrier carrier) {
    lock.lock();
    try {
      while (!ended && rest == null) {
        Runnable task = queue.pollFirst();
        if (task != null) {
          turns += unlocked(carrier, task);
          if (turns > tasksPerInstant && !closing()) {
            fail(instantTooLong(task, queue));
          }
        } else if (pending > 0 || holds > 0) {
          changed.awaitUninterruptibly();
        } else {
          settle();
        }
      }
    } catch (Throwable thrown) { // an Error as well: it must end the run, not one carrier alone
      fail(uncaught(carrier.running, thrown));
    } finally {
      changed.signalAll();
      lock.unlock();
    }
  }

  private void settle() {
    reportQuiescence();
    if (!queue.isEmpty() || ended) {
      return;
    }
    if (timers.isEmpty()) {
      rest = Rest.IDLE;
    } else if (timers.nextAt() > horizon) {
      rest = Rest.HORIZON;
    } else {
      turns = 0;
      moveTo(timers.nextAt());
    }
  }

  /** Runs a task and, one after the other, what it wakes first. Returns the number of turns. */
  private long unlocked(Carrier carrier, Runnable task) {
    long taken = 0;
    carrier.next = task;
    lock.unlock();
    try {
      for (Runnable turn = task; turn != null && !ended; turn = carrier.next) {
        carrier.next = null;
        carrier.running = turn;
        turn.run();
        if (++taken > tasksPerInstant && !closing()) {
          fail(instantTooLong(turn, List.of()));
        }
      }
      carrier.running = null;
    } finally {
      lock.lock();
      if (carrier.next == null) {
        pending--;
      } else {
        queue.addFirst(carrier.next);
        carrier.next = null;
      }
    }
    return taken;
  }

  @Override
  void stop() {
    ended = true;
    wake();
  }

  @Override
  void fail(MachineFailure cause) {
    lock.lock();
    try {
      keep(cause);
      ended |= !closing();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  void failUnlessEnded(MachineFailure cause) {
    lock.lock();
    try {
      if (!ended) {
        fail(cause);
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static final class Carrier extends Thread {

    private final ParallelCarriers of;
    private @Nullable Runnable running;
    private @Nullable Runnable next;

    Carrier(ParallelCarriers of, String name) {
      super(null, null, name, 0, false);
      this.of = of;
      setDaemon(true);
    }

    @Override
    public void run() {
      of.work(this);
    }
  }

  private void release() {
    holds--;
    changed.signalAll();
  }
}
