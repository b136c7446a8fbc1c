package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapFault.Cause;
import io.faultline.protocol.VmaMessage.Reused;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.Invalidate;
import org.jspecify.annotations.Nullable;

/** What refers to slots, ptes and cached pages: a slot is free with the last of them. */
final class SlotReferences {

  private final SlotTable slots;
  private final ActorRef<SwapAreasMessage> swapAreas;
  private final @Nullable ActorRef<ZswapMessage> zswap;
  private boolean swapFull;

  SlotReferences(
      SlotTable slots,
      ActorRef<SwapAreasMessage> swapAreas,
      @Nullable ActorRef<ZswapMessage> zswap) {
    this.slots = slots;
    this.swapAreas = swapAreas;
    this.zswap = zswap;
  }

  /** Whether swap is more than half full ({@code vm_swap_full}). */
  void swapFull(boolean full) {
    swapFull = full;
  }

  /**
   * Gives the page to the faulting pte: {@code swap_free}, and {@code folio_free_swap} where the
   * kernel would (a store, swap more than half full, swapoff). A page that was read past the swap
   * cache never was in it, and its slot is free when the last pte is.
   *
   * @return whether the page stays in the swap cache
   */
  boolean map(SwapFault fault) {
    long entry = fault.entry();
    boolean mappedBefore = slots.mapped(entry); // by another process of its fork family
    slots.map(entry);
    if ((fault.cause() != Cause.LOAD || swapFull || slots.pastCache(entry))
        && !mappedBefore
        && slots.count(entry) == 0
        && !slots.writeback(entry)) {
      delete(entry, fault.cpu());
      return false;
    }
    return true;
  }

  /**
   * A store to a page that is in the swap cache: the slot is given up if nobody else refers to it.
   */
  void reuse(SwapFault fault) {
    boolean kept = slots.count(fault.entry()) > 0 || slots.writeback(fault.entry());
    if (!kept) {
      delete(fault.entry(), fault.cpu());
    }
    fault.replyTo().tell(new Reused(fault, kept));
  }

  /** Swapoff gives slots up, those under writeback as soon as they are written. */
  void freeSlots(FreeSlots free) {
    for (long entry : free.entries()) {
      if (slots.writeback(entry)) {
        slots.freeAfterWriteback(entry);
      } else {
        delete(entry, free.cpu());
      }
    }
  }

  /** Takes a page out of the swap cache. */
  void delete(long entry, int cpu) {
    slots.delete(entry);
    if (slots.free(entry)) {
      freed(entry, cpu);
    }
  }

  /** Nothing refers to a slot any more: a CPU takes it on its return list. */
  void freed(long entry, int cpu) {
    swapAreas.tell(new Free(cpu, entry));
    if (zswap != null) {
      zswap.tell(new Invalidate(entry));
    }
  }
}
