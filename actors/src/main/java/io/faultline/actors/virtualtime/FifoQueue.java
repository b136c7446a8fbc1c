package io.faultline.actors.virtualtime;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** First come, first served. */
final class FifoQueue implements RunQueue {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>(256);

  @Override
  public void add(Runnable task) {
    tasks.addLast(task);
  }

  @Override
  public @Nullable Runnable poll() {
    return tasks.pollFirst();
  }

  @Override
  public void reseed(long seed) {}
}
