package io.faultline.actors.virtualtime;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.dispatch.MailboxType;
import akka.dispatch.MessageQueue;
import akka.dispatch.SingleConsumerOnlyUnboundedMailbox;
import com.typesafe.config.Config;
import scala.Option;

/**
 * Named in Akka's configuration as the mailbox of typed actors: actors of the machine get a {@link
 * MachineQueue}, the guardian and Akka's own actors, which other threads may tell, an ordinary one.
 */
final class VirtualMailbox implements MailboxType {

  private final Foundation foundation;
  private final MailboxType ordinary = new SingleConsumerOnlyUnboundedMailbox();

  VirtualMailbox(ActorSystem.Settings settings, Config config) {
    this.foundation = RuntimeRegistry.find(settings.config());
  }

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    if (owner.isDefined() && ActorName.isOfTheMachine(owner.get())) {
      return foundation.newQueue(ActorName.of(owner.get()));
    }
    return ordinary.create(owner, system);
  }
}
