package io.faultline.actors.virtualtime;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Named in Akka's configuration as the executor of its own dispatchers: one thread each, in real
 * time.
 */
final class ServiceExecutor extends ExecutorServiceConfigurator {

  private final Foundation foundation;

  ServiceExecutor(Config config, DispatcherPrerequisites prerequisites) {
    super(config, prerequisites);
    this.foundation = RuntimeRegistry.find(prerequisites.settings().config());
  }

  @Override
  public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
    return () -> Executors.newFixedThreadPool(1, foundation.threads());
  }
}
