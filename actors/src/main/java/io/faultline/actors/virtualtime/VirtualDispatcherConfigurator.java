package io.faultline.actors.virtualtime;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.MessageDispatcher;
import akka.dispatch.MessageDispatcherConfigurator;
import com.typesafe.config.Config;

/** Named in Akka's configuration as the type of the default dispatcher. */
final class VirtualDispatcherConfigurator extends MessageDispatcherConfigurator {

  private final VirtualDispatcher dispatcher;

  VirtualDispatcherConfigurator(Config config, DispatcherPrerequisites prerequisites) {
    super(config, prerequisites);
    Foundation foundation = RuntimeRegistry.find(prerequisites.settings().config());
    this.dispatcher = new VirtualDispatcher(this, config.getString("id"), foundation.carriers());
  }

  @Override
  public MessageDispatcher dispatcher() {
    return dispatcher;
  }
}
