package io.faultline.actors.virtualtime;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** The run loop as Akka's configuration wants to see it; it lives and ends with the machine. */
final class CarrierExecutor extends AbstractExecutorService {

  private final Carriers carriers;

  CarrierExecutor(Carriers carriers) {
    this.carriers = carriers;
  }

  @Override
  public void execute(Runnable task) {
    carriers.execute(task);
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
