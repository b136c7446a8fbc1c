package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Release;
import io.faultline.protocol.SwapCacheMessage.FreeEntries;
import io.faultline.protocol.SwapCacheMessage.FreeUnreferenced;
import io.faultline.protocol.SwapCacheMessage.Unmapped;
import io.faultline.protocol.SwapEntry;
import java.util.Arrays;

/**
 * What becomes of slots and cached pages when ptes go without a fault: at {@code munmap}, exit and
 * copy on write.
 */
final class PagesLetGo {

  /** Hears of slots that nothing refers to any more. */
  interface Freed {

    /** A slot is free; {@code cpu} takes it on its return list. */
    void slot(long entry, int cpu);
  }

  private final SlotTable slots;
  private final Freed freed;
  private final ActorRef<MemoryMessage> memory;
  private int[] frames = new int[64];
  private int count;

  PagesLetGo(SlotTable slots, Freed freed, ActorRef<MemoryMessage> memory) {
    this.slots = slots;
    this.freed = freed;
    this.memory = memory;
  }

  /** {@code free_swap_and_cache}. */
  void freeEntries(FreeEntries free) {
    count = 0;
    for (long entry : free.entries()) {
      slots.putEntry(entry);
      if (slots.free(entry)) {
        freed.slot(entry, free.cpu());
      } else if (deletable(entry)) {
        delete(entry, free.cpu());
      }
    }
    releaseDeleted();
  }

  /** {@code free_page_and_swap_cache}. */
  void unmapped(Unmapped unmapped) {
    int[] kept = new int[unmapped.entries().length];
    int keptCount = 0;
    count = 0;
    for (long entry : unmapped.entries()) {
      slots.noLongerMapped(entry);
      if (deletable(entry)) {
        delete(entry, unmapped.cpu());
      } else {
        kept[keptCount++] = slots.frame(entry);
      }
    }
    if (keptCount > 0) {
      memory.tell(new MemoryMessage.Unmapped(Arrays.copyOf(kept, keptCount)));
    }
    releaseDeleted();
  }

  /** The last part of {@code try_to_unuse}. */
  void freeUnreferenced(FreeUnreferenced free) {
    count = 0;
    long entry = slots.nextInUse(SwapEntry.of(free.area(), 0));
    while (entry != SwapEntry.NONE) {
      long next = slots.nextInUse(entry);
      if (deletable(entry)) {
        delete(entry, free.cpu());
      }
      entry = next;
    }
    releaseDeleted();
  }

  private boolean deletable(long entry) {
    return slots.cached(entry)
        && slots.count(entry) == 0
        && !slots.locked(entry)
        && !slots.mapped(entry)
        && !slots.writeback(entry);
  }

  private void delete(long entry, int cpu) {
    if (count == frames.length) {
      frames = Arrays.copyOf(frames, 2 * count);
    }
    frames[count++] = slots.frame(entry);
    slots.delete(entry);
    freed.slot(entry, cpu);
  }

  private void releaseDeleted() {
    if (count > 0) {
      memory.tell(new Release(Arrays.copyOf(frames, count)));
    }
  }
}
