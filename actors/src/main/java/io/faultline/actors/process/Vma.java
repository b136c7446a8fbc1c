package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.FaultInProgress.SwappedIn;
import io.faultline.actors.readahead.VmaReadahead;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.CpuCosts;
import io.faultline.config.JitterSource;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Aged;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Mapped;
import io.faultline.protocol.MemoryMessage.MappedRun;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.ProcessMessage.VmaPopulated;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapoffMessage.Progress;
import io.faultline.protocol.TaskMessage.Served;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.FaultEntered;
import io.faultline.protocol.VmaMessage.Found;
import io.faultline.protocol.VmaMessage.Locked;
import io.faultline.protocol.VmaMessage.Missed;
import io.faultline.protocol.VmaMessage.NoMemory;
import io.faultline.protocol.VmaMessage.OnCpu;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.VmaMessage.PlaceWindow;
import io.faultline.protocol.VmaMessage.Populate;
import io.faultline.protocol.VmaMessage.PopulateOn;
import io.faultline.protocol.VmaMessage.Touch;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.VmaMessage.Unuse;
import io.faultline.protocol.VmaMessage.UnuseSlot;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A VMA: a range of anonymous memory with its page table. It makes the accesses of its tasks, takes
 * their faults through {@code do_swap_page}, and answers reclaim about its pages.
 */
public final class Vma extends MachineActor<VmaMessage> {

  /**
   * Frames charged at a time while no task but the VMA itself populates it: {@code PAGEVEC_SIZE},
   * the new pages that a CPU gathers before they enter the LRU lists together. VMAs that are
   * populated at the same time lie there in runs of so many.
   */
  private static final int POPULATE_BATCH = 15;

  /** Request that no task makes. */
  private static final int POPULATE = -1;

  /**
   * Everything that a VMA is made of and talks to.
   *
   * @param chargesWhenMapped whether a page of a window is charged when a fault maps it, as up to
   *     v5.7
   */
  public record Surroundings(
      VirtualClock clock,
      CpuCosts costs,
      JitterSource jitter,
      long runQuantumNanos,
      int pageCluster,
      boolean vmaReadahead,
      boolean chargesWhenMapped,
      ActorRef<SwapCacheMessage> swapCache,
      ActorRef<MemoryMessage> memory,
      ActorRef<CpusMessage> cpus) {}

  private static final UnuseRules ONE_PAGE = new UnuseRules(false, Reads.PAGE, Hits.KEPT);

  private final int vma;
  private final int group;
  private final VmaState state;
  private final PageTable table;
  private final Vmstat vmstat;
  private final ActorRef<VmaMessage> self;
  private final VirtualClock clock;
  private final CpuCosts costs;
  private final JitterSource jitter;
  private final Surroundings outside;
  private final VmaReadahead readahead = new VmaReadahead();
  private @Nullable Populate populate;
  private int populated;

  private Vma(VmaState state, Surroundings outside, ActorRef<VmaMessage> self) {
    this.vma = state.vma();
    this.group = state.group();
    this.state = state;
    this.table = state.table();
    this.vmstat = state.vmstat();
    this.self = self;
    this.clock = outside.clock();
    this.costs = outside.costs();
    this.jitter = outside.jitter();
    this.outside = outside;
    outside.memory().tell(new MemoryMessage.AddVma(vma, group, self));
  }

  /**
   * A VMA.
   *
   * @param state its page table and faults, owned by this actor from now on
   */
  public static Behavior<VmaMessage> create(VmaState state, Surroundings outside) {
    return Behaviors.setup(context -> new Vma(state, outside, context.getSelf()));
  }

  @Override
  protected void onMessage(VmaMessage message) {
    if (message instanceof Touch touch) {
      onTouch(touch);
    } else if (message instanceof FaultEntered entered) {
      onFaultEntered(state.fault(entered.task()));
    } else if (message instanceof Found found) {
      onFound(found);
    } else if (message instanceof OnCpu onCpu) {
      onOnCpu(onCpu);
    } else if (message instanceof PageReady ready) {
      onPageReady(ready);
    } else if (message instanceof Missed missed) {
      onMissed(missed.fault());
    } else if (message instanceof PlaceWindow place) {
      onPlaceWindow(place);
    } else if (message instanceof Locked locked) {
      noteHit(locked.fault(), locked.readahead());
    } else if (message instanceof Unuse unuse) {
      onUnuse(unuse);
    } else if (message instanceof UnuseSlot unuse) {
      onUnuseSlot(unuse);
    } else if (message instanceof NoMemory failed) {
      onNoMemory(failed.fault());
    } else if (message instanceof Age age) {
      onAge(age);
    } else if (message instanceof Unmap unmap) {
      onUnmap(unmap);
    } else if (message instanceof Charged charged) {
      onCharged(charged);
    } else if (message instanceof PopulateOn) {
      populateOn();
    } else if (message instanceof Populate asked) {
      populate = asked;
      populateOn();
    }
  }

