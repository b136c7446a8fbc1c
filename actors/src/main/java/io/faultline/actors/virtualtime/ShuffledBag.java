package io.faultline.actors.virtualtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The next turn is drawn by a generator of its own, so that every seed is another order and replays
 * exactly.
 */
final class ShuffledBag implements RunQueue {

  private @Nullable Runnable[] tasks = new Runnable[256];
  private int size;
  private long state;

  @Override
  public void add(Runnable task) {
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, size * 2);
    }
    tasks[size++] = task;
  }

  @Override
  public @Nullable Runnable poll() {
    if (size == 0) {
      return null;
    }
    int drawn = size == 1 ? 0 : (int) (((next() >>> 32) * size) >>> 32);
    Runnable task = tasks[drawn];
    tasks[drawn] = tasks[--size];
    tasks[size] = null;
    return task;
  }

  @Override
  public void reseed(long seed) {
    state = seed;
  }

  /** SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
  private long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
