package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.readahead.ClusterWindow;
import io.faultline.actors.readahead.StridedWindow;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.BlockDeviceMessage.Read;
import io.faultline.protocol.BlockDeviceMessage.Write;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.AddSwapCache;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeWriteback;
import io.faultline.protocol.MemoryMessage.CpuSpent;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.WritebackBegan;
import io.faultline.protocol.MemoryMessage.WritebackEnded;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.AddHit;
import io.faultline.protocol.ReadaheadMessage.ChooseWindow;
import io.faultline.protocol.ReadaheadMessage.Hit;
import io.faultline.protocol.ReadaheadMessage.SetHitsToLastWindow;
import io.faultline.protocol.ReadaheadMessage.SwappedOut;
import io.faultline.protocol.ReadaheadMessage.UnusedDropped;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapAreasMessage.WatchFull;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapCacheMessage.Duplicate;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.FreeEntries;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapCacheMessage.FreeUnreferenced;
import io.faultline.protocol.SwapCacheMessage.Loaded;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.NextInUse;
import io.faultline.protocol.SwapCacheMessage.ReadCompleted;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapCacheMessage.Reuse;
import io.faultline.protocol.SwapCacheMessage.Stored;
import io.faultline.protocol.SwapCacheMessage.SwapFull;
import io.faultline.protocol.SwapCacheMessage.Unmapped;
import io.faultline.protocol.SwapCacheMessage.Unuse;
import io.faultline.protocol.SwapCacheMessage.WriteBack;
import io.faultline.protocol.SwapCacheMessage.WriteCompleted;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapFault.Cause;
import io.faultline.protocol.SwapoffMessage.NextSlot;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage.Found;
import io.faultline.protocol.VmaMessage.Locked;
import io.faultline.protocol.VmaMessage.Missed;
import io.faultline.protocol.VmaMessage.NoMemory;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.VmaMessage.Reused;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.Invalidate;
import io.faultline.protocol.ZswapMessage.Load;
import io.faultline.protocol.ZswapMessage.NotWrittenBack;
import io.faultline.protocol.ZswapMessage.Store;
import io.faultline.protocol.ZswapMessage.WrittenBack;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The swap cache: which slots have their page in memory, who waits for a page that is being read,
 * and when a slot is free. Lookups, windows, evictions and completed I/O all meet here.
 */
public final class SwapCache extends MachineActor<SwapCacheMessage> {

  /**
   * Where an area lies.
   *
   * @param device device that holds it
   * @param firstPage its first page on that device
   * @param atOnce how it answers at once ({@code SWP_SYNCHRONOUS_IO}); null if requests wait there
   */
  public record Backing(
      ActorRef<BlockDeviceMessage> device, int firstPage, @Nullable AtOnce atOnce) {

    /** An area on a device where requests wait. */
    public Backing(ActorRef<BlockDeviceMessage> device, int firstPage) {
      this(device, firstPage, null);
    }
  }

  /**
   * How a device answers at once: its work is done by whoever asks.
   *
   * @param writeNanos CPU time that writing a page takes, in nanoseconds
   * @param readsPastCache whether a page to whose slot one pte refers is read past the swap cache
   */
  public record AtOnce(long writeNanos, boolean readsPastCache) {}