  private void populateOn() {
    Populate asked = Objects.requireNonNull(populate);
    int left = table.pages() - populated;
    if (left == 0) {
      populate = null;
      asked.replyTo().tell(new VmaPopulated(vma));
    } else {
      int wanted = Math.min(left, POPULATE_BATCH);
      outside.memory().tell(new ChargeSome(POPULATE, group, wanted, asked.cpu(), self));
    }
  }

  /** The faults of a batch of first stores, all that they cost at once. */
  private void onPopulated(int[] frames) {
    for (int i = 0; i < frames.length; i++) {
      table.mapNew(populated + i, frames[i], true);
    }
    vmstat.count(VmstatItem.PGFAULT, frames.length);
    outside.memory().tell(new MappedRun(frames, vma, populated));
    populated += frames.length;
    long each =
        costs.accessNanos() + costs.faultEntryNanos() + costs.copyNanos() + costs.mapNanos();
    clock.tellAfter(jitter.apply(clock.now(), frames.length * each), self, new PopulateOn());
  }

  private void onTouch(Touch touch) {
    int[] pages = touch.pages();
    long budget = budget(touch);
    long spent = 0;
    int i = touch.from();
    while (i < touch.to() && spent < budget && table.access(pages[i], touch.write())) {
      spent += costs.accessNanos();
      i++;
    }
    int made = i - touch.from();
    if (i == touch.to() || spent >= budget) {
      long owed = touch.owedNanos() + jitter.apply(clock.now(), spent);
      touch
          .replyTo()
          .tell(new Touched(made, owed, Served.RESIDENT, 0, touch.cpu(), touch.sliceEnd()));
      return;
    }
    long now = clock.now();
    long untilAccess = touch.owedNanos() + jitter.apply(now, spent);
    FaultInProgress fault = state.fault(touch.task());
    fault.begin(touch, pages[i], made + 1, now + untilAccess);
    enterFault(fault, untilAccess + jitter.apply(now, costs.faultEntryNanos()));
  }

  /**
   * Enters the fault handler at the time of the access. A page on swap is held until then, so that
   * its lookup can be sent on its way at once.
   */
  private void enterFault(FaultInProgress fault, long delayNanos) {
    int page = fault.page();
    if (table.swapped(page) && !table.inFault(page)) {
      vmstat.count(VmstatItem.PGFAULT);
      holdPage(fault);
      clock.tellAfter(delayNanos, outside.swapCache(), new Lookup(asSwapFault(fault)));
    } else {
      clock.tellAfter(delayNanos, self, new FaultEntered(fault.task()));
    }
  }

  private void holdPage(FaultInProgress fault) {
    table.enterFault(fault.page());
    fault.holdPage();
  }

  /**
   * CPU time that a run may take: the quantum or what is left of the time slice, an access at
   * least.
   */
  private long budget(Touch touch) {
    long sliceLeft = touch.sliceEnd() - clock.now() - touch.owedNanos();
    return Math.max(1, Math.min(outside.runQuantumNanos(), sliceLeft));
  }

  private void onFaultEntered(FaultInProgress fault) {
    vmstat.count(VmstatItem.PGFAULT);
    resolve(fault);
  }

  /**
   * Finds out what the page needs. A task that waited for another's fault does so anew, within its
   * one fault: reclaim may have been faster than the run queue.
   */
  private void resolve(FaultInProgress fault) {
    int page = fault.page();
    if (table.inFault(page)) {
      waitForOtherFault(fault);
    } else if (table.present(page)) {
      onPresent(fault);
    } else {
      holdPage(fault);
      if (table.swapped(page)) {
        outside.swapCache().tell(new Lookup(asSwapFault(fault)));
      } else {
        outside
            .memory()
            .tell(
                new Charge(
                    fault.task(),
                    new int[] {group},
                    new int[] {MemoryMessage.NEVER_EVICTED},
                    fault.cpu(),
                    self));
      }
    }
  }

