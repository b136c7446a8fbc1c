package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.swap.SwapCache.AtOnce;
import io.faultline.actors.swap.SwapCache.Readahead;
import io.faultline.actors.swap.SwapCache.Surroundings;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.CpuSpent;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.WritebackEnded;
import io.faultline.protocol.ReadaheadMessage.UnusedDropped;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.Stored;
import io.faultline.protocol.SwapCacheMessage.WriteCompleted;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.Store;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code pageout}: takes pages that reclaim has chosen out of memory. What swap does not have yet
 * is written, to zswap first if there is one.
 */
final class Pageout {

  private final SlotTable slots;
  private final PlugTable plugs;
  private final StoresUnderWay stores;
  private final Vmstat vmstat;
  private final SlotReferences references;
  private final PageLock lock;
  private final PageIo io;
  private final Readahead readahead;
  private final ActorRef<MemoryMessage> memory;
  private final @Nullable ActorRef<ZswapMessage> zswap;
  private final ActorRef<SwapCacheMessage> swapCache;

  Pageout(
      SwapCacheState state,
      SlotReferences references,
      PageLock lock,
      PageIo io,
      Surroundings outside,
      ActorRef<SwapCacheMessage> swapCache) {
    this.slots = state.slots();
    this.plugs = state.plugs();
    this.stores = state.stores();
    this.vmstat = state.vmstat();
    this.references = references;
    this.lock = lock;
    this.io = io;
    this.readahead = outside.readahead();
    this.memory = outside.memory();
    this.zswap = outside.zswap();
    this.swapCache = swapCache;
  }

  /** Unmapped pages go to swap, or out of memory if swap has them already. */
  void evict(Evict evict) {
    int count = evict.frames().length;
    Fate[] fates = new Fate[count];
    long[] written = new long[count];
    int[] contents = new int[count];
    int writes = 0;
    for (int i = 0; i < count; i++) {
      long entry = evict.entries()[i];
      boolean isNew = !slots.cached(entry);
      if (isNew) {
        slots.add(entry, evict.frames()[i], evict.group());
      }
      slots.unmap(entry, evict.ptes()[i], evict.evictionAge());
      if (slots.writeback(entry)) {
        fates[i] = Fate.STILL_WRITEBACK;
      } else if (isNew || evict.dirty()[i] || slots.dirty(entry)) {
        fates[i] = Fate.WRITEBACK;
        slots.beginWriteback(entry, evict.contents()[i]);
        contents[writes] = evict.contents()[i];
        written[writes++] = entry;
      } else {
        fates[i] = Fate.FREED;
        slots.delete(entry);
      }
    }
    evicted(evict.job(), evict.frames(), fates, written, contents, writes);
  }

  /** Pages that nobody maps go. */
  void drop(Drop drop) {
    int count = drop.frames().length;
    Fate[] fates = new Fate[count];
    long[] written = new long[count];
    int[] contents = new int[count];
    int writes = 0;
    for (int i = 0; i < count; i++) {
      fates[i] = drop(drop.frames()[i], drop.evictionAge());
      if (fates[i] == Fate.WRITEBACK) {
        long entry = slots.entryOf(drop.frames()[i]);
        contents[writes] = slots.content(entry);
        written[writes++] = entry;
      }
    }
    evicted(drop.job(), drop.frames(), fates, written, contents, writes);
  }

  private Fate drop(int frame, int evictionAge) {
    long entry = slots.entryOf(frame);
    if (entry == SwapEntry.NONE || slots.locked(entry) || slots.mapped(entry)) {
      return Fate.BUSY;
    } else if (slots.writeback(entry)) {
      return Fate.STILL_WRITEBACK;
    }
    if (readahead.evictions() && slots.clearReadahead(entry)) {
      readahead.byVma().get(0).tell(new UnusedDropped(1));
    }
    slots.evictedAt(entry, evictionAge);
    if (slots.dirty(entry) && slots.count(entry) > 0) {
      slots.beginWriteback(entry, slots.content(entry));
      return Fate.WRITEBACK;
    }
    references.delete(entry, 0);
    return Fate.FREED;
  }