  /**
   * Who decides the windows, and what they want to know.
   *
   * @param perVma whether each VMA decides for itself, as the kernel's VMA readahead does
   * @param vmas number of VMAs; what has a higher index is a tmpfs object, for which statistics
   *     decide in any case
   * @param byVma for each VMA the statistics that decide for its faults; where VMAs decide, nobody
   *     asks those, and the list may be empty
   * @param marking which pages of a window are flagged
   * @param everyHit whether the statistics hear of every hit, not only of flagged pages
   * @param evictions whether they hear of pages that are written to swap or dropped unused
   */
  public record Readahead(
      boolean perVma,
      int vmas,
      List<ActorRef<ReadaheadMessage>> byVma,
      Marking marking,
      boolean everyHit,
      boolean evictions) {

    /** Each VMA decides for itself. */
    public static Readahead vmasDecide() {
      return new Readahead(true, Integer.MAX_VALUE, List.of(), Marking.NEW, false, false);
    }

    /**
     * Each VMA decides for itself, and the system-wide hit counter is there all the same: some
     * variants of swapoff write to it.
     */
    public static Readahead vmasDecide(int vmas, ActorRef<ReadaheadMessage> statistics) {
      return new Readahead(
          true, vmas, Collections.nCopies(vmas, statistics), Marking.NEW, false, false);
    }

    /** One system-wide hit counter decides, as in the kernel's cluster readahead since v4.14. */
    public static Readahead clusters(int vmas, ActorRef<ReadaheadMessage> statistics) {
      return new Readahead(
          false, vmas, Collections.nCopies(vmas, statistics), Marking.NEW, false, false);
    }
  }

  /**
   * Everything that the swap cache talks to.
   *
   * @param windowSlotNanos CPU time that looking at one slot of a window takes, in nanoseconds
   * @param zswap what pages pass on their way to a device and back; null for nothing
   */
  public record Surroundings(
      List<Backing> areas,
      Readahead readahead,
      ActorRef<SwapAreasMessage> swapAreas,
      ActorRef<MemoryMessage> memory,
      ActorRef<CpusMessage> cpus,
      VirtualClock clock,
      long windowSlotNanos,
      @Nullable ActorRef<ZswapMessage> zswap) {

    /** Without zswap. */
    public Surroundings(
        List<Backing> areas,
        Readahead readahead,
        ActorRef<SwapAreasMessage> swapAreas,
        ActorRef<MemoryMessage> memory,
        ActorRef<CpusMessage> cpus,
        VirtualClock clock,
        long windowSlotNanos) {
      this(areas, readahead, swapAreas, memory, cpus, clock, windowSlotNanos, null);
    }
  }

  private static final int[] NO_CONTENTS = {};

  private final SwapCacheState state;
  private final SlotTable slots;
  private final Vmstat vmstat;
  private final Surroundings outside;
  private final Readahead readahead;
  private final ActorRef<SwapCacheMessage> self;
  private final @Nullable ActorRef<ZswapMessage> zswap;
  private final PagesLetGo letGo;
  private long[] window = new long[64];
  private boolean swapFull;

  private SwapCache(SwapCacheState state, Surroundings outside, ActorRef<SwapCacheMessage> self) {
    this.state = state;
    this.slots = state.slots();
    this.vmstat = state.vmstat();
    this.outside = outside;
    this.readahead = outside.readahead();
    this.self = self;
    this.letGo = new PagesLetGo(slots, this::slotFreed, outside.memory());
    outside.memory().tell(new AddSwapCache(self));
    outside.swapAreas().tell(new WatchFull(self));
    zswap = outside.zswap();
    if (zswap != null) {
      zswap.tell(new ZswapMessage.AddSwapCache(self));
    }
  }

  /**
   * The swap cache of a machine.
   *
   * @param state owned by this actor from now on
   */
  public static Behavior<SwapCacheMessage> create(SwapCacheState state, Surroundings outside) {
    return Behaviors.setup(context -> new SwapCache(state, outside, context.getSelf()));
  }