  /** Another task brought the page in meanwhile, or the pte is read-only and the access a store. */
  private void onPresent(FaultInProgress fault) {
    if (!table.access(fault.page(), fault.write())) {
      vmstat.count(VmstatItem.PGREUSE);
      table.reuse(fault.page());
    }
    Served served = fault.foundSwapEntry() ? Served.SWAP_CACHE : Served.MINOR;
    answer(fault, served, jitter.apply(clock.now(), costs.mapNanos()));
  }

  /** The page lock of a fault on the same page by another task of this address space. */
  private void waitForOtherFault(FaultInProgress fault) {
    state.faultOn(fault.page()).addFollower(fault, table.swapped(fault.page()));
    outside.cpus().tell(new Sleep(fault.task()));
  }

  private SwapFault asSwapFault(FaultInProgress fault) {
    return new SwapFault(
        fault.task(),
        fault.cpu(),
        vma,
        fault.page(),
        table.entry(fault.page()),
        fault.cause(),
        self);
  }

  private void onCharged(Charged charged) {
    if (charged.requestId() == POPULATE) {
      onPopulated(charged.frames());
      return;
    }
    FaultInProgress fault = state.fault(charged.requestId());
    SwappedIn swappedIn = fault.takeCharged();
    if (swappedIn != null) {
      if (charged.frames().length > 0) {
        map(fault, swappedIn);
      } else {
        unusedInVain(fault, swappedIn);
      }
      return;
    }
    table.mapNew(fault.page(), charged.frames()[0], fault.write());
    mapped(fault, charged.frames()[0], Served.MINOR, costs.copyNanos() + costs.mapNanos());
  }

  private void onFound(Found found) {
    noteHit(found.fault(), found.readahead());
    swappedIn(found.fault(), found.frame(), found.slotKept(), found.content(), Served.SWAP_CACHE);
  }

  private void onOnCpu(OnCpu onCpu) {
    PageReady ready = onCpu.resumed();
    state.fault(ready.fault().task()).runsOn(onCpu.cpu(), onCpu.sliceEnd());
    onPageReady(ready);
  }

  private void onPageReady(PageReady ready) {
    FaultInProgress fault = state.fault(ready.fault().task());
    if (fault.following()) {
      fault.stopFollowing();
      resolve(fault);
      return;
    }
    if (ready.major() && fault.walk() == null) {
      vmstat.count(VmstatItem.PGMAJFAULT);
    }
    swappedIn(
        ready.fault(),
        ready.frame(),
        ready.slotKept(),
        ready.content(),
        ready.major() ? Served.MAJOR : Served.SWAP_CACHE);
  }

  private void swappedIn(
      SwapFault swapFault, int frame, boolean slotKept, int content, Served served) {
    FaultInProgress fault = state.fault(swapFault.task());
    SwappedIn page = new SwappedIn(frame, slotKept, content, served);
    if (outside.chargesWhenMapped()) {
      boolean mayFail = fault.walk() != null;
      fault.waitForCharge(page);
      outside
          .memory()
          .tell(new ChargeMapped(fault.task(), frame, group, fault.cpu(), mayFail, self));
    } else {
      map(fault, page);
    }
  }

  private void map(FaultInProgress fault, SwappedIn page) {
    UnuseWalk walk = fault.walk();
    if (walk != null) {
      unused(fault, walk, page);
      unuseNext(fault, walk, jitter.apply(clock.now(), costs.mapNanos()));
      return;
    }
    table.mapSwappedIn(fault.page(), page.frame(), page.slotKept(), page.content(), fault.write());
    mapped(fault, page.frame(), page.served(), costs.mapNanos());
  }

  private void mapped(FaultInProgress fault, int frame, Served served, long cost) {
    table.leaveFault(fault.page());
    outside.memory().tell(new Mapped(frame, vma, fault.page()));
    answer(fault, served, jitter.apply(clock.now(), cost));
    wakeFollowers(fault);
  }

  /** Tasks that waited for a fault look again what their page needs. */
  private void wakeFollowers(FaultInProgress fault) {
    for (@Nullable FaultInProgress follower = fault.takeFollower();
        follower != null;
        follower = fault.takeFollower()) {
      outside.cpus().tell(new Wake(new PageReady(asSwapFault(follower), 0, true, false, 0)));
    }
  }

  private void answer(FaultInProgress fault, Served served, long owed) {
    long latency = served == Served.MINOR ? 0 : clock.now() + owed - fault.accessedAt();
    fault
        .replyTo()
        .tell(new Touched(fault.accesses(), owed, served, latency, fault.cpu(), fault.sliceEnd()));
    fault.end();
  }

