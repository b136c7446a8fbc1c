package io.faultline.actors.virtualtime;

import java.util.concurrent.locks.Lock;

/** A hold that any thread may give back, once: under the lock that guards the number of holds. */
final class LockedHold implements Hold {

  private final Lock lock;
  private final Runnable release;
  private boolean released;

  /**
   * @param release takes one hold off the number; called once, under the lock
   */
  LockedHold(Lock lock, Runnable release) {
    this.lock = lock;
    this.release = release;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!released) {
        released = true;
        release.run();
      }
    } finally {
      lock.unlock();
    }
  }
}
