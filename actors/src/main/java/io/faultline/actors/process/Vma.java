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
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Accessed;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import io.faultline.protocol.MemoryMessage.Mapped;
import io.faultline.protocol.MemoryMessage.MappedRun;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Duplicate;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapCacheMessage.Reuse;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.TaskMessage.Served;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.FaultEntered;
import io.faultline.protocol.VmaMessage.Fork;
import io.faultline.protocol.VmaMessage.Found;
import io.faultline.protocol.VmaMessage.Locked;
import io.faultline.protocol.VmaMessage.Missed;
import io.faultline.protocol.VmaMessage.NoMemory;
import io.faultline.protocol.VmaMessage.OnCpu;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.VmaMessage.PlaceWindow;
import io.faultline.protocol.VmaMessage.Populate;
import io.faultline.protocol.VmaMessage.PopulateOn;
import io.faultline.protocol.VmaMessage.Reused;
import io.faultline.protocol.VmaMessage.Touch;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.VmaMessage.Unuse;
import io.faultline.protocol.VmaMessage.UnuseSlot;
import io.faultline.protocol.VmaMessage.Walk;
import io.faultline.protocol.VmaMessage.Zap;
import io.faultline.protocol.WorkloadMessage.Forked;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A VMA: a range of anonymous memory with its page table. It makes the accesses of its tasks, takes
 * their faults through {@code do_swap_page}, and answers reclaim about its pages.
 */
public final class Vma extends MachineActor<VmaMessage> {