  private void noteHit(SwapFault fault, boolean flagged) {
    if (outside.vmaReadahead()) {
      state.noteHit(fault.page(), flagged);
    }
  }

  private void onMissed(SwapFault fault) {
    int hits = VmaReadahead.hits(VmaReadahead.fresh(state.readaheadWord()));
    readahead.decide(
        state.readaheadWord(),
        state.virtualPage(fault.page()),
        outside.pageCluster(),
        state.virtualPage(0),
        state.virtualPage(table.pages()));
    state.readaheadWord(readahead.word());
    if (outside.pageCluster() > 0) {
      state.windows().count(fault.task(), readahead.window(), hits);
    }
    outside.swapCache().tell(new ReadEntries(fault, windowEntries(fault)));
  }

  private void onPlaceWindow(PlaceWindow place) {
    SwapFault fault = place.fault();
    readahead.place(
        place.window(),
        place.stride(),
        place.behind(),
        place.previousPosition(),
        state.virtualPage(fault.page()),
        state.virtualPage(0),
        state.virtualPage(table.pages()));
    outside.swapCache().tell(new ReadEntries(fault, windowEntries(fault)));
  }

  private long[] windowEntries(SwapFault fault) {
    if (readahead.window() == 1) {
      return new long[] {fault.entry()};
    }
    int first = (int) (readahead.start() - state.virtualPage(0));
    int end = (int) (readahead.end() - state.virtualPage(0));
    int step = (int) readahead.step();
    long[] entries = new long[(end - first - 1) / step + 1];
    int count = 0;
    for (int page = first; page < end; page += step) {
      // a page in a fault is in the swap cache, or was: its slot may be another's by now
      if (table.swapped(page) && (page == fault.page() || !table.inFault(page))) {
        entries[count++] = table.entry(page);
      }
    }
    return count == entries.length ? entries : Arrays.copyOf(entries, count);
  }

  private void onUnuse(Unuse unuse) {
    FaultInProgress fault = state.fault(unuse.task());
    fault.runsOn(unuse.cpu(), unuse.sliceEnd());
    unuseNext(fault, new UnuseWalk(unuse.area(), unuse.from(), unuse.rules(), unuse.replyTo()), 0);
  }

  /**
   * Goes on to the next page that is on the area. A page in a fault is left to its fault, and to
   * another walk should it stay on swap.
   */
  private void unuseNext(FaultInProgress fault, UnuseWalk walk, long owedNanos) {
    if (clock.now() + owedNanos >= fault.sliceEnd()) {
      walk.report(Progress.SLICE_USED, owedNanos, fault);
      return;
    }
    int page = walk.next();
    while (page < table.pages() && !toUnuse(page, walk.area)) {
      page++;
    }
    long owed = owedNanos + (page - walk.next()) * costs.pteScanNanos();
    if (page < table.pages()) {
      walk.visitedUpTo(page + 1);
      unuse(fault, walk, page, owed);
    } else {
      walk.visitedUpTo(page);
      freeSlotsOfMappedPages(walk.area, fault.cpu());
      walk.report(Progress.DONE, owed, fault);
    }
  }

  private boolean toUnuse(int page, int area) {
    return table.swapped(page) && SwapEntry.area(table.entry(page)) == area && !table.inFault(page);
  }

  private void unuse(FaultInProgress fault, UnuseWalk walk, int page, long owedNanos) {
    fault.begin(walk, page);
    holdPage(fault);
    SwapCacheMessage.Unuse unuse = new SwapCacheMessage.Unuse(asSwapFault(fault), walk.rules);
    if (owedNanos > 0) {
      clock.tellAfter(owedNanos, outside.swapCache(), unuse);
    } else {
      outside.swapCache().tell(unuse);
    }
  }

  /** {@code unuse_pte}. */
  private void unused(FaultInProgress fault, UnuseWalk walk, SwappedIn swappedIn) {
    int page = fault.page();
    table.mapUnused(page, swappedIn.frame(), swappedIn.content());
    table.leaveFault(page);
    outside.memory().tell(new Mapped(swappedIn.frame(), vma, page, true));
    walk.mapped();
    fault.end();
    wakeFollowers(fault);
  }

  /** Its group has no room for a page whose slot is gone: it is mapped all the same, unpaid for. */
  private void unusedInVain(FaultInProgress fault, SwappedIn swappedIn) {
    UnuseWalk walk = Objects.requireNonNull(fault.walk());
    unused(fault, walk, swappedIn);
    walk.report(Progress.NO_MEMORY, 0, fault);
  }

