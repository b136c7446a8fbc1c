package io.faultline.actors.virtualtime;

import akka.actor.ActorCell;
import akka.actor.ActorInitializationException;
import akka.actor.typed.internal.adapter.ActorAdapter.TypedActorFailedException;
import akka.dispatch.Dispatcher;
import akka.dispatch.Mailbox;
import akka.dispatch.MessageDispatcherConfigurator;
import akka.dispatch.TaskInvocation;
import akka.dispatch.sysmsg.Failed;
import akka.dispatch.sysmsg.SystemMessage;
import java.util.concurrent.TimeUnit;
import scala.concurrent.duration.FiniteDuration;

/**
 * Akka's default dispatcher with the run loop for a thread pool.
 *
 * <p>It also sees each failure of an actor in the moment it is reported to the parent, whatever the
 * depth, and ends the run with it there: one delivery later another actor might have called it a
 * success.
 */
final class VirtualDispatcher extends Dispatcher {

  private static final FiniteDuration AT_ONCE = new FiniteDuration(0, TimeUnit.NANOSECONDS);

  private final Carriers carriers;

  VirtualDispatcher(MessageDispatcherConfigurator configurator, String id, Carriers carriers) {
    super(
        configurator,
        id,
        1, // a mailbox takes one message a turn, so that a run can end after any message
        AT_ONCE,
        (poolId, threads) -> () -> new CarrierExecutor(carriers),
        AT_ONCE);
    this.carriers = carriers;
  }

  @Override
  public boolean registerForExecution(
      Mailbox mailbox, boolean hasMessage, boolean hasSystemMessage) {
    if (mailbox.messageQueue() instanceof RingQueue queue && carriers.onCarrier()) {
      return queue.registerForTurn(mailbox, hasMessage, hasSystemMessage);
    }
    if (mailbox.canBeScheduledForExecution(hasMessage, hasSystemMessage)
        && mailbox.setAsScheduled()) {
      carriers.execute(mailbox);
      return true;
    }
    return false;
  }

  @Override
  public void executeTask(TaskInvocation task) {
    carriers.execute(task);
  }

  @Override
  public void systemDispatch(ActorCell receiver, SystemMessage message) {
    if (message instanceof Failed failed) {
      Throwable cause = originalCause(failed.cause());
      carriers.fail(
          new MachineFailure(
              ActorName.of(failed.child())
                  + " failed at virtual time "
                  + carriers.now()
                  + " ns: "
                  + cause,
              cause));
    } else {
      super.systemDispatch(receiver, message);
    }
  }

  private static Throwable originalCause(Throwable reported) {
    if (reported instanceof TypedActorFailedException supervised) {
      return originalCause(supervised.cause());
    }
    Throwable inner = reported.getCause();
    return reported instanceof ActorInitializationException && inner != null
        ? originalCause(inner)
        : reported;
  }

  @Override
  public void shutdown() {}
}
