package io.faultline.actors.virtualtime;

import akka.actor.DeadLetter;
import akka.actor.UnhandledMessage;
import akka.actor.typed.Behavior;
import akka.actor.typed.MailboxSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.Consumer;

/** The parent of the machine's actors: it runs the wiring that the runtime is given. */
final class Guardian {

  /** Something to do in the guardian's context. */
  record Wire(Consumer<ActorContext<?>> wiring) {}

  private Guardian() {}

  /**
   * @param ready called when it has started
   */
  static Behavior<Wire> create(Runnable ready) {
    return Behaviors.setup(
        context -> {
          subscribeToLostMessages(context);
          ready.run();
          return Behaviors.receiveMessage(
              wire -> {
                wire.wiring().accept(context);
                return Behaviors.same();
              });
        });
  }

  private static void subscribeToLostMessages(ActorContext<Wire> context) {
    akka.actor.ActorRef trap =
        Adapter.toClassic(
            context.spawn(
                Behaviors.ignore(),
                DeadLetterTrap.ACTOR,
                MailboxSelector.fromConfig(SystemFactory.DEAD_LETTER_MAILBOX)));
    akka.event.EventStream events = Adapter.toClassic(context.getSystem()).eventStream();
    events.subscribe(trap, DeadLetter.class);
    events.subscribe(trap, UnhandledMessage.class);
  }
}
