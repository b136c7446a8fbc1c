package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.PageReady;
import org.jspecify.annotations.Nullable;

/** What the faults of tasks and the pages that swapoff brings in have in common. */
record VmaFaults(VmaState state, ActorRef<VmaMessage> self, ActorRef<CpusMessage> cpus) {

  /** Others that fault on the page wait for this fault from now on. */
  void hold(FaultInProgress fault) {
    state.table().enterFault(fault.page());
    fault.holdPage();
  }

  /** The fault as it travels to the swap cache and back. */
  SwapFault swapFault(FaultInProgress fault) {
    return new SwapFault(
        fault.task(),
        fault.cpu(),
        state.vma(),
        fault.page(),
        state.table().entry(fault.page()),
        fault.cause(state.object()),
        self);
  }

  /** Tasks that waited for a fault look again what their page needs. */
  void wakeFollowers(FaultInProgress fault) {
    for (@Nullable FaultInProgress follower = fault.takeFollower();
        follower != null;
        follower = fault.takeFollower()) {
      cpus.tell(new Wake(new PageReady(swapFault(follower), 0, true, false, 0)));
    }
  }
}
