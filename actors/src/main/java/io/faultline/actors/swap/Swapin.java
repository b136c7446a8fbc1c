package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.readahead.ClusterWindow;
import io.faultline.actors.readahead.StridedWindow;
import io.faultline.actors.swap.SwapCache.Readahead;
import io.faultline.actors.swap.SwapCache.Surroundings;
import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Loaded;
import io.faultline.protocol.SwapCacheMessage.ReadCompleted;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.VmaMessage.NoMemory;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.Load;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages into the swap cache: takes the slots of a window that have no page in memory, has
 * them charged, and reads them from zswap or their devices.
 */
final class Swapin {

  private final SlotTable slots;
  private final PlugTable plugs;
  private final Vmstat vmstat;
  private final ReadaheadUse use;
  private final SlotReferences references;
  private final PageLock lock;
  private final PageIo io;
  private final Surroundings outside;
  private final Readahead readahead;
  private final @Nullable ActorRef<ZswapMessage> zswap;
  private final ActorRef<SwapCacheMessage> swapCache;
  private long[] window = new long[64];
  private int readAhead;

  Swapin(
      SwapCacheState state,
      SlotReferences references,
      PageLock lock,
      PageIo io,
      Surroundings outside,
      ActorRef<SwapCacheMessage> swapCache) {
    this.slots = state.slots();
    this.plugs = state.plugs();
    this.vmstat = state.vmstat();
    this.use = state.use();
    this.references = references;
    this.lock = lock;
    this.io = io;
    this.outside = outside;
    this.readahead = outside.readahead();
    this.zswap = outside.zswap();
    this.swapCache = swapCache;
  }

  /** Reads a window of slots. */
  void readWindow(ReadWindow read) {
    long entry = read.fault().entry();
    int area = SwapEntry.area(entry);
    int slot = SwapEntry.slot(entry);
    int count = 0;
    int visited;
    if (read.stride() == 0) {
      int start = (int) ClusterWindow.start(slot, read.window());
      int end = (int) ClusterWindow.end(slot, read.window(), slots.areaPages(entry));
      for (int s = start; s <= end; s++) {
        count = getOrTake(SwapEntry.of(area, s), read.fault(), count);
      }
      visited = end - start + 1;
    } else {
      long stride = read.stride();
      long start = StridedWindow.first(slot, read.window(), stride, read.behind(), 1);
      long end =
          StridedWindow.last(
              slot, read.window(), stride, read.behind(), slots.areaPages(entry) - 1L);
      for (long s = start; s <= end; s += Math.abs(stride)) {
        count = getOrTake(SwapEntry.of(area, (int) s), read.fault(), count);
      }
      visited = (int) ((end - start) / Math.abs(stride)) + 1;
    }
    countWindow(read.stolen(), read.fault(), count);
    readTaken(read.fault(), count, visited);
  }

  /** Counts what a window has taken. */
  private void countWindow(boolean stolen, SwapFault fault, int pages) {
    if (readAhead > 0) {
      vmstat.count(VmstatItem.SWAP_RA, readAhead);
      use.readAhead(fault.task(), readAhead);
      readAhead = 0;
    }
    if (stolen) {
      use.stolen(fault.task(), pages);
    }
  }

  /** Reads the slots that a VMA has chosen. */
  void readEntries(ReadEntries read) {
    int count = 0;
    for (long entry : read.entries()) {
      count = getOrTake(entry, read.fault(), count);
    }
    countWindow(read.stolen(), read.fault(), count);
    readTaken(read.fault(), count, read.entries().length);
  }

  /** Reads the page of a fault, without a window. */
  void readAlone(SwapFault fault) {
    readTaken(fault, getOrTake(fault.entry(), fault, 0), 1);
  }

  /** Reads the page of a fault past the swap cache. */
  void readPastCache(SwapFault fault) {
    slots.takePastCache(fault.entry(), fault.task());
    window[0] = fault.entry();
    readTaken(fault, 1, 0, false, true);
  }

  /**
   * Takes a slot of a window unless it is free or cached; taken ones are put in {@link #window}.
   */
  private int getOrTake(long entry, SwapFault fault, int count) {
    boolean target = entry == fault.entry();
    if (slots.free(entry)) {
      return count;
    }
    if (slots.cached(entry)) {
      if (!target && readahead.marking() == Marking.ALL) {
        slots.setReadahead(entry, fault.task());
      }
      return count;
    }
    if (target) {
      slots.take(entry, fault.task());
    } else {
      slots.takeAhead(entry, fault.task(), readahead.marking() != Marking.NONE);
      readAhead++;
    }
    if (count == window.length) {
      window = Arrays.copyOf(window, 2 * count);
    }
    window[count] = entry;
    return count + 1;
  }

  /**
   * Reads the slots that were taken for a fault.
   *
   * @param visited slots that the window visited
   */
  private void readTaken(SwapFault fault, int count, int visited) {
    readTaken(fault, count, visited * outside.windowSlotNanos(), false, visited == 1);
  }

