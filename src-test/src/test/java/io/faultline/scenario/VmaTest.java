package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.Vma;
import io.faultline.actors.process.VmaState;
import io.faultline.config.CpuCosts;
import io.faultline.config.JitterSpec;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.AddVma;
import io.faultline.protocol.MemoryMessage.Aged;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Mapped;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.MemoryMessage.Walked;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapCacheMessage.Reuse;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.SwapoffMessage.Progress;
import io.faultline.protocol.SwapoffMessage.Unused;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Served;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.Found;
import io.faultline.protocol.VmaMessage.Missed;
import io.faultline.protocol.VmaMessage.NoMemory;
import io.faultline.protocol.VmaMessage.OnCpu;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.VmaMessage.Reused;
import io.faultline.protocol.VmaMessage.Touch;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.VmaMessage.Unuse;
import io.faultline.protocol.VmaMessage.Walk;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A VMA of 64 pages, of which page p lies in slot 100 + p and is read into frame p. An access takes
 * 10 ns, entering a fault 100 ns, mapping 20 ns, clearing a page 5 ns; the quantum is 50 ns.
 */
class VmaTest {

  private static final CpuCosts COSTS = new CpuCosts(10, 100, 1_000, 20, 5, 1, 1, 0, 0);
  private static final long SLICE_END = 1_000_000;
  private static final int PAGES = 64;

  private final Scene scene = new Scene();
  private final Probe<SwapCacheMessage> swapCache = scene.probe("swap-cache");
  private final Probe<MemoryMessage> memory = scene.probe("memory");
  private final Probe<CpusMessage> cpus = scene.probe("cpus");
  private final Probe<TaskMessage> task = scene.probe("task");
  private final Probe<TaskMessage> other = scene.probe("other-task");
  private final VmaState state = new VmaState(0, "v", 0, PAGES, 2);
  private boolean chargesWhenMapped;
  private boolean storeFreesSlot;

  @AfterEach
  void close() {
    scene.close();
  }

  private ActorRef<VmaMessage> vma(boolean vmaReadahead) {
    ActorRef<VmaMessage> vma =
        scene.spawn(
            Vma.create(
                state,
                new Vma.Surroundings(
                    scene.clock(),
                    COSTS,
                    JitterSpec.NONE.source(1, "v"),
                    50,
                    3,
                    vmaReadahead,
                    chargesWhenMapped,
                    storeFreesSlot,
                    swapCache.ref(),
                    memory.ref(),
                    cpus.ref())),
            "vma");
    memory.next(AddVma.class);
    return vma;
  }

  private ActorRef<VmaMessage> swappedOut(boolean vmaReadahead) {
    for (int page = 0; page < PAGES; page++) {
      state.table().layOut(page, slot(page));
    }
    return vma(vmaReadahead);
  }

  private ActorRef<VmaMessage> swappedOut() {
    return swappedOut(false);
  }

  private static long slot(int page) {
    return SwapEntry.of(0, 100 + page);
  }

  private Touch touch(int first, int last, boolean write, long owedNanos) {
    int[] pages = IntStream.rangeClosed(first, last).toArray();
    return new Touch(0, 0, SLICE_END, pages, 0, pages.length, write, owedNanos, task.ref());
  }

  private Touch read(int page) {
    return touch(page, page, false, 0);
  }

  private Touch write(int page) {
    return touch(page, page, true, 0);
  }

  private Touch byTheOther(int page, boolean write) {
    return new Touch(1, 1, SLICE_END, new int[] {page}, 0, 1, write, 0, other.ref());
  }

  /** The fault that asks the swap cache for its page. */
  private SwapFault lookup() {
    scene.runUntilIdle();
    return swapCache.next(Lookup.class).fault();
  }

  private Found found(SwapFault fault, boolean slotKept) {
    int page = fault.page();
    return new Found(fault, page, slotKept, false, -1, state.table().tag(page));
  }

  /** Has pages mapped by read faults that keep their slots, and lets everybody forget it. */
  private void mapped(ActorRef<VmaMessage> vma, int first, int last) {
    for (int page = first; page <= last; page++) {
      scene.tell(vma, read(page));
      scene.tell(vma, found(lookup(), true));
    }
    memory.forget();
    task.forget();
  }

  private Reference age(ActorRef<VmaMessage> vma, int page) {
    scene.tell(vma, new Age(9, new int[] {page}, new int[] {page}));
    return memory.next(Aged.class).references()[0];
  }

