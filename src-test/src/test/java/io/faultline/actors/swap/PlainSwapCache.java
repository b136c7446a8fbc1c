package io.faultline.actors.swap;

import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.readahead.ClusterWindow;
import io.faultline.actors.readahead.StridedWindow;
import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapFault.Cause;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The swap cache of the machine without actors: what {@link SwapCache} tells is called here. */
public final class PlainSwapCache {

  /** What the swap cache needs of the rest of the machine. */
  public interface Outside {

    /** Decides the window of a miss and reads it. */
    void missed(SwapFault fault);

    /** A fault found its page. */
    void hit(SwapFault fault, boolean flagged, int provider);

    /** A fault has its page. */
    void found(SwapFault fault, int frame, boolean kept, int content);

    /** A fault waits, and its task sleeps. */
    void sleeps(SwapFault fault);

    /** What a fault waited for is there. */
    void ready(SwapFault fault, int frame, boolean kept, boolean major, int content, boolean wakes);

    /** A fault gets its page after some CPU time. */
    void readyAfter(long nanos, SwapFault fault, int frame, boolean kept, int content);

    /** Charges the pages of a window, after the CPU time that it took to look at it. */
    void chargeAfter(long nanos, int request, int[] groups, int[] evictionAges, int cpu);

    /** Hands a plug to a device. */
    void submit(Plug plug, int device, int[] pages, int @Nullable [] contents);

    /** Frames have been written. */
    void writebackEnded(int[] frames);

    /** A slot is free. */
    void freed(int cpu, long entry);

    /** Reclaim wrote pages itself. */
    void cpuSpent(int job, long nanos);

    /**
     * Pages read ahead were dropped unused, or pages were written: for those heuristics that ask.
     */
    void evictions(int unusedDropped, int swappedOut);
  }

  /**
   * Where an area lies.
   *
   * @param atOnce how its device answers at once; null if requests wait there
   */
  public record Place(int device, int firstPage, SwapCache.@Nullable AtOnce atOnce) {}

  /** Pages on their way to or from a device. */
  public record Plug(int area, boolean write, boolean stored) {}

  private final SlotTable slots;
  private final Vmstat vmstat;
  private final ReadaheadUse use;
  private final Place[] areas;
  private final Marking marking;
  private final boolean evictions;
  private final long windowSlotNanos;
  private final Outside outside;
  private final PlugTable plugs;
  private long[] window = new long[64];
  private int readAhead;
  private boolean swapFull;

  /** An empty swap cache. */
  public PlainSwapCache(
      SwapCacheState state,
      Place[] areas,
      Marking marking,
      boolean evictions,
      long windowSlotNanos,
      Outside outside) {
    this.slots = state.slots();
    this.vmstat = state.vmstat();
    this.use = state.use();
    this.plugs = state.plugs();
    this.areas = areas;
    this.marking = marking;
    this.evictions = evictions;
    this.windowSlotNanos = windowSlotNanos;
    this.outside = outside;
  }

  /** Whether swap is more than half full. */
  public void swapFull(boolean full) {
    swapFull = full;
  }

  /** A fault looks its page up. */
  public void lookup(SwapFault fault) {
    long entry = fault.entry();
    if (!slots.cached(entry)) {
      SwapCache.AtOnce atOnce = areas[SwapEntry.area(entry)].atOnce();
      if (atOnce != null && atOnce.readsPastCache() && slots.count(entry) == 1) {
        slots.takePastCache(entry, fault.task());
        window[0] = entry;
        readTaken(fault, 1, 0, false, true);
      } else {
        outside.missed(fault);
      }
      return;
    }
    boolean flagged = slots.clearReadahead(entry);
    if (flagged) {
      vmstat.count(VmstatItem.SWAP_RA_HIT);
    }
    int provider = slots.reader(entry);
    outside.hit(fault, flagged, provider);
    if (slots.locked(entry)) {
      slots.addWaiter(entry, fault, false, false);
      outside.sleeps(fault);
    } else {
      int frame = slots.frame(entry);
      int content = slots.content(entry);
      outside.found(fault, frame, map(fault), content);
    }
  }