  private void onNoMemory(SwapFault swapFault) {
    FaultInProgress fault = state.fault(swapFault.task());
    UnuseWalk walk = Objects.requireNonNull(fault.walk());
    table.leaveFault(fault.page());
    fault.end();
    wakeFollowers(fault);
    walk.report(Progress.NO_MEMORY, 0, fault);
  }

  /** The pages that are in memory, but whose slot is kept as well: it is freed. */
  private void freeSlotsOfMappedPages(int area, int cpu) {
    long[] freed = new long[64];
    int count = 0;
    for (int page = 0; page < table.pages(); page++) {
      if (table.present(page)
          && table.entry(page) != SwapEntry.NONE
          && SwapEntry.area(table.entry(page)) == area) {
        if (count == freed.length) {
          freed = Arrays.copyOf(freed, 2 * count);
        }
        freed[count++] = table.entry(page);
        table.forgetSlot(page);
      }
    }
    if (count > 0) {
      outside.swapCache().tell(new FreeSlots(cpu, Arrays.copyOf(freed, count)));
    }
  }

  private void onUnuseSlot(UnuseSlot unuse) {
    int area = SwapEntry.area(unuse.entry());
    int page = state.pagesBySlot(area).page(unuse.entry());
    boolean here = page >= 0 && table.entry(page) == unuse.entry();
    FaultInProgress fault = state.fault(unuse.task());
    fault.runsOn(unuse.cpu(), unuse.sliceEnd());
    int searched = here ? page + 1 : table.pages();
    UnuseWalk walk = new UnuseWalk(area, table.pages(), ONE_PAGE, unuse.replyTo());
    long owed = searched * costs.pteScanNanos();
    if (here && toUnuse(page, area)) {
      unuse(fault, walk, page, owed);
      return;
    } else if (here && table.present(page)) {
      table.forgetSlot(page);
      outside.swapCache().tell(new FreeSlots(unuse.cpu(), new long[] {unuse.entry()}));
      walk.mapped();
    }
    walk.report(Progress.DONE, owed, fault);
  }

  private void onAge(Age age) {
    Reference[] references = new Reference[age.frames().length];
    for (int i = 0; i < references.length; i++) {
      references[i] = reference(age.frames()[i], age.pages()[i]);
    }
    outside.memory().tell(new Aged(age.job(), age.frames(), references));
  }

  private Reference reference(int frame, int page) {
    if (table.frame(page) != frame || table.inFault(page)) {
      return Reference.BUSY;
    } else if (table.clearYoung(page)) {
      return Reference.YOUNG;
    }
    return table.entry(page) == SwapEntry.NONE
        ? Reference.OLD_WITHOUT_SLOT
        : Reference.OLD_WITH_SLOT;
  }

  private void onUnmap(Unmap unmap) {
    int asked = unmap.frames().length;
    int[] frames = new int[asked];
    long[] entries = new long[asked];
    boolean[] dirty = new boolean[asked];
    int[] contents = new int[asked];
    int[] busy = new int[asked];
    int count = 0;
    int busyCount = 0;
    for (int i = 0; i < asked; i++) {
      int page = unmap.pages()[i];
      long entry = unmap.entries()[i] == SwapEntry.NONE ? table.entry(page) : unmap.entries()[i];
      if (table.frame(page) != unmap.frames()[i]
          || table.inFault(page)
          || entry == SwapEntry.NONE) { // swapoff freed the slot that the page had when it was aged
        busy[busyCount++] = unmap.frames()[i];
        continue;
      }
      frames[count] = unmap.frames()[i];
      entries[count] = entry;
      dirty[count] = table.dirty(page);
      contents[count++] = table.tag(page);
      table.unmap(page, entry);
      state.wentToSlot(entry, page);
    }
    if (busyCount > 0) {
      Fate[] fates = new Fate[busyCount];
      Arrays.fill(fates, Fate.BUSY);
      outside.memory().tell(new Evicted(unmap.job(), Arrays.copyOf(busy, busyCount), fates));
    }
    if (count > 0) {
      boolean all = count == asked;
      outside
          .swapCache()
          .tell(
              new Evict(
                  unmap.job(),
                  all ? frames : Arrays.copyOf(frames, count),
                  all ? entries : Arrays.copyOf(entries, count),
                  all ? dirty : Arrays.copyOf(dirty, count),
                  all ? contents : Arrays.copyOf(contents, count),
                  group,
                  unmap.evictionAge()));
    }
  }
}