  @Override
  protected void onMessage(SwapCacheMessage message) {
    if (message instanceof Lookup lookup) {
      onLookup(lookup.fault());
    } else if (message instanceof ReadWindow read) {
      onReadWindow(read);
    } else if (message instanceof Charged charged) {
      onCharged(charged);
    } else if (message instanceof ReadCompleted completed) {
      onReadCompleted(completed);
    } else if (message instanceof ReadEntries read) {
      onReadEntries(read);
    } else if (message instanceof Unuse unuse) {
      onUnuse(unuse);
    } else if (message instanceof Evict evict) {
      onEvict(evict);
    } else if (message instanceof Drop drop) {
      onDrop(drop);
    } else if (message instanceof WriteCompleted completed) {
      onWriteCompleted(completed);
    } else if (message instanceof FreeSlots free) {
      onFreeSlots(free);
    } else if (message instanceof Reuse reuse) {
      onReuse(reuse.fault());
    } else if (message instanceof Loaded loaded) {
      onLoaded(loaded);
    } else if (message instanceof Stored stored) {
      onStored(stored);
    } else if (message instanceof WriteBack writeBack) {
      onWriteBack(writeBack);
    } else if (message instanceof Duplicate duplicate) {
      for (long entry : duplicate.entries()) {
        slots.duplicate(entry);
      }
    } else if (message instanceof FreeEntries free) {
      letGo.freeEntries(free);
    } else if (message instanceof Unmapped unmapped) {
      letGo.unmapped(unmapped);
    } else if (message instanceof FreeUnreferenced free) {
      letGo.freeUnreferenced(free);
    } else if (message instanceof NextInUse next) {
      next.replyTo().tell(new NextSlot(slots.nextInUse(next.after())));
    } else if (message instanceof SwapFull full) {
      swapFull = full.full();
    }
  }

  private void onLookup(SwapFault fault) {
    long entry = fault.entry();
    if (!slots.cached(entry)) {
      onMiss(fault);
      return;
    }
    found(fault, countHit(fault));
  }

  /** The accounting of a lookup that found its page; says whether readahead had brought it in. */
  private boolean countHit(SwapFault fault) {
    boolean flagged = slots.clearReadahead(fault.entry());
    if (flagged) {
      vmstat.count(VmstatItem.SWAP_RA_HIT);
    }
    if (!vmaDecides(fault) && (flagged || readahead.everyHit())) {
      statistics(fault).tell(new Hit(fault, flagged));
    }
    return flagged;
  }

  private void found(SwapFault fault, boolean flagged) {
    long entry = fault.entry();
    if (mustWait(fault)) {
      slots.addWaiter(entry, fault, false, false);
      outside.cpus().tell(new Sleep(fault.task()));
      if (vmaDecides(fault)) {
        fault.replyTo().tell(new Locked(fault, flagged));
      }
    } else {
      int frame = slots.frame(entry);
      int content = slots.content(entry);
      fault.replyTo().tell(new Found(fault, frame, map(fault), flagged, content));
    }
  }

  /** For the end of the read; swapoff, which frees the slot, for that of the writeback too. */
  private boolean mustWait(SwapFault fault) {
    return slots.locked(fault.entry())
        || slots.storing(fault.entry())
        || (fault.givesSlotUp() && slots.writeback(fault.entry()));
  }

  /** A page of {@code unuse_pte_range}. */
  private void onUnuse(Unuse unuse) {
    SwapFault fault = unuse.fault();
    UnuseRules rules = unuse.rules();
    if (!readahead.byVma().isEmpty()) {
      changeHits(statistics(fault), rules.hits());
    }
    if (rules.lookup() && slots.cached(fault.entry())) {
      boolean flagged = countHit(fault);
      if (rules.reads() != Reads.WINDOW_ALWAYS) {
        found(fault, flagged);
        return;
      } else if (vmaDecides(fault)) {
        fault.replyTo().tell(new Locked(fault, flagged));
      }
    }
    if (rules.reads() == Reads.PAGE) {
      readTaken(fault, getOrTake(fault.entry(), fault.entry(), 0), 1);
    } else if (vmaDecides(fault)) {
      fault.replyTo().tell(new Missed(fault));
    } else {
      statistics(fault).tell(new ChooseWindow(fault, rules.reads() == Reads.LARGEST_WINDOW, self));
    }
  }