  /** Reads a window of slots. */
  public void readWindow(SwapFault fault, int pages, long stride, int behind, boolean stolen) {
    long entry = fault.entry();
    int area = SwapEntry.area(entry);
    int slot = SwapEntry.slot(entry);
    int count = 0;
    int visited;
    if (stride == 0) {
      int start = (int) ClusterWindow.start(slot, pages);
      int end = (int) ClusterWindow.end(slot, pages, slots.areaPages(entry));
      for (int s = start; s <= end; s++) {
        count = getOrTake(SwapEntry.of(area, s), fault, count);
      }
      visited = end - start + 1;
    } else {
      long start = StridedWindow.first(slot, pages, stride, behind, 1);
      long end = StridedWindow.last(slot, pages, stride, behind, slots.areaPages(entry) - 1L);
      for (long s = start; s <= end; s += Math.abs(stride)) {
        count = getOrTake(SwapEntry.of(area, (int) s), fault, count);
      }
      visited = (int) ((end - start) / Math.abs(stride)) + 1;
    }
    countWindow(stolen, fault, count);
    readTaken(fault, count, visited * windowSlotNanos, false, false);
  }

  /** Reads the slots that a VMA has chosen. */
  public void readEntries(SwapFault fault, long[] entries, int length, boolean stolen) {
    int count = 0;
    for (int i = 0; i < length; i++) {
      count = getOrTake(entries[i], fault, count);
    }
    countWindow(stolen, fault, count);
    readTaken(fault, count, length * windowSlotNanos, false, false);
  }

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

  private int getOrTake(long entry, SwapFault fault, int count) {
    boolean target = entry == fault.entry();
    if (slots.free(entry)) {
      return count;
    }
    if (slots.cached(entry)) {
      if (!target && marking == Marking.ALL) {
        slots.setReadahead(entry, fault.task());
      }
      return count;
    }
    if (target) {
      slots.take(entry, fault.task());
    } else {
      slots.takeAhead(entry, fault.task(), marking != Marking.NONE);
      readAhead++;
    }
    if (count == window.length) {
      window = Arrays.copyOf(window, 2 * count);
    }
    window[count] = entry;
    return count + 1;
  }

