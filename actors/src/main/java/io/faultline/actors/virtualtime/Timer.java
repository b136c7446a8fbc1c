package io.faultline.actors.virtualtime;

/** What is due at a later instant. */
abstract class Timer {

  static final int NOT_WAITING = -1;

  /** Where it stands in the {@link TimerHeap}, kept by the heap, or {@link #NOT_WAITING}. */
  int place = NOT_WAITING;

  /**
   * Called on a carrier when the clock has reached the instant, before any mailbox of that instant
   * runs.
   */
  abstract void fire();
}