  private static void changeHits(ActorRef<ReadaheadMessage> statistics, Hits hits) {
    if (hits == Hits.INCREMENTED) {
      statistics.tell(new AddHit());
    } else if (hits == Hits.SET_TO_LAST_WINDOW) {
      statistics.tell(new SetHitsToLastWindow());
    }
  }

  private void onFreeSlots(FreeSlots free) {
    for (long entry : free.entries()) {
      if (slots.writeback(entry)) {
        slots.freeAfterWriteback(entry);
      } else {
        delete(entry, free.cpu());
      }
    }
  }

  private void onMiss(SwapFault fault) {
    AtOnce atOnce = backing(fault.entry()).atOnce();
    if (atOnce != null
        && atOnce.readsPastCache()
        && fault.cause() != Cause.OBJECT
        && slots.count(fault.entry()) == 1) {
      slots.takePastCache(fault.entry());
      window[0] = fault.entry();
      readTaken(fault, 1, 0, false, true);
    } else if (vmaDecides(fault)) {
      fault.replyTo().tell(new Missed(fault));
    } else {
      statistics(fault).tell(new ChooseWindow(fault, self));
    }
  }

  private Backing backing(long entry) {
    return outside.areas().get(SwapEntry.area(entry));
  }

  /** Objects have no word of their own to decide by. */
  private boolean vmaDecides(SwapFault fault) {
    return readahead.perVma() && fault.vma() < readahead.vmas();
  }

  private ActorRef<ReadaheadMessage> statistics(SwapFault fault) {
    return readahead.byVma().get(fault.vma());
  }