  private void readTaken(SwapFault fault, int count, long cpuNanos, boolean asleep, boolean alone) {
    if (count == 0) {
      waitForTarget(fault, cpuNanos, asleep);
      return;
    }
    long[] entries = Arrays.copyOf(window, count);
    int[] groups = new int[count];
    int[] evictionAges = new int[count];
    for (int i = 0; i < count; i++) {
      groups[i] = slots.group(entries[i]);
      evictionAges[i] = slots.evictionAge(entries[i]);
    }
    int request = plugs.open(new PlugInFlight(entries, fault, asleep, alone), count);
    boolean mayFail = fault.unuse() && !asleep; // only who runs can give up
    Charge charge = new Charge(request, groups, evictionAges, fault.cpu(), mayFail, swapCache);
    if (cpuNanos > 0) {
      outside.clock().tellAfter(cpuNanos, outside.memory(), charge);
    } else {
      outside.memory().tell(charge);
    }
  }

  /** There is memory for a window, or none. */
  void charged(PlugInFlight plug, Charged charged) {
    long[] entries = plug.entries();
    if (charged.frames().length == 0) {
      plugs.completed(charged.requestId(), entries.length);
      chargeFailed(entries, Objects.requireNonNull(plug.fault()));
      return;
    }
    for (int i = 0; i < entries.length; i++) {
      slots.assign(entries[i], charged.frames()[i]);
    }
    if (zswap != null) {
      int[] groups = new int[entries.length];
      for (int i = 0; i < groups.length; i++) {
        groups[i] = slots.group(entries[i]);
      }
      zswap.tell(new Load(charged.requestId(), entries, groups, plug.alone(), swapCache));
      return;
    }
    plugs.completed(charged.requestId(), entries.length);
    io.read(entries);
    if (plug.fault() != null) {
      waitForTarget(plug.fault(), 0, plug.asleep());
    }
  }

  /** What zswap has of a window is up to date; the rest is read from the device. */
  void loaded(Loaded loaded) {
    PlugInFlight plug = plugs.get(loaded.requestId());
    long[] entries = plug.entries();
    long[] elsewhere = new long[entries.length];
    int count = 0;
    for (int i = 0; i < entries.length; i++) {
      if (loaded.found()[i]) {
        slots.unlock(entries[i], loaded.contents()[i]);
        if (loaded.dirty()) {
          slots.setDirty(entries[i]);
        }
        lock.wakeWaiters(entries[i]);
      } else {
        elsewhere[count++] = entries[i];
      }
    }
    plugs.completed(loaded.requestId(), entries.length);
    if (count > 0) {
      io.read(Arrays.copyOf(elsewhere, count));
    }
    if (plug.fault() != null) {
      waitForTarget(plug.fault(), 0, plug.asleep());
    }
  }

  /**
   * There is no memory for the window of swapoff: its page is tried alone, and then given up. Tasks
   * that wait for a page of the window read theirs themselves.
   */
  private void chargeFailed(long[] entries, SwapFault fault) {
    for (long entry : entries) {
      slots.untake(entry);
      if (slots.free(entry)) { // its pte has gone meanwhile
        references.freed(entry, fault.cpu());
      }
      if (entry != fault.entry()) {
        vmstat.count(VmstatItem.SWAP_RA, -1);
      }
    }
    for (long entry : entries) {
      readForWaiters(entry);
    }
    if (entries.length > 1 || slots.cached(fault.entry())) {
      readAlone(fault);
    } else {
      fault.replyTo().tell(new NoMemory(fault));
    }
  }

  /** A page is not coming after all: those who wait for it read it themselves. */
  void readForWaiters(long entry) {
    for (SlotTable.@Nullable Waiter waiter = slots.takeWaiters(entry);
        waiter != null;
        waiter = waiter.next()) {
      readTaken(waiter.fault(), getOrTake(entry, waiter.fault(), 0), 0, true, false);
    }
  }

  /** The end of a miss: the target is being read, or another task brought it in meanwhile. */
  private void waitForTarget(SwapFault fault, long cpuNanos, boolean asleep) {
    long entry = fault.entry();
    if (!slots.cached(entry)) { // and reclaim took it away again: read it alone
      readTaken(fault, getOrTake(entry, fault, 0), cpuNanos, asleep, false);
    } else if (lock.mustWait(fault)) {
      boolean runs = slots.pastCache(entry) && !asleep;
      lock.await(fault, true, runs);
      if (!asleep && !runs) {
        outside.cpus().tell(new Sleep(fault.task()));
      }
    } else if (asleep) {
      outside.cpus().tell(new Wake(lock.ready(fault, true)));
    } else if (cpuNanos > 0) {
      outside.clock().tellAfter(cpuNanos, fault.replyTo(), lock.ready(fault, true));
    } else {
      fault.replyTo().tell(lock.ready(fault, true));
    }
  }

  /** Pages have been read. */
  void readCompleted(ReadCompleted completed) {
    int request = (int) completed.requestId();
    PlugInFlight plug = plugs.get(request);
    int[] pages = completed.pages();
    for (int i = 0; i < pages.length; i++) {
      long entry = io.entryOn(plug, pages[i]);
      slots.unlock(entry, completed.contents()[i]);
      lock.wakeWaiters(entry);
    }
    plugs.completed(request, pages.length);
  }
}
