package io.faultline.actors.zswap;

import io.faultline.protocol.ZswapMessage.Store;

/** The stores of a batch, page after page: one may have to wait for an entry to be written back. */
final class Storing {

  final Store asked;
  final boolean[] stored;
  private int next;
  private boolean madeRoom;
  private long cpuNanos;

  Storing(Store asked) {
    this.asked = asked;
    this.stored = new boolean[asked.entries().length];
  }

  boolean isOver() {
    return next == stored.length;
  }

  long slot() {
    return asked.entries()[next];
  }

  int content() {
    return asked.contents()[next];
  }

  int group() {
    return asked.groups()[next];
  }

  /** Whether an entry of the page's group has been written back for it. */
  boolean hasRoom() {
    return madeRoom;
  }

  void makesRoom(long nanos) {
    madeRoom = true;
    cpuNanos += nanos;
  }

  /** The page is dealt with. */
  void done(boolean isStored, long nanos) {
    stored[next++] = isStored;
    madeRoom = false;
    cpuNanos += nanos;
  }

  long cpuNanos() {
    return cpuNanos;
  }
}