  /** Writes what has to be written and answers memory, at once or when zswap has answered. */
  private void evicted(
      int job, int[] frames, Fate[] fates, long[] entries, int[] contents, int writes) {
    long cpuNanos = 0;
    if (writes > 0) {
      long[] written = Arrays.copyOf(entries, writes);
      int[] tags = Arrays.copyOf(contents, writes);
      vmstat.count(VmstatItem.NR_VMSCAN_WRITE, writes);
      if (zswap != null) {
        store(job, frames, fates, written, tags, zswap);
        return;
      }
      for (long entry : written) {
        AtOnce atOnce = io.backing(entry).atOnce();
        if (atOnce != null) {
          fates[indexOf(slots.frame(entry), frames)] = Fate.WRITTEN;
          slots.endWriteback(entry);
          slots.delete(entry);
          cpuNanos += atOnce.writeNanos();
        }
      }
      io.write(written, tags, true);
    }
    spend(job, cpuNanos);
    memory.tell(new Evicted(job, frames, fates));
  }

  private static int indexOf(int frame, int[] frames) {
    int index = 0;
    while (frames[index] != frame) {
      index++;
    }
    return index;
  }

  private void spend(int job, long cpuNanos) {
    if (cpuNanos > 0) {
      memory.tell(new CpuSpent(job, cpuNanos));
    }
  }

  private void store(
      int job,
      int[] frames,
      Fate[] fates,
      long[] entries,
      int[] contents,
      ActorRef<ZswapMessage> asked) {
    int[] groups = new int[entries.length];
    for (int i = 0; i < entries.length; i++) {
      slots.beginStore(entries[i]);
      groups[i] = slots.group(entries[i]);
    }
    int request = stores.add(new StoresUnderWay.Eviction(job, frames, fates, entries, contents));
    asked.tell(new Store(request, entries, contents, groups, swapCache));
  }

  /** Zswap has taken what it takes of the pages of an eviction; the device gets the rest. */
  void stored(Stored stored) {
    StoresUnderWay.Eviction eviction = stores.take(stored.requestId());
    long[] entries = eviction.entries();
    long[] refused = new long[entries.length];
    int[] contents = new int[entries.length];
    int[] kept = new int[entries.length];
    int writes = 0;
    int keptCount = 0;
    long cpuNanos = stored.cpuNanos();
    for (int i = 0; i < entries.length; i++) {
      long entry = entries[i];
      slots.endStore(entry);
      if (!stored.stored()[i]) {
        refused[writes] = entry;
        contents[writes++] = eviction.contents()[i];
        AtOnce atOnce = io.backing(entry).atOnce();
        if (atOnce == null) {
          continue;
        }
        cpuNanos += atOnce.writeNanos();
      }
      int frame = slots.frame(entry);
      boolean free = slots.endWriteback(entry);
      if (free || slots.mapped(entry) || slots.awaited(entry)) {
        kept[keptCount++] = frame;
        if (free) {
          references.delete(entry, 0);
        }
      } else {
        eviction.fates()[indexOf(frame, eviction.frames())] = Fate.FREED;
        references.delete(entry, 0);
      }
    }
    spend(eviction.job(), cpuNanos);
    memory.tell(new Evicted(eviction.job(), eviction.frames(), eviction.fates()));
    if (writes > 0) {
      io.write(Arrays.copyOf(refused, writes), Arrays.copyOf(contents, writes), true);
    }
    if (keptCount > 0) {
      memory.tell(new WritebackEnded(Arrays.copyOf(kept, keptCount)));
    }
    for (long entry : entries) {
      lock.wakeWaiters(entry);
    }
  }

  /** Pages have been written. */
  void writeCompleted(WriteCompleted completed) {
    int request = (int) completed.requestId();
    PlugInFlight plug = plugs.get(request);
    int[] pages = completed.pages();
    if (plug.stored()) {
      plugs.completed(request, pages.length);
      return;
    }
    int[] frames = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      long entry = io.entryOn(plug, pages[i]);
      boolean free = slots.endWriteback(entry);
      frames[i] = slots.frame(entry);
      if (free) {
        references.delete(entry, 0);
      } else {
        lock.wakeWaiters(entry);
      }
    }
    plugs.completed(request, pages.length);
    memory.tell(new WritebackEnded(frames));
  }
}