  /**
   * Gives the page to the faulting pte: {@code swap_free}, and {@code folio_free_swap} where the
   * kernel would (a store, swap more than half full, swapoff). A page that was read past the swap
   * cache never was in it, and its slot is free when the last pte is.
   *
   * @return whether the page stays in the swap cache
   */
  private boolean map(SwapFault fault) {
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

  private void onReuse(SwapFault fault) {
    boolean kept = slots.count(fault.entry()) > 0 || slots.writeback(fault.entry());
    if (!kept) {
      delete(fault.entry(), fault.cpu());
    }
    fault.replyTo().tell(new Reused(fault, kept));
  }

  private void delete(long entry, int cpu) {
    slots.delete(entry);
    if (slots.free(entry)) {
      slotFreed(entry, cpu);
    }
  }

  private void slotFreed(long entry, int cpu) {
    outside.swapAreas().tell(new Free(cpu, entry));
    if (zswap != null) {
      zswap.tell(new Invalidate(entry));
    }
  }

  private void onReadWindow(ReadWindow read) {
    long entry = read.fault().entry();
    int area = SwapEntry.area(entry);
    int slot = SwapEntry.slot(entry);
    int count = 0;
    int visited;
    if (read.stride() == 0) {
      int start = (int) ClusterWindow.start(slot, read.window());
      int end = (int) ClusterWindow.end(slot, read.window(), slots.areaPages(entry));
      for (int s = start; s <= end; s++) {
        count = getOrTake(SwapEntry.of(area, s), entry, count);
      }
      visited = end - start + 1;
    } else {
      long stride = read.stride();
      long start = StridedWindow.first(slot, read.window(), stride, read.behind(), 1);
      long end =
          StridedWindow.last(
              slot, read.window(), stride, read.behind(), slots.areaPages(entry) - 1L);
      for (long s = start; s <= end; s += Math.abs(stride)) {
        count = getOrTake(SwapEntry.of(area, (int) s), entry, count);
      }
      visited = (int) ((end - start) / Math.abs(stride)) + 1;
    }
    readTaken(read.fault(), count, visited);
  }

  private void onReadEntries(ReadEntries read) {
    int count = 0;
    for (long entry : read.entries()) {
      count = getOrTake(entry, read.fault().entry(), count);
    }
    readTaken(read.fault(), count, read.entries().length);
  }

  /**
   * Takes a slot of a window unless it is free or cached; taken ones are put in {@link #window}.
   */
  private int getOrTake(long entry, long target, int count) {
    if (slots.free(entry)) {
      return count;
    }
    if (slots.cached(entry)) {
      if (entry != target && readahead.marking() == Marking.ALL) {
        slots.setReadahead(entry);
      }
      return count;
    }
    slots.take(entry, entry != target && readahead.marking() != Marking.NONE);
    if (entry != target) {
      vmstat.count(VmstatItem.SWAP_RA);
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
    int request = state.plugs().open(new PlugInFlight(entries, fault, asleep, alone), count);
    boolean mayFail = fault.unuse() && !asleep; // only who runs can give up
    Charge charge = new Charge(request, groups, evictionAges, fault.cpu(), mayFail, self);
    if (cpuNanos > 0) {
      outside.clock().tellAfter(cpuNanos, outside.memory(), charge);
    } else {
      outside.memory().tell(charge);
    }
  }

  private void onCharged(Charged charged) {
    PlugInFlight plug = state.plugs().get(charged.requestId());
    long[] entries = plug.entries();
    if (plug.writesBack()) {
      onChargedWriteback(plug, charged);
      return;
    }
    if (charged.frames().length == 0) {
      state.plugs().completed(charged.requestId(), entries.length);
      onChargeFailed(entries, Objects.requireNonNull(plug.fault()));
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
      zswap.tell(new Load(charged.requestId(), entries, groups, plug.alone(), self));
      return;
    }
    state.plugs().completed(charged.requestId(), entries.length);
    readAtDevice(entries);
    if (plug.fault() != null) {
      waitForTarget(plug.fault(), 0, plug.asleep());
    }
  }

  private void readAtDevice(long[] entries) {
    vmstat.count(VmstatItem.PSWPIN, entries.length);
    ByArea.split(entries, NO_CONTENTS, this::readAt);
  }

  private void readAt(int area, long[] entries, int[] noContents) {
    Backing backing = outside.areas().get(area);
    int request = state.plugs().open(PlugInFlight.atDevice(entries), entries.length);
    backing.device().tell(new Read(request, pagesOnDevice(entries, backing.firstPage()), self));
  }

  /** What zswap has of a window is up to date; the rest is read from the device. */
  private void onLoaded(Loaded loaded) {
    PlugInFlight plug = state.plugs().get(loaded.requestId());
    long[] entries = plug.entries();
    long[] elsewhere = new long[entries.length];
    int count = 0;
    for (int i = 0; i < entries.length; i++) {
      if (loaded.found()[i]) {
        slots.unlock(entries[i], loaded.contents()[i]);
        if (loaded.dirty()) {
          slots.setDirty(entries[i]);
        }
        wakeWaiters(entries[i]);
      } else {
        elsewhere[count++] = entries[i];
      }
    }
    state.plugs().completed(loaded.requestId(), entries.length);
    if (count > 0) {
      readAtDevice(Arrays.copyOf(elsewhere, count));
    }
    if (plug.fault() != null) {
      waitForTarget(plug.fault(), 0, plug.asleep());
    }
  }

  /** {@code zswap_writeback_entry}: the page comes into the swap cache, unless it is there. */
  private void onWriteBack(WriteBack asked) {
    long entry = asked.entry();
    if (slots.free(entry) || slots.cached(entry)) {
      boolean cached = slots.cached(entry);
      Objects.requireNonNull(zswap).tell(new NotWrittenBack(asked.writeback(), cached));
      return;
    }
    slots.take(entry, false);
    PlugInFlight plug = PlugInFlight.writingBack(entry, asked.writeback(), asked.content());
    int request = state.plugs().open(plug, 1);
    int group = slots.group(entry);
    if (asked.forReclaim()) {
      outside.memory().tell(new ChargeWriteback(request, group, self));
    } else {
      int[] ages = {slots.evictionAge(entry)};
      outside.memory().tell(new Charge(request, new int[] {group}, ages, 0, true, self));
    }
  }

  private void onChargedWriteback(PlugInFlight plug, Charged charged) {
    long entry = plug.entries()[0];
    state.plugs().completed(charged.requestId(), 1);
    if (charged.frames().length == 0) {
      slots.untake(entry);
      Objects.requireNonNull(zswap).tell(new NotWrittenBack(plug.writeback(), false));
      if (slots.free(entry)) {
        slotFreed(entry, 0);
      }
      readForWaiters(entry);
      return;
    }
    slots.assign(entry, charged.frames()[0]);
    slots.unlock(entry, plug.content());
    slots.beginWriteback(entry, plug.content());
    outside.memory().tell(new WritebackBegan(charged.frames()[0]));
    Objects.requireNonNull(zswap).tell(new WrittenBack(plug.writeback()));
    writeToDevice(plug.entries(), new int[] {plug.content()}, false);
    wakeWaiters(entry);
  }

  /** Zswap has taken what it takes of the pages of an eviction; the device gets the rest. */
  private void onStored(Stored stored) {
    StoresUnderWay.Eviction eviction = state.stores().take(stored.requestId());
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
        AtOnce atOnce = backing(entry).atOnce();
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
          delete(entry, 0);
        }
      } else {
        eviction.fates()[eviction.indexOf(frame)] = Fate.FREED;
        delete(entry, 0);
      }
    }
    spend(eviction.job(), cpuNanos);
    outside.memory().tell(new Evicted(eviction.job(), eviction.frames(), eviction.fates()));
    if (writes > 0) {
      writeToDevice(Arrays.copyOf(refused, writes), Arrays.copyOf(contents, writes), true);
    }
    if (keptCount > 0) {
      outside.memory().tell(new WritebackEnded(Arrays.copyOf(kept, keptCount)));
    }
    for (long entry : entries) {
      wakeWaiters(entry);
    }
  }

  /**
   * There is no memory for the window of swapoff: its page is tried alone, and then given up. Tasks
   * that wait for a page of the window read theirs themselves.
   */
  private void onChargeFailed(long[] entries, SwapFault fault) {
    for (long entry : entries) {
      slots.untake(entry);
      if (slots.free(entry)) { // its pte has gone meanwhile
        slotFreed(entry, fault.cpu());
      }
      if (entry != fault.entry()) {
        vmstat.count(VmstatItem.SWAP_RA, -1);
      }
    }
    for (long entry : entries) {
      readForWaiters(entry);
    }
    if (entries.length > 1 || slots.cached(fault.entry())) {
      readTaken(fault, getOrTake(fault.entry(), fault.entry(), 0), 1);
    } else {
      fault.replyTo().tell(new NoMemory(fault));
    }
  }

  private void readForWaiters(long entry) {
    for (SlotTable.@Nullable Waiter waiter = slots.takeWaiters(entry);
        waiter != null;
        waiter = waiter.next()) {
      readTaken(waiter.fault(), getOrTake(entry, entry, 0), 0, true, false);
    }
  }

  private static int[] pagesOnDevice(long[] entries, int firstPage) {
    int[] pages = new int[entries.length];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = firstPage + SwapEntry.slot(entries[i]);
    }
    return pages;
  }

  /** The end of a miss: the target is being read, or another task brought it in meanwhile. */
  private void waitForTarget(SwapFault fault, long cpuNanos, boolean asleep) {
    long entry = fault.entry();
    if (!slots.cached(entry)) { // and reclaim took it away again: read it alone
      readTaken(fault, getOrTake(entry, entry, 0), cpuNanos, asleep, false);
    } else if (mustWait(fault)) {
      boolean runs = slots.pastCache(entry) && !asleep;
      slots.addWaiter(entry, fault, true, runs);
      if (!asleep && !runs) {
        outside.cpus().tell(new Sleep(fault.task()));
      }
    } else if (asleep) {
      outside.cpus().tell(new Wake(ready(fault, true)));
    } else if (cpuNanos > 0) {
      outside.clock().tellAfter(cpuNanos, fault.replyTo(), ready(fault, true));
    } else {
      fault.replyTo().tell(ready(fault, true));
    }
  }

  private PageReady ready(SwapFault fault, boolean major) {
    int frame = slots.frame(fault.entry());
    int content = slots.content(fault.entry());
    return new PageReady(fault, frame, map(fault), major, content);
  }

  private void onReadCompleted(ReadCompleted completed) {
    int request = (int) completed.requestId();
    PlugInFlight plug = state.plugs().get(request);
    int[] pages = completed.pages();
    for (int i = 0; i < pages.length; i++) {
      long entry = entryOn(plug, pages[i]);
      slots.unlock(entry, completed.contents()[i]);
      wakeWaiters(entry);
    }
    state.plugs().completed(request, pages.length);
  }

  private void wakeWaiters(long entry) {
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
        outside.cpus().tell(new Wake(ready));
      }
    }
  }

  /** The slot of a page on the device; all slots of a plug lie in one area. */
  private long entryOn(PlugInFlight plug, int page) {
    int area = SwapEntry.area(plug.entries()[0]);
    return SwapEntry.of(area, page - outside.areas().get(area).firstPage());
  }

  private void onEvict(Evict evict) {
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
        AtOnce atOnce = backing(entry).atOnce();
        if (atOnce != null) {
          fates[indexOf(slots.frame(entry), frames)] = Fate.WRITTEN;
          slots.endWriteback(entry);
          slots.delete(entry);
          cpuNanos += atOnce.writeNanos();
        }
      }
      writeToDevice(written, tags, true);
    }
    spend(job, cpuNanos);
    outside.memory().tell(new Evicted(job, frames, fates));
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
      outside.memory().tell(new CpuSpent(job, cpuNanos));
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
    int request =
        state.stores().add(new StoresUnderWay.Eviction(job, frames, fates, entries, contents));
    asked.tell(new Store(request, entries, contents, groups, self));
  }

  /**
   * Writes pages to their devices.
   *
   * @param evicted whether nobody waits for those that go to a device that answers at once
   */
  private void writeToDevice(long[] entries, int[] contents, boolean evicted) {
    vmstat.count(VmstatItem.PSWPOUT, entries.length);
    if (readahead.evictions()) {
      readahead.byVma().get(0).tell(new SwappedOut(entries.length));
    }
    ByArea.split(
        entries,
        contents,
        (area, slotsThere, tags) ->
            writeAt(area, slotsThere, tags, evicted && outside.areas().get(area).atOnce() != null));
  }

  private void writeAt(int area, long[] entries, int[] contents, boolean stored) {
    Backing backing = outside.areas().get(area);
    PlugInFlight plug = stored ? PlugInFlight.stored(entries) : PlugInFlight.atDevice(entries);
    int request = state.plugs().open(plug, entries.length);
    int[] pages = pagesOnDevice(entries, backing.firstPage());
    backing.device().tell(new Write(request, pages, contents, self));
  }

  private void onWriteCompleted(WriteCompleted completed) {
    int request = (int) completed.requestId();
    PlugInFlight plug = state.plugs().get(request);
    int[] pages = completed.pages();
    if (plug.stored()) {
      state.plugs().completed(request, pages.length);
      return;
    }
    int[] frames = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      long entry = entryOn(plug, pages[i]);
      boolean free = slots.endWriteback(entry);
      frames[i] = slots.frame(entry);
      if (free) {
        delete(entry, 0);
      } else {
        wakeWaiters(entry);
      }
    }
    state.plugs().completed(request, pages.length);
    outside.memory().tell(new WritebackEnded(frames));
  }

  private void onDrop(Drop drop) {
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
    delete(entry, 0);
    return Fate.FREED;
  }
}
