package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Aged;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.MemoryMessage.Walked;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.VmaMessage.Walk;
import java.util.Arrays;

/** What reclaim asks of a VMA's page table ({@code mm/rmap.c}). */
final class Rmap {

  private static final int NOWHERE = -1;

  private final VmaState state;
  private final PageTable table;
  private final YoungPages young;
  private final ActorRef<SwapCacheMessage> swapCache;
  private final ActorRef<MemoryMessage> memory;

  Rmap(VmaState state, ActorRef<SwapCacheMessage> swapCache, ActorRef<MemoryMessage> memory) {
    this.state = state;
    this.table = state.table();
    this.young = new YoungPages(table);
    this.swapCache = swapCache;
    this.memory = memory;
  }

  /** {@code folio_referenced}: answered with {@link Aged}. */
  void age(Age age) {
    Reference[] references = new Reference[age.frames().length];
    young.clear();
    for (int i = 0; i < references.length; i++) {
      references[i] = reference(age.frames()[i], age.pages()[i]);
      boolean isYoung =
          references[i] == Reference.YOUNG || references[i] == Reference.YOUNG_IN_SEVERAL;
      if (age.lookAround() && isYoung) {
        young.lookAround(age.pages()[i]);
      }
    }
    if (age.lookAround()) {
      memory.tell(new Aged(age.job(), age.frames(), references, young.around(), young.densePmds()));
    } else {
      memory.tell(new Aged(age.job(), age.frames(), references));
    }
  }

  /** {@code walk_mm} in this VMA: answered with {@link Walked}. */
  void walk(Walk walk) {
    young.walk(walk.pmds());
    memory.tell(
        new Walked(walk.job(), state.vma(), young.around(), young.densePmds(), young.looked()));
  }

  private Reference reference(int frame, int page) {
    if (table.locked(page)) {
      return Reference.BUSY;
    }
    int mapped = NOWHERE;
    int young = 0;
    for (int pte = page % table.rowPages(); pte < table.pages(); pte += table.rowPages()) {
      if (table.frame(pte) == frame) {
        mapped = pte;
        young += table.clearYoung(pte) ? 1 : 0;
      }
    }
    if (mapped == NOWHERE) {
      return Reference.BUSY;
    } else if (young > 0) {
      return young == 1 ? Reference.YOUNG : Reference.YOUNG_IN_SEVERAL;
    }
    return table.entry(mapped) == SwapEntry.NONE
        ? Reference.OLD_WITHOUT_SLOT
        : Reference.OLD_WITH_SLOT;
  }

  /** {@code try_to_unmap}: pages go to the swap cache, what cannot be unmapped back to memory. */
  void unmap(Unmap unmap) {
    int asked = unmap.frames().length;
    int[] frames = new int[asked];
    long[] entries = new long[asked];
    boolean[] dirty = new boolean[asked];
    int[] contents = new int[asked];
    int[] ptes = new int[asked];
    int[] busy = new int[asked];
    int count = 0;
    int busyCount = 0;
    for (int i = 0; i < asked; i++) {
      int page = pteOf(unmap.frames()[i], unmap.pages()[i]);
      long slot = page == NOWHERE ? SwapEntry.NONE : table.entry(page);
      long entry = unmap.entries()[i] == SwapEntry.NONE ? slot : unmap.entries()[i];
      if (page == NOWHERE
          || table.locked(page)
          || entry == SwapEntry.NONE) { // swapoff freed the slot that the page had when it was aged
        busy[busyCount++] = unmap.frames()[i];
        continue;
      }
      frames[count] = unmap.frames()[i];
      entries[count] = entry;
      dirty[count] = table.dirty(page);
      contents[count] = table.tag(page);
      ptes[count++] = unmap(frames[count - 1], page, entry);
    }
    if (busyCount > 0) {
      Fate[] fates = new Fate[busyCount];
      Arrays.fill(fates, Fate.BUSY);
      memory.tell(new Evicted(unmap.job(), Arrays.copyOf(busy, busyCount), fates));
    }
    if (count > 0) {
      boolean all = count == asked;
      swapCache.tell(
          new Evict(
              unmap.job(),
              all ? frames : Arrays.copyOf(frames, count),
              all ? entries : Arrays.copyOf(entries, count),
              all ? dirty : Arrays.copyOf(dirty, count),
              all ? contents : Arrays.copyOf(contents, count),
              all ? ptes : Arrays.copyOf(ptes, count),
              state.group(),
              unmap.evictionAge()));
    }
  }

  /** A pte that maps a frame at a page, of whatever row. */
  private int pteOf(int frame, int page) {
    for (int pte = page % table.rowPages(); pte < table.pages(); pte += table.rowPages()) {
      if (table.frame(pte) == frame) {
        return pte;
      }
    }
    return NOWHERE;
  }

  /** Replaces all ptes of a frame; returns how many there were. */
  private int unmap(int frame, int first, long entry) {
    int ptes = 0;
    for (int pte = first; pte < table.pages(); pte += table.rowPages()) {
      if (table.frame(pte) == frame) {
        table.unmap(pte, entry);
        ptes++;
      }
    }
    state.wentToSlot(entry, first);
    return ptes;
  }
}
