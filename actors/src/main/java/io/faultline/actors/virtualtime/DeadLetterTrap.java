package io.faultline.actors.virtualtime;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.DeadLetter;
import akka.actor.UnhandledMessage;
import akka.dispatch.Envelope;
import akka.dispatch.MailboxType;
import akka.dispatch.MessageQueue;
import akka.dispatch.UnboundedMessageQueueSemantics;
import com.typesafe.config.Config;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * The mailbox of the actor that subscribes to lost messages. It ends the run in the very {@code
 * tell} that lost one: a message to an actor would come too late.
 */
final class DeadLetterTrap implements MailboxType {

  static final String ACTOR = "lost-messages";

  private final Foundation foundation;

  DeadLetterTrap(ActorSystem.Settings settings, Config config) {
    this.foundation = RuntimeRegistry.find(settings.config());
  }

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    return new Trap(foundation.carriers());
  }

  private static final class Trap implements MessageQueue, UnboundedMessageQueueSemantics {

    private final Carriers carriers;

    Trap(Carriers carriers) {
      this.carriers = carriers;
    }

    @Override
    public void enqueue(ActorRef self, Envelope envelope) {
      if (carriers.closing()) {
        return;
      }
      if (envelope.message() instanceof DeadLetter lost && concernsTheMachine(lost.recipient())) {
        report("a dead letter: nobody received " + lost.message() + " to ", lost.recipient());
      } else if (envelope.message() instanceof UnhandledMessage refused) {
        report("an unhandled message: " + refused.getMessage() + " to ", refused.getRecipient());
      }
    }

    private static boolean concernsTheMachine(ActorRef recipient) {
      return !recipient.path().toStringWithoutAddress().startsWith("/system");
    }

    private void report(String what, ActorRef recipient) {
      carriers.failUnlessEnded(
          new MachineFailure(
              what
                  + ActorName.of(recipient)
                  + " at virtual time "
                  + carriers.now()
                  + " ns, before the end of the run",
              null));
    }

    @Override
    public @Nullable Envelope dequeue() {
      return null;
    }

    @Override
    public int numberOfMessages() {
      return 0;
    }

    @Override
    public boolean hasMessages() {
      return false;
    }

    @Override
    public void cleanUp(ActorRef owner, MessageQueue deadLetters) {}
  }
}