  /**
   * Everything that a VMA is made of and talks to.
   *
   * @param chargesWhenMapped whether a page of a window is charged when a fault maps it, as up to
   *     v5.7
   * @param storeFreesSlot whether a store to a page that is mapped read-only frees its slot, as up
   *     to v5.17
   */
  public record Surroundings(
      VirtualClock clock,
      CpuCosts costs,
      JitterSource jitter,
      long runQuantumNanos,
      int pageCluster,
      boolean vmaReadahead,
      boolean chargesWhenMapped,
      boolean storeFreesSlot,
      ActorRef<SwapCacheMessage> swapCache,
      ActorRef<MemoryMessage> memory,
      ActorRef<CpusMessage> cpus) {}

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
  private final VmaFaults faults;
  private final UnuseVma unuseVma;
  private final Rmap rmap;
  private final ZapPteRange zapping;
  private @Nullable MmPopulate populate;

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
    this.faults = new VmaFaults(state, self, outside.cpus());
    this.unuseVma = new UnuseVma(state, faults, outside);
    this.zapping = new ZapPteRange(state, outside.swapCache(), outside.memory(), outside.cpus());
    this.rmap = new Rmap(state, outside.swapCache(), outside.memory());
    outside.memory().tell(new MemoryMessage.AddVma(vma, group, state.object(), self));
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
      noteHit(locked.fault(), locked.readahead(), locked.provider());
    } else if (message instanceof Unuse unuse) {
      unuseVma.unuse(unuse);
    } else if (message instanceof Reused reused) {
      onReused(state.fault(reused.fault().task()), reused.slotKept());
    } else if (message instanceof UnuseSlot unuse) {
      unuseVma.unuseSlot(unuse);
    } else if (message instanceof NoMemory failed) {
      unuseVma.noMemory(failed.fault());
      zapping.goOn();
    } else if (message instanceof Age age) {
      rmap.age(age);
    } else if (message instanceof Walk walk) {
      rmap.walk(walk);
    } else if (message instanceof Unmap unmap) {
      rmap.unmap(unmap);
    } else if (message instanceof Charged charged) {
      onCharged(charged);
    } else if (message instanceof Zap zap) {
      zapping.zap(zap);
    } else if (message instanceof Fork fork) {
      onFork(fork);
    } else if (message instanceof PopulateOn) {
      Objects.requireNonNull(populate).goOn();
    } else if (message instanceof Populate asked) {
      populate = new MmPopulate(state, outside, asked, self);
      populate.goOn();
    }
  }

  private void onFork(Fork fork) {
    for (int row = 1; row * table.rowPages() < table.pages(); row++) {
      outside.swapCache().tell(new Duplicate(table.copyRow(0, row)));
    }
    fork.replyTo().tell(new Forked());
  }

  private void onTouch(Touch touch) {
    FaultInProgress fault = state.fault(touch.task());
    run(touch, fault, touch.from(), touch.owedNanos(), touch.cpu(), touch.sliceEnd());
  }

  /** Goes on with a run behind a fault, if it does. */
  private void goOn(FaultInProgress fault) {
    Touch touch = fault.takeRun();
    if (touch != null) {
      int from = touch.from() + fault.accesses();
      run(touch, fault, from, fault.owedNanos(), fault.cpu(), fault.sliceEnd());
    }
  }

  private void run(
      Touch touch, FaultInProgress fault, int from, long owedNanos, int cpu, long sliceEnd) {
    int[] pages = touch.pages();
    long now = clock.now();
    // the quantum or what is left of the time slice, an access at least
    long budget = Math.max(1, Math.min(outside.runQuantumNanos(), sliceEnd - now - owedNanos));
    long spent = 0;
    int i = from;
    while (i < touch.to() && spent < budget && access(pages[i], touch)) {
      spent += costs.accessNanos();
      i++;
    }
    if (touch.file()) {
      markAccessed(pages, from, i);
    }
    int made = i - touch.from();
    long untilAccess = owedNanos + jitter.apply(now, spent);
    if (i == touch.to() || spent >= budget) {
      fault.end();
      touch
          .replyTo()
          .tell(
              new Touched(
                  made, untilAccess, Served.RESIDENT, 0, cpu, sliceEnd, fault.takeEarlier()));
      return;
    }
    fault.begin(touch, pages[i], made + 1, now + untilAccess, cpu, sliceEnd);
    enterFault(fault, untilAccess + jitter.apply(now, costs.faultEntryNanos()));
  }

  private boolean access(int page, Touch touch) {
    return touch.file() ? table.fileAccess(page, touch.write()) : table.access(page, touch.write());
  }

  private void markAccessed(int[] pages, int from, int to) {
    if (from < to) {
      int[] frames = new int[to - from];
      for (int i = from; i < to; i++) {
        frames[i - from] = table.frame(pages[i]);
      }
      outside.memory().tell(new Accessed(frames));
    }
  }

  /**
   * Enters the fault handler at the time of the access. A page on swap is held until then, so that
   * its lookup can be sent on its way at once.
   */
  private void enterFault(FaultInProgress fault, long delayNanos) {
    int page = fault.page();
    if (table.swapped(page) && !table.inFault(page)) {
      countFault(fault);
      faults.hold(fault);
      clock.tellAfter(delayNanos, outside.swapCache(), new Lookup(faults.swapFault(fault)));
    } else {
      clock.tellAfter(delayNanos, self, new FaultEntered(fault.task()));
    }
  }

  private void onFaultEntered(FaultInProgress fault) {
    countFault(fault);
    resolve(fault);
  }

  private void countFault(FaultInProgress fault) {
    if (!fault.file()) {
      vmstat.count(VmstatItem.PGFAULT);
    }
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
      faults.hold(fault);
      if (table.swapped(page)) {
        outside.swapCache().tell(new Lookup(faults.swapFault(fault)));
      } else if (fault.run() > 1) {
        int pages = newPages(fault);
        outside
            .memory()
            .tell(new ChargeSome(fault.task(), group, pages, state.newPage(), fault.cpu(), self));
      } else {
        outside.memory().tell(newPage(fault));
      }
    }
  }

  /** Another task brought the page in meanwhile, or the pte is read-only and the access a store. */
  private void onPresent(FaultInProgress fault) {
    if (fault.file()) {
      table.fileAccess(fault.page(), fault.write());
      outside.memory().tell(new Accessed(new int[] {table.frame(fault.page())}));
    } else if (!table.access(fault.page(), fault.write())) {
      if (table.shared(fault.page())) {
        faults.hold(fault);
        copy(fault, fault.foundSwapEntry() ? Served.SWAP_CACHE : Served.MINOR);
        return;
      }
      vmstat.count(VmstatItem.PGREUSE);
      if (outside.storeFreesSlot() && table.entry(fault.page()) != SwapEntry.NONE) {
        faults.hold(fault);
        outside.swapCache().tell(new Reuse(faults.swapFault(fault)));
        return;
      }
      table.reuse(fault.page());
    }
    answerPresent(fault);
    goOn(fault);
  }

  /** {@code reuse_swap_page} has given up the slot of a page that is stored to, or could not. */
  private void onReused(FaultInProgress fault, boolean slotKept) {
    if (!slotKept) {
      table.forgetSlot(fault.page());
    }
    table.reuse(fault.page());
    table.leaveFault(fault.page());
    answerPresent(fault);
    faults.wakeFollowers(fault);
    goOn(fault);
  }

  private void answerPresent(FaultInProgress fault) {
    Served served = fault.foundSwapEntry() ? Served.SWAP_CACHE : Served.MINOR;
    answer(fault, served, jitter.apply(clock.now(), costs.mapNanos()));
  }

  /** {@code wp_page_copy}: asks for the frame. */
  private void copy(FaultInProgress fault, Served served) {
    fault.waitForCopy(served);
    outside.memory().tell(newPage(fault));
  }

  private Charge newPage(FaultInProgress fault) {
    return new Charge(
        fault.task(), new int[] {group}, new int[] {state.newPage()}, fault.cpu(), self);
  }

  private void onCopied(FaultInProgress fault, int frame, Served served) {
    int page = fault.page();
    int shared = table.frame(page);
    long entry = table.entry(page);
    table.mapCopy(page, frame);
    zapping.letGo(page, shared, entry, fault.cpu());
    mapped(fault, frame, served, costs.copyNanos() + costs.mapNanos());
  }

  /** The page lock of a fault on the same page by another task of this address space. */
  private void waitForOtherFault(FaultInProgress fault) {
    state.faultOn(fault.page()).addFollower(fault, table.swapped(fault.page()));
    outside.cpus().tell(new Sleep(fault.task()));
  }

  private void onCharged(Charged charged) {
    if (charged.requestId() == MmPopulate.REQUEST) {
      Objects.requireNonNull(populate).charged(charged.frames());
      return;
    }
    FaultInProgress fault = state.fault(charged.requestId());
    SwappedIn swappedIn = fault.takeCharged();
    if (swappedIn != null) {
      if (charged.frames().length > 0) {
        map(fault, swappedIn);
      } else {
        unuseVma.unusedInVain(fault, swappedIn);
        zapping.goOn();
      }
      return;
    }
    Served copied = fault.takeCopying();
    if (copied != null) {
      onCopied(fault, charged.frames()[0], copied);
      return;
    }
    if (charged.frames().length > 1) {
      mapNewRun(fault, charged.frames());
      return;
    }
    table.mapNew(fault.page(), charged.frames()[0], fault.write() && !state.object());
    mapped(fault, charged.frames()[0], Served.MINOR, costs.copyNanos() + costs.mapNanos());
  }

  /** Pages of the run from the faulting one on that nobody has touched yet. */
  private int newPages(FaultInProgress fault) {
    int run = fault.run();
    int count = 1;
    while (count < run && table.empty(fault.page() + count)) {
      count++;
    }
    return count;
  }

  /** The faults of first stores to neighbours, one after the other. */
  private void mapNewRun(FaultInProgress fault, int[] frames) {
    int first = fault.page();
    for (int i = 0; i < frames.length; i++) {
      table.mapNew(first + i, frames[i], fault.write());
    }
    table.leaveFault(first);
    int others = frames.length - 1;
    vmstat.count(VmstatItem.PGFAULT, others);
    outside.memory().tell(new MappedRun(frames, vma, first));
    long each = costs.copyNanos() + costs.mapNanos();
    long between = costs.faultEntryNanos() + costs.accessNanos();
    fault.madeMore(others);
    answer(fault, Served.MINOR, jitter.apply(clock.now(), frames.length * each + others * between));
    faults.wakeFollowers(fault);
    goOn(fault);
  }

  private void onFound(Found found) {
    noteHit(found.fault(), found.readahead(), found.provider());
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
    if (ready.major() && fault.walk() == null && !fault.file()) {
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
      unuseVma.unused(fault, walk, page, jitter.apply(clock.now(), costs.mapNanos()));
      zapping.goOn();
      return;
    }
    table.mapSwappedIn(fault.page(), page.frame(), page.slotKept(), page.content(), false);
    if (fault.write() && !state.object()) {
      if (table.shared(fault.page())) {
        outside.memory().tell(new Mapped(page.frame(), vma, fault.page()));
        copy(fault, page.served());
        return;
      }
      table.reuse(fault.page());
    }
    mapped(fault, page.frame(), page.served(), costs.mapNanos());
  }

  private void mapped(FaultInProgress fault, int frame, Served served, long cost) {
    table.leaveFault(fault.page());
    outside.memory().tell(new Mapped(frame, vma, fault.page()));
    if (fault.file()) {
      table.fileAccess(fault.page(), fault.write());
      outside.memory().tell(new Accessed(new int[] {frame}));
    } else if (state.object()) {
      table.access(fault.page(), fault.write());
    }
    answer(fault, served, jitter.apply(clock.now(), cost));
    faults.wakeFollowers(fault);
    goOn(fault);
  }

  private void answer(FaultInProgress fault, Served served, long owed) {
    long latency = served == Served.MINOR ? 0 : clock.now() + owed - fault.accessedAt();
    Served told = !fault.file() ? served : served == Served.MINOR ? Served.RESIDENT : Served.FILE;
    long mayTake = Math.min(outside.runQuantumNanos(), fault.sliceEnd() - clock.now());
    if (fault.mayGoOn(owed, mayTake)) {
      fault.goOn(told, latency, owed);
      return;
    }
    fault
        .replyTo()
        .tell(
            new Touched(
                fault.accesses(),
                owed,
                told,
                latency,
                fault.cpu(),
                fault.sliceEnd(),
                fault.takeEarlier()));
    fault.end();
  }

  private void noteHit(SwapFault fault, boolean flagged, int provider) {
    if (outside.vmaReadahead() && !state.object()) {
      state.noteHit(fault.page(), fault.task(), provider, flagged);
    }
  }

  private void onMissed(SwapFault fault) {
    long word = state.readaheadWord(fault.page());
    int hits = VmaReadahead.hits(VmaReadahead.fresh(word));
    readahead.decide(
        word,
        state.virtualPage(fault.page()),
        outside.pageCluster(),
        state.virtualPage(0),
        state.virtualEnd());
    state.readaheadWord(fault.page(), readahead.word());
    boolean stolen = false;
    if (outside.pageCluster() > 0) {
      state.windows().count(fault.task(), fault.entry(), readahead.window(), hits);
      stolen = state.noteDecision(fault.page(), fault.task(), readahead.window());
    }
    outside.swapCache().tell(new ReadEntries(fault, windowEntries(fault), stolen));
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
        state.virtualEnd());
    outside.swapCache().tell(new ReadEntries(fault, windowEntries(fault), place.stolen()));
  }

  private long[] windowEntries(SwapFault fault) {
    if (readahead.window() == 1) {
      return new long[] {fault.entry()};
    }
    int row = state.row(fault.page());
    int first = row + (int) (readahead.start() - state.virtualPage(0));
    int end = row + (int) (readahead.end() - state.virtualPage(0));
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
}
