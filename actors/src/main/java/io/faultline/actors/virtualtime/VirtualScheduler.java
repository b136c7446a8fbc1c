package io.faultline.actors.virtualtime;

import akka.actor.AbstractScheduler;
import akka.actor.Cancellable;
import akka.actor.Scheduler;
import akka.event.LoggingAdapter;
import com.typesafe.config.Config;
import java.io.Closeable;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/**
 * Akka's scheduler in two time domains: what a carrier schedules is due in virtual time, what any
 * other thread schedules (Akka's own start and stop) in real time.
 */
final class VirtualScheduler extends AbstractScheduler implements Closeable {

  private final Carriers carriers;
  private final ScheduledThreadPoolExecutor real;
  private final Queue<OnClose> onClose = new ConcurrentLinkedQueue<>();

  VirtualScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
    Foundation foundation = RuntimeRegistry.find(config);
    this.carriers = foundation.carriers();
    this.real = new ScheduledThreadPoolExecutor(1, foundation.threads());
    real.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Cancellable scheduleOnce(FiniteDuration delay, Runnable task, ExecutionContext executor) {
    refuseWhenClosed();
    if (task instanceof Scheduler.TaskRunOnClose) {
      return scheduleOnClose(delay, task, executor);
    }
    if (carriers.onCarrier()) {
      return virtual(delay.toNanos(), 0, task, executor);
    }
    return new RealTimer(
        real.schedule(() -> executor.execute(task), delay.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  @SuppressWarnings("deprecation") // Akka's fixed-rate timers still come here
  public Cancellable schedule(
      FiniteDuration initialDelay,
      FiniteDuration interval,
      Runnable task,
      ExecutionContext executor) {
    refuseWhenClosed();
    if (carriers.onCarrier()) {
      return virtual(initialDelay.toNanos(), interval.toNanos(), task, executor);
    }
    return new RealTimer(
        real.scheduleAtFixedRate(
            () -> executor.execute(task),
            initialDelay.toNanos(),
            interval.toNanos(),
            TimeUnit.NANOSECONDS));
  }

  private Cancellable virtual(
      long delayNanos, long intervalNanos, Runnable task, ExecutionContext executor) {
    RunTimer timer = new RunTimer(carriers, task, executor, intervalNanos);
    if (delayNanos > 0) {
      carriers.schedule(delayNanos, timer);
    } else {
      carriers.execute(timer::fire);
    }
    return timer;
  }

  private Cancellable scheduleOnClose(
      FiniteDuration delay, Runnable task, ExecutionContext executor) {
    OnClose closing = new OnClose(task, executor);
    onClose.add(closing);
    Future<?> due =
        real.schedule(
            () -> {
              if (onClose.remove(closing)) {
                closing.run();
              }
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
    return new RealTimer(due);
  }

  private void refuseWhenClosed() {
    if (real.isShutdown()) {
      throw new IllegalStateException("the scheduler is closed");
    }
  }

  @Override
  public double maxFrequency() {
    return TimeUnit.SECONDS.toNanos(1);
  }

  @Override
  public void close() {
    real.shutdownNow();
    for (OnClose task = onClose.poll(); task != null; task = onClose.poll()) {
      task.run();
    }
  }

  private record OnClose(Runnable task, ExecutionContext executor) {
    void run() {
      executor.execute(task);
    }
  }

  private static final class RealTimer implements Cancellable {

    private final Future<?> due;

    RealTimer(Future<?> due) {
      this.due = due;
    }

    @Override
    public boolean cancel() {
      return due.cancel(false);
    }

    @Override
    public boolean isCancelled() {
      return due.isCancelled();
    }
  }
}
