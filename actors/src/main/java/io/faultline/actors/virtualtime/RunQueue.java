package io.faultline.actors.virtualtime;

import org.jspecify.annotations.Nullable;

/** What is runnable in the present instant. Touched by the one carrier only. */
interface RunQueue {

  void add(Runnable task);

  /** Takes the next out, or null if none is runnable. */
  @Nullable Runnable poll();

  /** Starts the order of turns afresh. */
  void reseed(long seed);
}
