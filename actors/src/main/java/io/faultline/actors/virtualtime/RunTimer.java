package io.faultline.actors.virtualtime;

import akka.actor.Cancellable;
import scala.concurrent.ExecutionContext;

/** What an actor scheduled through Akka: once, or again and again. */
final class RunTimer extends Timer implements Cancellable {

  private final Carriers carriers;
  private final Runnable task;
  private final ExecutionContext executor;
  private final long intervalNanos;
  private boolean over;

  /**
   * @param intervalNanos virtual nanoseconds from one time to the next, 0 for once
   */
  RunTimer(Carriers carriers, Runnable task, ExecutionContext executor, long intervalNanos) {
    this.carriers = carriers;
    this.task = task;
    this.executor = executor;
    this.intervalNanos = intervalNanos;
  }

  @Override
  void fire() {
    if (over) {
      return;
    }
    if (intervalNanos == 0) {
      over = true;
    } else {
      carriers.schedule(intervalNanos, this);
    }
    if (executor instanceof VirtualDispatcher) {
      task.run(); // a detour over the queue would put mailboxes of this instant before the message
    } else {
      executor.execute(task);
    }
  }

  @Override
  public boolean cancel() {
    if (over) {
      return false;
    }
    over = true;
    carriers.unschedule(this);
    return true;
  }

  @Override
  public boolean isCancelled() {
    return over;
  }
}