  private void unmap(ActorRef<VmaMessage> vma, int page, long entry) {
    scene.tell(vma, new Unmap(9, new int[] {page}, new int[] {page}, new long[] {entry}, 3));
  }

  @Test
  void aRunEndsAtTheFirstAbsentPage() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 2);

    scene.tell(vma, touch(0, 10, false, 0));
    SwapFault fault = lookup();
    assertThat(fault.page()).isEqualTo(3);
    assertThat(fault.entry()).isEqualTo(slot(3));
    scene.tell(vma, found(fault, true));

    Touched touched = task.next(Touched.class);
    assertThat(touched.accesses()).isEqualTo(4);
    assertThat(touched.served()).isEqualTo(Served.SWAP_CACHE);
    assertThat(memory.next(Mapped.class)).isEqualTo(new Mapped(3, 0, 3));
  }

  @Test
  void upTo5_7AFaultPaysForItsPageBeforeItMapsIt() {
    chargesWhenMapped = true;
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, read(3));
    scene.tell(vma, found(lookup(), true));

    ChargeMapped charge = memory.next(ChargeMapped.class);
    assertThat(charge.frame()).isEqualTo(3);
    assertThat(state.table().present(3)).isFalse();
    assertThat(age(vma, 3)).isEqualTo(Reference.BUSY);
    scene.tell(vma, new Charged(charge.requestId(), new int[] {3}));

    assertThat(memory.next(Mapped.class)).isEqualTo(new Mapped(3, 0, 3));
    assertThat(task.next(Touched.class).served()).isEqualTo(Served.SWAP_CACHE);
  }

  @Test
  void aRunEndsWithTheQuantum() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 9);

    scene.tell(vma, touch(0, 9, false, 0));

    assertThat(task.next(Touched.class))
        .isEqualTo(new Touched(5, 50, Served.RESIDENT, 0, 0, SLICE_END));
  }

  @Test
  void aRunEndsWithTheTimeSlice() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 9);
    long sliceEnd = scene.now() + 30;

    scene.tell(
        vma, new Touch(0, 0, sliceEnd, new int[] {0, 1, 2, 3, 4}, 0, 5, false, 0, task.ref()));

    assertThat(task.next(Touched.class).accesses()).isEqualTo(3);
  }

  @Test
  void theFaultHappensAtTheTimeOfItsOwnAccess() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 1);
    long start = scene.now();

    scene.tell(vma, touch(0, 2, false, 500)); // two accesses come first
    SwapFault fault = lookup();
    assertThat(swapCache.heardAt()).isEqualTo(start + 500 + 2 * 10 + 100);

    scene.advance(4_000);
    scene.tell(vma, found(fault, true));
    Touched touched = task.next(Touched.class);
    assertThat(touched.latencyNanos()).isEqualTo(100 + 4_000 + 20);
    assertThat(touched.owedNanos()).isEqualTo(20);
  }

  @Test
  void thePageOfAMajorFaultIsCountedWhenTheTaskRunsAgain() {
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, read(0));
    PageReady ready = new PageReady(lookup(), 0, true, true, state.table().tag(0));

    scene.tell(vma, new OnCpu(1, 77, ready));

    Touched touched = task.next(Touched.class);
    assertThat(touched.served()).isEqualTo(Served.MAJOR);
    assertThat(touched.cpu()).isEqualTo(1);
    assertThat(touched.sliceEnd()).isEqualTo(77);
    assertThat(state.vmstat().get(VmstatItem.PGMAJFAULT)).isEqualTo(1);
    assertThat(state.vmstat().get(VmstatItem.PGFAULT)).isEqualTo(1);
  }

  @Test
  void waitingForAPageThatAnotherFaultReadsCostsNoMajorFault() {
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, read(0));
    PageReady ready = new PageReady(lookup(), 0, true, false, state.table().tag(0));

    scene.tell(vma, new OnCpu(0, SLICE_END, ready));

    assertThat(task.next(Touched.class).served()).isEqualTo(Served.SWAP_CACHE);
    assertThat(state.vmstat().get(VmstatItem.PGMAJFAULT)).isZero();
  }

  @Test
  void theFirstTouchOfAPageTakesANewFrame() {
    ActorRef<VmaMessage> vma = vma(false);
    scene.tell(vma, write(4));
    scene.runUntilIdle();
    Charge charge = memory.next(Charge.class);
    assertThat(charge.evictionAges()).containsExactly(MemoryMessage.NEVER_EVICTED);

    scene.tell(vma, new Charged(charge.requestId(), new int[] {4}));

    assertThat(memory.next(Mapped.class)).isEqualTo(new Mapped(4, 0, 4));
    assertThat(task.next(Touched.class))
        .isEqualTo(new Touched(1, 25, Served.MINOR, 0, 0, SLICE_END));
    assertThat(swapCache.unread()).isEmpty();
  }

  @Test
  void aPageThatWasOnlyReadIsCleanAndGoesBackToItsSlot() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 0);
    assertThat(age(vma, 0)).isEqualTo(Reference.YOUNG);
    assertThat(age(vma, 0)).isEqualTo(Reference.OLD_WITH_SLOT);

    unmap(vma, 0, SwapEntry.NONE);

    Evict evict = swapCache.next(Evict.class);
    assertThat(evict.entries()).containsExactly(slot(0));
    assertThat(evict.dirty()).containsExactly(false);
    assertThat(evict.evictionAge()).isEqualTo(3);
    assertThat(state.table().swapped(0)).isTrue();
  }

  @Test
  void aPageThatAWriteFaultBroughtInHasNoSlotAndNeedsANewOne() {
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, write(0));
    scene.tell(vma, found(lookup(), false));
    memory.forget();
    age(vma, 0);
    assertThat(age(vma, 0)).isEqualTo(Reference.OLD_WITHOUT_SLOT);

    unmap(vma, 0, slot(40));

    Evict evict = swapCache.next(Evict.class);
    assertThat(evict.entries()).containsExactly(slot(40));
    assertThat(evict.dirty()).containsExactly(true);
  }

  @Test
  void aStoreToAPageThatWasOnlyReadIsAMinorFaultAndMakesItDirty() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 0);

    scene.tell(vma, write(0));
    scene.runUntilIdle();

    assertThat(task.next(Touched.class).served()).isEqualTo(Served.MINOR);
    assertThat(state.vmstat().get(VmstatItem.PGREUSE)).isEqualTo(1);
    unmap(vma, 0, SwapEntry.NONE);
    Evict evict = swapCache.next(Evict.class);
    assertThat(evict.entries()).containsExactly(slot(0));
    assertThat(evict.dirty()).containsExactly(true);
  }

  @Test
  void aLookAroundAYoungPageFindsItsYoungNeighboursAndLeavesThemOld() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 9);
    scene.tell(vma, new Age(9, new int[] {4}, new int[] {4}));
    memory.forget();

    scene.tell(vma, new Age(9, new int[] {2, 3, 4}, new int[] {2, 3, 4}, true));

    Aged aged = memory.next(Aged.class);
    assertThat(aged.references())
        .containsExactly(
            Reference.YOUNG, Reference.OLD_WITH_SLOT, Reference.OLD_WITH_SLOT); // 3 was seen from 2
    assertThat(aged.around()).containsExactly(0, 1, 3, 5, 6, 7, 8, 9);
    assertThat(aged.densePmds()).containsExactly(0); // nine of 64
    assertThat(age(vma, 9)).isEqualTo(Reference.OLD_WITH_SLOT);
  }

  @Test
  void aWalkLooksAtThePartsOfThePageTableThatItIsAskedFor() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 2);

    scene.tell(vma, new Walk(9, new int[0]));
    assertThat(memory.next(Walked.class).ptes()).isZero();
    scene.tell(vma, new Walk(9, null));

    Walked walked = memory.next(Walked.class);
    assertThat(walked.young()).containsExactly(0, 1, 2);
    assertThat(walked.ptes()).isEqualTo(PAGES);
    assertThat(walked.densePmds()).isEmpty(); // three of 64
  }

  @Test
  void upTo5_17AStoreToAPageThatWasOnlyReadGivesItsSlotUp() {
    storeFreesSlot = true;
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 0);

    scene.tell(vma, write(0));
    scene.runUntilIdle();
    Reuse reuse = swapCache.next(Reuse.class);
    assertThat(reuse.fault().entry()).isEqualTo(slot(0));
    assertThat(age(vma, 0)).isEqualTo(Reference.BUSY);
    scene.tell(vma, new Reused(reuse.fault(), false));
    scene.runUntilIdle();

    assertThat(task.next(Touched.class).served()).isEqualTo(Served.MINOR);
    assertThat(state.vmstat().get(VmstatItem.PGREUSE)).isEqualTo(1);
    assertThat(state.table().entry(0)).isEqualTo(SwapEntry.NONE);
    assertThat(state.table().writable(0)).isTrue();
  }

  @Test
  void upTo5_17AStoreToAPageUnderWritebackLeavesItsSlot() {
    storeFreesSlot = true;
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 0);

    scene.tell(vma, write(0));
    scene.runUntilIdle();
    scene.tell(vma, new Reused(swapCache.next(Reuse.class).fault(), true));
    scene.runUntilIdle();

    assertThat(task.next(Touched.class).served()).isEqualTo(Served.MINOR);
    assertThat(state.table().entry(0)).isEqualTo(slot(0));
    assertThat(state.table().dirty(0)).isTrue();
  }

  @Test
  void aPageWithAFaultInProgressIsBusyForReclaim() {
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, read(0));
    SwapFault fault = lookup();

    assertThat(age(vma, 0)).isEqualTo(Reference.BUSY);
    unmap(vma, 0, slot(40));
    assertThat(memory.next(Evicted.class).fates()).containsExactly(Fate.BUSY);
    assertThat(swapCache.unread()).isEmpty();

    scene.tell(vma, found(fault, true));
    memory.next(Mapped.class);
    assertThat(age(vma, 0)).isEqualTo(Reference.YOUNG);
  }

  @Test
  void aPageThatIsNotMappedWhereReclaimThinksIsBusyAndTheOthersGo() {
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, 1);

    scene.tell(vma, new Unmap(9, new int[] {0, 55, 1}, new int[] {0, 5, 1}, new long[3], 3));

    Evicted busy = memory.next(Evicted.class);
    assertThat(busy.frames()).containsExactly(55);
    assertThat(busy.fates()).containsExactly(Fate.BUSY);
    assertThat(swapCache.next(Evict.class).frames()).containsExactly(0, 1);
  }

  @Test
  void twoThreadsThatFaultOnOnePageReadItOnce() {
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, read(0));
    SwapFault fault = lookup();
    scene.tell(vma, byTheOther(0, true));
    scene.runUntilIdle();
    assertThat(swapCache.unread()).isEmpty();
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(1));

    scene.tell(vma, found(fault, true));
    task.next(Touched.class);
    Wake wake = cpus.next(Wake.class);
    assertThat(wake.resumed().fault().task()).isEqualTo(1);
    scene.tell(vma, new OnCpu(1, SLICE_END, wake.resumed()));

    Touched touched = other.next(Touched.class);
    assertThat(touched.served()).isEqualTo(Served.SWAP_CACHE);
    assertThat(state.table().dirty(0)).isTrue();
    assertThat(state.vmstat().get(VmstatItem.PGFAULT)).isEqualTo(2);
    assertThat(state.vmstat().get(VmstatItem.PGMAJFAULT)).isZero();
  }

  @Test
  void aThreadThatWaitedForAnotherFaultFaultsAgainIfReclaimTookThePageBeforeItRan() {
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, read(0));
    SwapFault fault = lookup();
    scene.tell(vma, byTheOther(0, true));
    scene.runUntilIdle();
    scene.tell(vma, found(fault, true));
    Wake wake = wakeAfterSleep();
    unmap(vma, 0, SwapEntry.NONE);
    int written = state.table().tag(0);

    scene.tell(vma, new OnCpu(1, SLICE_END, wake.resumed()));

    swapCache.next(Evict.class);
    SwapFault again = lookup();
    assertThat(again.task()).isEqualTo(1);
    assertThat(other.unread()).isEmpty();
    assertThat(state.table().tag(0)).isEqualTo(written);
    scene.tell(vma, found(again, false));
    assertThat(other.next(Touched.class).served()).isEqualTo(Served.SWAP_CACHE);
    assertThat(state.table().mismatches()).isZero();
  }

  private Wake wakeAfterSleep() {
    cpus.next(Sleep.class);
    return cpus.next(Wake.class);
  }

  @Test
  void inVmaModeAMissReadsTheSwappedPagesAroundItsAddress() {
    ActorRef<VmaMessage> vma = swappedOut(true);
    mapped(vma, 22, 22);
    scene.tell(vma, read(30));
    SwapFault first = lookup();
    scene.tell(vma, new Missed(first)); // a fresh VMA: window 8, the previous page is 22

    ReadEntries window = swapCache.next(ReadEntries.class);
    assertThat(window.fault()).isEqualTo(first);
    assertThat(window.entries())
        .containsExactly(LongStream.rangeClosed(slot(27), slot(34)).toArray());
    assertThat(state.windows().calls(0)).containsOnlyKeys(8);
  }

  @Test
  void inVmaModeAWindowEndsWithTheVmaAndLeavesOutPagesThatArePresent() {
    ActorRef<VmaMessage> vma = swappedOut(true);
    mapped(vma, 62, 62);
    scene.tell(vma, read(61));
    scene.tell(vma, new Missed(lookup())); // backward from 62: 54 to 61

    assertThat(swapCache.next(ReadEntries.class).entries())
        .containsExactly(LongStream.rangeClosed(slot(54), slot(61)).toArray());

    scene.tell(vma, byTheOther(63, false));
    scene.tell(vma, new Missed(lookup())); // centred, 62 to 64, but for the end and what is present
    assertThat(swapCache.next(ReadEntries.class).entries()).containsExactly(slot(63));
  }

  @Test
  void aPageWhoseSlotSwapoffFreedSinceReclaimAgedItStays() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<VmaMessage> vma = swappedOut();
    mapped(vma, 0, PAGES - 1);
    age(vma, 5); // clears the young bit
    assertThat(age(vma, 5)).isEqualTo(Reference.OLD_WITH_SLOT);

    scene.tell(vma, new Unuse(1, 0, SLICE_END, 0, 0, LOOKUP, swapoff.ref()));
    assertThat(swapCache.next(FreeSlots.class).entries()).hasSize(PAGES).contains(slot(5));
    unmap(vma, 5, SwapEntry.NONE);

    assertThat(memory.next(Evicted.class).fates()).containsExactly(Fate.BUSY);
    assertThat(swapCache.unread()).isEmpty();
    assertThat(age(vma, 5)).isEqualTo(Reference.OLD_WITHOUT_SLOT);
  }

  @Test
  void swapoffMapsPagesOldAndActiveOneAfterTheOtherAndCountsNoFault() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, new Unuse(1, 0, SLICE_END, 0, PAGES - 2, LOOKUP, swapoff.ref()));

    for (int page = PAGES - 2; page < PAGES; page++) {
      scene.runUntilIdle();
      SwapFault fault = swapCache.next(SwapCacheMessage.Unuse.class).fault();
      assertThat(fault.page()).isEqualTo(page);
      assertThat(fault.unuse()).isTrue();
      scene.tell(vma, found(fault, false));
      assertThat(memory.next(Mapped.class)).isEqualTo(new Mapped(page, 0, page, true));
    }

    Unused unused = swapoff.next(Unused.class);
    assertThat(unused.progress()).isEqualTo(Progress.DONE);
    assertThat(unused.mapped()).isEqualTo(2);
    assertThat(age(vma, PAGES - 1)).isEqualTo(Reference.OLD_WITHOUT_SLOT);
    assertThat(state.vmstat().get(VmstatItem.PGFAULT)).isZero();
    assertThat(state.table().mismatches()).isZero();
  }

  @Test
  void aTaskThatFaultsOnThePageThatSwapoffBringsInWaitsForIt() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, new Unuse(1, 0, SLICE_END, 0, PAGES - 1, LOOKUP, swapoff.ref()));
    SwapFault fault = swapCache.next(SwapCacheMessage.Unuse.class).fault();

    scene.tell(vma, write(PAGES - 1));
    scene.runUntilIdle();
    assertThat(swapCache.unread()).isEmpty();
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(0));

    scene.tell(vma, found(fault, false));
    Wake wake = cpus.next(Wake.class);
    scene.tell(vma, new OnCpu(1, SLICE_END, wake.resumed()));
    assertThat(task.next(Touched.class).served()).isEqualTo(Served.SWAP_CACHE);
    assertThat(state.table().dirty(PAGES - 1)).isTrue();
  }

  @Test
  void aPageForWhichThereIsNoMemoryStaysOnSwapAndWhoWaitedForItFaultsItself() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<VmaMessage> vma = swappedOut();
    scene.tell(vma, new Unuse(1, 0, SLICE_END, 0, 7, LOOKUP, swapoff.ref()));
    SwapFault fault = swapCache.next(SwapCacheMessage.Unuse.class).fault();
    scene.tell(vma, read(7));
    scene.runUntilIdle();

    scene.tell(vma, new NoMemory(fault));

    assertThat(swapoff.next(Unused.class).progress()).isEqualTo(Progress.NO_MEMORY);
    scene.tell(vma, new OnCpu(1, SLICE_END, wakeAfterSleep().resumed()));
    assertThat(lookup().entry()).isEqualTo(slot(7));
  }

  private static final UnuseRules LOOKUP = new UnuseRules(true, Reads.WINDOW, Hits.KEPT);
}