  private void readTaken(SwapFault fault, int count, long nanos, boolean asleep, boolean alone) {
    if (count == 0) {
      waitForTarget(fault, nanos, asleep);
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
    outside.chargeAfter(nanos, request, groups, evictionAges, fault.cpu());
  }

  /** There is memory for a window. */
  public void charged(int request, int[] frames) {
    PlugInFlight plug = plugs.get(request);
    long[] entries = plug.entries();
    for (int i = 0; i < entries.length; i++) {
      slots.assign(entries[i], frames[i]);
    }
    plugs.completed(request, entries.length);
    vmstat.count(VmstatItem.PSWPIN, entries.length);
    submit(entries, null, false, false);
    if (plug.fault() != null) {
      waitForTarget(plug.fault(), 0, plug.asleep());
    }
  }

  private void submit(long[] entries, int @Nullable [] contents, boolean write, boolean evicted) {
    ByArea.split(
        entries,
        contents == null ? new int[0] : contents,
        (area, there, tags) -> {
          Place place = areas[area];
          int[] pages = new int[there.length];
          for (int i = 0; i < pages.length; i++) {
            pages[i] = place.firstPage() + SwapEntry.slot(there[i]);
          }
          Plug plug = new Plug(area, write, evicted && place.atOnce() != null);
          outside.submit(plug, place.device(), pages, write ? tags : null);
        });
  }

  private void waitForTarget(SwapFault fault, long nanos, boolean asleep) {
    long entry = fault.entry();
    if (!slots.cached(entry)) {
      readTaken(fault, getOrTake(entry, fault, 0), nanos, asleep, false);
    } else if (slots.locked(entry)) {
      boolean runs = slots.pastCache(entry) && !asleep;
      slots.addWaiter(entry, fault, true, runs);
      if (!asleep && !runs) {
        outside.sleeps(fault);
      }
    } else {
      int frame = slots.frame(entry);
      int content = slots.content(entry);
      boolean kept = map(fault);
      if (nanos > 0) {
        outside.readyAfter(nanos, fault, frame, kept, content);
      } else {
        outside.ready(fault, frame, kept, true, content, asleep);
      }
    }
  }

  /** A device has done what it was asked. */
  public void completed(Plug plug, int[] pages, int @Nullable [] contents) {
    if (plug.stored()) {
      return;
    }
    int firstPage = areas[plug.area()].firstPage();
    if (contents == null) {
      int[] frames = new int[pages.length];
      for (int i = 0; i < pages.length; i++) {
        long entry = SwapEntry.of(plug.area(), pages[i] - firstPage);
        boolean free = slots.endWriteback(entry);
        frames[i] = slots.frame(entry);
        if (free) {
          delete(entry, 0);
        }
      }
      outside.writebackEnded(frames);
      return;
    }
    for (int i = 0; i < pages.length; i++) {
      long entry = SwapEntry.of(plug.area(), pages[i] - firstPage);
      slots.unlock(entry, contents[i]);
      wakeWaiters(entry);
    }
  }

  private void wakeWaiters(long entry) {
    for (SlotTable.@Nullable Waiter waiter = slots.takeWaiters(entry);
        waiter != null;
        waiter = waiter.next()) {
      int frame = slots.frame(entry);
      int content = slots.content(entry);
      boolean kept = map(waiter.fault());
      outside.ready(waiter.fault(), frame, kept, waiter.major(), content, !waiter.runs());
    }
  }

  private boolean map(SwapFault fault) {
    long entry = fault.entry();
    boolean mappedBefore = slots.mapped(entry);
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

  private void delete(long entry, int cpu) {
    slots.delete(entry);
    if (slots.free(entry)) {
      outside.freed(cpu, entry);
    }
  }

  /** A store to a page in the swap cache; says whether it keeps its slot. */
  public boolean reuse(long entry, int cpu) {
    boolean kept = slots.count(entry) > 0 || slots.writeback(entry);
    if (!kept) {
      delete(entry, cpu);
    }
    return kept;
  }

  /** An unmapped page goes to swap, or out of memory if swap has it already. */
  public Fate evict(
      long entry, int frame, int group, int ptes, int evictionAge, boolean dirty, int content) {
    boolean isNew = !slots.cached(entry);
    if (isNew) {
      slots.add(entry, frame, group);
    }
    slots.unmap(entry, ptes, evictionAge);
    if (slots.writeback(entry)) {
      return Fate.STILL_WRITEBACK;
    } else if (isNew || dirty || slots.dirty(entry)) {
      slots.beginWriteback(entry, content);
      return Fate.WRITEBACK;
    }
    slots.delete(entry);
    return Fate.FREED;
  }

  /** A page that nobody maps goes. */
  public Fate drop(int frame, int evictionAge) {
    long entry = slots.entryOf(frame);
    if (entry == SwapEntry.NONE || slots.locked(entry) || slots.mapped(entry)) {
      return Fate.BUSY;
    } else if (slots.writeback(entry)) {
      return Fate.STILL_WRITEBACK;
    }
    if (evictions && slots.clearReadahead(entry)) {
      outside.evictions(1, 0);
    }
    slots.evictedAt(entry, evictionAge);
    if (slots.dirty(entry) && slots.count(entry) > 0) {
      slots.beginWriteback(entry, slots.content(entry));
      return Fate.WRITEBACK;
    }
    delete(entry, 0);
    return Fate.FREED;
  }

  /** Writes those of a batch that are to be written. */
  public void write(int job, int[] frames, Fate[] fates) {
    int writes = 0;
    for (Fate fate : fates) {
      writes += fate == Fate.WRITEBACK ? 1 : 0;
    }
    if (writes == 0) {
      return;
    }
    long[] entries = new long[writes];
    int[] contents = new int[writes];
    long cpuNanos = 0;
    int count = 0;
    for (int i = 0; i < fates.length; i++) {
      if (fates[i] != Fate.WRITEBACK) {
        continue;
      }
      long entry = slots.entryOf(frames[i]);
      entries[count] = entry;
      contents[count++] = slots.content(entry);
      SwapCache.AtOnce atOnce = areas[SwapEntry.area(entry)].atOnce();
      if (atOnce != null) {
        fates[i] = Fate.WRITTEN;
        slots.endWriteback(entry);
        slots.delete(entry);
        cpuNanos += atOnce.writeNanos();
      }
    }
    vmstat.count(VmstatItem.NR_VMSCAN_WRITE, writes);
    vmstat.count(VmstatItem.PSWPOUT, writes);
    if (evictions) {
      outside.evictions(0, writes);
    }
    submit(entries, contents, true, true);
    if (cpuNanos > 0) {
      outside.cpuSpent(job, cpuNanos);
    }
  }
}
