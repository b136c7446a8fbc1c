package io.faultline.actors.virtualtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What foreign threads want of a single carrier: tasks to run, and the clock held. The carrier
 * looks at one flag and takes the lock only when it is up.
 */
final class Inbox {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private List<Runnable> waiting = new ArrayList<>();
  private int holds;

  /** How often the carrier has looked in, so that a foreign holder knows that it was noticed. */
  private long visits;

  private boolean driven;
  private boolean parked;
  private volatile boolean attention;

  /** Whether the carrier should look in before it moves the clock. */
  boolean attention() {
    return attention;
  }

  /**
   * The calling thread becomes the carrier.
   *
   * @throws IllegalStateException if another thread is
   */
  void open() {
    lock.lock();
    try {
      if (driven) {
        throw new IllegalStateException("the machine is being run already");
      }
      driven = true;
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      driven = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void submit(Runnable task) {
    lock.lock();
    try {
      waiting.add(task);
      attention = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes all tasks out, in the order they came. */
  List<Runnable> take() {
    lock.lock();
    try {
      visits++;
      changed.signalAll();
      attention = holds > 0;
      if (waiting.isEmpty()) {
        return List.of();
      }
      List<Runnable> taken = waiting;
      waiting = new ArrayList<>();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Parks the carrier while the clock is held and no task is waiting.
   *
   * @return whether there may be something to run now; false if the clock is free to move
   */
  boolean parkWhileHeld() throws InterruptedException {
    lock.lock();
    try {
      boolean held = holds > 0;
      parked = true;
      while (holds > 0 && waiting.isEmpty()) {
        changed.signalAll();
        changed.await();
      }
      return held || !waiting.isEmpty();
    } finally {
      parked = false;
      lock.unlock();
    }
  }

  /** Holds the clock; when this returns it does not move. */
  Hold hold(boolean onCarrier) {
    lock.lock();
    try {
      holds++;
      attention = true;
      long before = visits;
      while (!onCarrier && driven && !parked && visits == before) {
        changed.awaitUninterruptibly();
      }
      return new LockedHold(lock, this::release);
    } finally {
      lock.unlock();
    }
  }

  private void release() {
    holds--;
    changed.signalAll();
  }
}
