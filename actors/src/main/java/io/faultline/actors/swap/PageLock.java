package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.VmaMessage.PageReady;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a cached page ({@code PG_locked}): faults wait for it while the page is read or
 * stored, and are woken when it is up to date.
 */
final class PageLock {

  private final SlotTable slots;
  private final SlotReferences references;
  private final ActorRef<CpusMessage> cpus;

  PageLock(SlotTable slots, SlotReferences references, ActorRef<CpusMessage> cpus) {
    this.slots = slots;
    this.references = references;
    this.cpus = cpus;
  }

  /**
   * Whether a fault has to wait: for the end of the read; swapoff, which frees the slot, for that
   * of the writeback too.
   */
  boolean mustWait(SwapFault fault) {
    return slots.locked(fault.entry())
        || slots.storing(fault.entry())
        || (fault.givesSlotUp() && slots.writeback(fault.entry()));
  }

  /**
   * Has a fault go on when the page can be had.
   *
   * @param major whether it is a major fault
   * @param runs whether its task keeps its processor meanwhile
   */
  void await(SwapFault fault, boolean major, boolean runs) {
    slots.addWaiter(fault.entry(), fault, major, runs);
  }

  /** Gives the page to a fault that waited for it. */
  PageReady ready(SwapFault fault, boolean major) {
    int frame = slots.frame(fault.entry());
    int content = slots.content(fault.entry());
    return new PageReady(fault, frame, references.map(fault), major, content);
  }

  /** Those who wait for a page get it, but for those who have to wait for its writeback too. */
  void wakeWaiters(long entry) {
    for (SlotTable.@Nullable Waiter waiter = slots.takeWaiters(entry);
        waiter != null;
        waiter = waiter.next()) {
      if (mustWait(waiter.fault())) { // swapoff: the page is being written
        slots.addWaiter(entry, waiter.fault(), waiter.major(), waiter.runs());
        continue;
      }
      PageReady ready = ready(waiter.fault(), waiter.major());
      if (waiter.runs()) {
        waiter.fault().replyTo().tell(ready);
      } else {
        cpus.tell(new Wake(ready));
      }
    }
  }
}
