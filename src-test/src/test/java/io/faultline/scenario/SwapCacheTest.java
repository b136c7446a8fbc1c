package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.swap.SwapCache;
import io.faultline.actors.swap.SwapCacheState;
import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.BlockDeviceMessage.Read;
import io.faultline.protocol.BlockDeviceMessage.Write;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.CpuSpent;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.WritebackEnded;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.ChooseWindow;
import io.faultline.protocol.ReadaheadMessage.Hit;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.NextInUse;
import io.faultline.protocol.SwapCacheMessage.ReadCompleted;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapCacheMessage.Reuse;
import io.faultline.protocol.SwapCacheMessage.SwapFull;
import io.faultline.protocol.SwapCacheMessage.Unuse;
import io.faultline.protocol.SwapCacheMessage.WriteCompleted;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapFault.Cause;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.SwapoffMessage.NextSlot;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Found;
import io.faultline.protocol.VmaMessage.Locked;
import io.faultline.protocol.VmaMessage.Missed;
import io.faultline.protocol.VmaMessage.NoMemory;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.VmaMessage.Reused;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The swap cache over one area of 62 slots, header included, that lies at page 1000 of its device.
 * Slots 8 to 61 hold pages; a frame is called after its slot, so that slot 9 is read into frame
 * 109.
 */
class SwapCacheTest {

  private static final int AREA_PAGES = 62;
  private static final int FIRST_USED = 8;
  private static final int ON_DEVICE = 1000;
  private static final int AGE = 5;

  private final Scene scene = new Scene();
  private final Probe<BlockDeviceMessage> device = scene.probe("device");
  private final Probe<ReadaheadMessage> readahead = scene.probe("readahead");
  private final Probe<SwapAreasMessage> swapAreas = scene.probe("swap-areas");
  private final Probe<MemoryMessage> memory = scene.probe("memory");
  private final Probe<CpusMessage> cpus = scene.probe("cpus");
  private final Probe<VmaMessage> vma = scene.probe("vma");
  private final SwapCacheState state = SwapCacheState.empty(new int[] {AREA_PAGES});
  private Marking marking = Marking.NEW;
  private SwapCache.@Nullable AtOnce atOnce;

  @AfterEach
  void close() {
    scene.close();
  }

  private ActorRef<SwapCacheMessage> swapCache() {
    return swapCache(false);
  }

  private ActorRef<SwapCacheMessage> swapCache(boolean vmaReadahead) {
    for (int slot = FIRST_USED; slot < AREA_PAGES; slot++) {
      state.slots().layOut(slot(slot), 0, 0);
    }
    ActorRef<SwapCacheMessage> swapCache =
        scene.spawn(
            SwapCache.create(
                state,
                new SwapCache.Surroundings(
                    List.of(new SwapCache.Backing(device.ref(), ON_DEVICE, atOnce)),
                    vmaReadahead
                        ? SwapCache.Readahead.vmasDecide()
                        : new SwapCache.Readahead(
                            false, 1, List.of(readahead.ref()), marking, false, false),
                    swapAreas.ref(),
                    memory.ref(),
                    cpus.ref(),
                    scene.clock(),
                    0)),
            "swap-cache");
    memory.forget();
    swapAreas.forget();
    return swapCache;
  }

  private static long slot(int slot) {
    return SwapEntry.of(0, slot);
  }

  private SwapFault fault(int task, int slot, boolean write) {
    return new SwapFault(task, task, 0, slot, slot(slot), write, vma.ref());
  }

  private SwapFault read(int task, int slot) {
    return fault(task, slot, false);
  }

  private SwapFault write(int task, int slot) {
    return fault(task, slot, true);
  }

  private static int[] upTo(int first, int last) {
    return IntStream.rangeClosed(first, last).toArray();
  }

  private static int[] onDevice(int first, int last) {
    return upTo(ON_DEVICE + first, ON_DEVICE + last);
  }

  /** Brings a window in for a fault of task 0 and lets everybody forget it. */
  private ActorRef<SwapCacheMessage> withWindow(int target, int first, int last) {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    bringIn(swapCache, read(0, target), first, last);
    return swapCache;
  }

  private void bringIn(ActorRef<SwapCacheMessage> swapCache, SwapFault fault, int first, int last) {
    scene.tell(swapCache, new ReadWindow(fault, Integer.highestOneBit(last - first) << 1));
    charge(swapCache, first, last);
    completeRead(swapCache, first, last);
    cpus.forget();
    vma.forget();
  }

  private void charge(ActorRef<SwapCacheMessage> swapCache, int first, int last) {
    Charge charge = memory.next(Charge.class);
    assertThat(charge.groups()).hasSize(last - first + 1);
    scene.tell(swapCache, new Charged(charge.requestId(), upTo(100 + first, 100 + last)));
  }

  private void completeRead(ActorRef<SwapCacheMessage> swapCache, int first, int last) {
    Read read = device.next(Read.class);
    assertThat(read.pages()).containsExactly(onDevice(first, last));
    int[] contents = Arrays.stream(read.pages()).map(page -> 7 * page).toArray();
    scene.tell(swapCache, new ReadCompleted(read.requestId(), read.pages(), contents));
  }

  private static Evict evict(int job, int slot, boolean dirty) {
    return new Evict(
        job,
        new int[] {100 + slot},
        new long[] {slot(slot)},
        new boolean[] {dirty},
        new int[] {4711},
        new int[] {1},
        0,
        AGE);
  }

  private Fate[] fates() {
    return memory.next(Evicted.class).fates();
  }

  @Test
  void aMissOpensAWindowWhoseAbsentSlotsAreChargedAndReadInOnePlug() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    SwapFault fault = read(0, 18);
    scene.tell(swapCache, new Lookup(fault));
    assertThat(readahead.next(ChooseWindow.class).fault()).isEqualTo(fault);

    scene.tell(swapCache, new ReadWindow(fault, 8));
    charge(swapCache, 16, 23);
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(0));
    completeRead(swapCache, 16, 23);

    PageReady ready = cpus.next(Wake.class).resumed();
    assertThat(ready).isEqualTo(new PageReady(fault, 118, true, true, 7 * 1018));
    assertThat(state.vmstat().get(VmstatItem.PSWPIN)).isEqualTo(8);
    assertThat(state.vmstat().get(VmstatItem.SWAP_RA)).isEqualTo(7);
  }

  @Test
  void aWindowAtTheEndOfTheAreaIsClipped() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, new ReadWindow(read(0, 58), 8)); // 56 to 63, of which 61 is the last

    charge(swapCache, 56, 61);
    assertThat(device.next(Read.class).pages()).containsExactly(onDevice(56, 61));
  }

  @Test
  void freeSlotsAndTheHeaderAreLeftOutOfAWindow() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, new ReadWindow(read(0, 8), 16)); // 0 to 15, of which 8 is the first used

    charge(swapCache, 8, 15);
    assertThat(device.next(Read.class).pages()).containsExactly(onDevice(8, 15));
  }

  /** Slot 16 was read for its own fault and is still being written when a window passes over it. */
  private long hitOnAPageThatAWindowFoundCached() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 19);
    scene.tell(swapCache, evict(9, 16, true));
    device.next(Write.class);
    memory.next(Evicted.class);
    scene.tell(swapCache, new ReadWindow(read(0, 20), 8)); // 16 to 23
    charge(swapCache, 20, 23);

    scene.tell(swapCache, new Lookup(read(1, 16)));
    return state.vmstat().get(VmstatItem.SWAP_RA_HIT);
  }

  @Test
  void aWindowMarksWhatItFindsCachedUpTo4_13() {
    marking = Marking.ALL;
    assertThat(hitOnAPageThatAWindowFoundCached()).isOne();
  }

  @Test
  void aWindowMarksWhatItReadsAloneSince4_14() {
    assertThat(hitOnAPageThatAWindowFoundCached()).isZero();
  }

  @Test
  void noPageIsMarkedBefore3_14() {
    marking = Marking.NONE;
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 19);

    scene.tell(swapCache, new Lookup(read(1, 17)));

    assertThat(state.vmstat().get(VmstatItem.SWAP_RA_HIT)).isZero();
    assertThat(readahead.unread()).isEmpty();
  }

  @Test
  void aWindowReadsOnlyWhatIsNotCachedYet() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 19);

    scene.tell(swapCache, new ReadWindow(read(0, 20), 8));

    charge(swapCache, 20, 23);
    assertThat(device.next(Read.class).pages()).containsExactly(onDevice(20, 23));
  }

  @Test
  void aMissThatAnotherTaskSatisfiedMeanwhileReadsNothing() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, new Lookup(read(0, 16)));
    scene.tell(swapCache, new Lookup(read(1, 17)));
    assertThat(readahead.unread()).hasSize(2);

    scene.tell(swapCache, new ReadWindow(read(0, 16), 8));
    scene.tell(swapCache, new ReadWindow(read(1, 17), 4));
    charge(swapCache, 16, 23);
    assertThat(memory.unread()).isEmpty();
    completeRead(swapCache, 16, 23);

    assertThat(device.unread()).isEmpty();
    assertThat(cpus.unread()).hasSize(4);
    cpus.next(Sleep.class);
    cpus.next(Sleep.class);
    assertThat(cpus.next(Wake.class).resumed().major()).isTrue();
    assertThat(cpus.next(Wake.class).resumed().major()).isTrue();
    assertThat(state.vmstat().get(VmstatItem.PSWPIN)).isEqualTo(8);
  }

  @Test
  void aMissThatWasSatisfiedAndReadMeanwhileGoesOnAtOnce() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, new Lookup(read(1, 17)));
    bringIn(swapCache, read(0, 16), 16, 23);

    scene.tell(swapCache, new ReadWindow(read(1, 17), 1));

    assertThat(vma.next(PageReady.class).major()).isTrue();
    assertThat(device.unread()).isEmpty();
    assertThat(cpus.unread()).isEmpty();
  }

  @Test
  void aFaultOnAPageUnderReadWaitsAndCostsNoMajorFault() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, new ReadWindow(read(0, 16), 8));
    charge(swapCache, 16, 23);
    cpus.forget();

    scene.tell(swapCache, new Lookup(read(1, 17)));
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(1));
    assertThat(vma.unread()).isEmpty();
    completeRead(swapCache, 16, 23);

    assertThat(cpus.next(Wake.class).resumed().fault().task()).isZero();
    PageReady waited = cpus.next(Wake.class).resumed();
    assertThat(waited.fault().task()).isEqualTo(1);
    assertThat(waited.major()).isFalse();
    assertThat(readahead.next(Hit.class).fault().task()).isEqualTo(1);
  }

  @Test
  void aPageThatReadaheadBroughtInIsAHitOnce() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);

    scene.tell(swapCache, new Lookup(read(0, 17)));
    assertThat(vma.next(Found.class))
        .isEqualTo(new Found(read(0, 17), 117, true, true, 0, 7 * 1017));
    assertThat(readahead.next(Hit.class)).isEqualTo(new Hit(read(0, 17), true, 0));
    assertThat(state.vmstat().get(VmstatItem.SWAP_RA_HIT)).isEqualTo(1);

    scene.tell(swapCache, evict(1, 17, true));
    scene.tell(swapCache, new Lookup(read(0, 17)));
    assertThat(vma.next(Found.class).readahead()).isFalse();
    assertThat(readahead.unread()).isEmpty();
  }

  @Test
  void inVmaModeTheVmaLearnsOfItsMissesAndHitsAndTheGlobalCounterOfNothing() {
    ActorRef<SwapCacheMessage> swapCache = swapCache(true);
    SwapFault fault = read(0, 40);
    scene.tell(swapCache, new Lookup(fault));
    assertThat(vma.next(Missed.class)).isEqualTo(new Missed(fault));

    scene.tell(swapCache, new ReadEntries(fault, new long[] {slot(40), slot(20), slot(30)}));
    Charge charge = memory.next(Charge.class);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {140, 120, 130}));
    Read read = device.next(Read.class);
    assertThat(read.pages()).containsExactly(1040, 1020, 1030);

    scene.tell(swapCache, new Lookup(read(1, 20)));
    assertThat(vma.next(Locked.class)).isEqualTo(new Locked(read(1, 20), true, 0));
    scene.tell(swapCache, new ReadCompleted(read.requestId(), read.pages(), new int[3]));
    scene.tell(swapCache, new Lookup(read(0, 30)));
    assertThat(vma.next(Found.class).readahead()).isTrue();
    assertThat(readahead.unread()).isEmpty();
  }

  @Test
  void aReadFaultKeepsItsSlot() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);

    scene.tell(swapCache, new Lookup(read(0, 17)));

    assertThat(vma.next(Found.class).slotKept()).isTrue();
    assertThat(swapAreas.unread()).isEmpty();
    assertThat(state.slots().cached(slot(17))).isTrue();
  }

  @Test
  void aWriteFaultFreesItsSlot() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);

    scene.tell(swapCache, new Lookup(write(0, 17)));

    assertThat(vma.next(Found.class).slotKept()).isFalse();
    assertThat(swapAreas.next(Free.class)).isEqualTo(new Free(0, slot(17)));
    assertThat(state.slots().free(slot(17))).isTrue();
  }

  @Test
  void whileSwapIsMoreThanHalfFullAReadFaultFreesItsSlotToo() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);

    scene.tell(swapCache, new SwapFull(true));
    scene.tell(swapCache, new Lookup(read(0, 17)));
    assertThat(vma.next(Found.class).slotKept()).isFalse();
    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(17));

    scene.tell(swapCache, new SwapFull(false));
    scene.tell(swapCache, new Lookup(read(0, 18)));
    assertThat(vma.next(Found.class).slotKept()).isTrue();
  }

  @Test
  void aCleanPageIsDroppedWithoutAWrite() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23); // slot 16 is mapped by task 0

    scene.tell(swapCache, evict(1, 16, false));

    assertThat(fates()).containsExactly(Fate.FREED);
    assertThat(device.unread()).isEmpty();
    assertThat(state.slots().cached(slot(16))).isFalse();
    assertThat(state.slots().count(slot(16))).isEqualTo(1);
  }

  @Test
  void aDirtyPageIsRewrittenToItsSlot() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);

    scene.tell(swapCache, evict(1, 16, true));

    assertThat(fates()).containsExactly(Fate.WRITEBACK);
    Write write = device.next(Write.class);
    assertThat(write.pages()).containsExactly(ON_DEVICE + 16);
    assertThat(write.contents()).containsExactly(4711);
    assertThat(state.vmstat().get(VmstatItem.PSWPOUT)).isEqualTo(1);

    scene.tell(swapCache, new WriteCompleted(write.requestId(), write.pages()));
    assertThat(memory.next(WritebackEnded.class).frames()).containsExactly(116);
    scene.tell(swapCache, new Drop(2, new int[] {116}, AGE));
    assertThat(fates()).containsExactly(Fate.FREED);
  }

  @Test
  void anEvictedPageThatIsLookedUpWhileItIsWrittenIsFoundAgain() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);
    scene.tell(swapCache, evict(1, 16, true));
    assertThat(fates()).containsExactly(Fate.WRITEBACK);
    Write write = device.next(Write.class);

    scene.tell(swapCache, new Lookup(read(1, 16)));

    Found found = vma.next(Found.class);
    assertThat(found.frame()).isEqualTo(116);
    assertThat(found.content()).isEqualTo(4711);
    assertThat(found.readahead()).isFalse();
    assertThat(readahead.unread()).isEmpty();
    scene.tell(swapCache, new WriteCompleted(write.requestId(), write.pages()));
    scene.tell(swapCache, new Drop(2, new int[] {116}, AGE)); // it is mapped again
    memory.next(WritebackEnded.class);
    assertThat(fates()).containsExactly(Fate.BUSY);
  }

  @Test
  void aPageUnderWritebackKeepsItsSlotEvenOnAWriteFault() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);
    scene.tell(swapCache, evict(1, 16, true));

    scene.tell(swapCache, new Lookup(write(1, 16)));

    assertThat(vma.next(Found.class).slotKept()).isTrue();
    assertThat(swapAreas.unread()).isEmpty();
  }

  @Test
  void aPageThatIsEvictedAgainWhileItIsWrittenIsStillUnderWriteback() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);
    scene.tell(swapCache, evict(1, 16, true));
    assertThat(fates()).containsExactly(Fate.WRITEBACK);
    device.next(Write.class);
    scene.tell(swapCache, new Lookup(read(1, 16)));

    scene.tell(swapCache, evict(2, 16, false));

    assertThat(fates()).containsExactly(Fate.STILL_WRITEBACK);
    assertThat(device.unread()).isEmpty();
  }

  @Test
  void aLockedPageOfTheWindowThatIsBeingChargedOrReadIsAnsweredBusy() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, new ReadWindow(read(0, 16), 8));
    // memory has put the frames on its lists, the charge is not answered yet
    scene.tell(swapCache, new Drop(1, new int[] {117}, AGE));
    Charge charge = memory.next(Charge.class);
    assertThat(fates()).containsExactly(Fate.BUSY);

    scene.tell(swapCache, new Charged(charge.requestId(), upTo(116, 123)));
    scene.tell(swapCache, new Drop(2, new int[] {117, 123}, AGE));
    assertThat(fates()).containsExactly(Fate.BUSY, Fate.BUSY);

    completeRead(swapCache, 16, 23);
    scene.tell(swapCache, new Drop(3, new int[] {117}, AGE));
    assertThat(fates()).containsExactly(Fate.FREED);
  }

  @Test
  void aPageThatWasHandedOutMeanwhileIsNotDropped() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);
    scene.tell(swapCache, new Lookup(read(1, 17)));
    scene.tell(swapCache, new Lookup(write(1, 18)));

    scene.tell(swapCache, new Drop(1, new int[] {117, 118, 119}, AGE));

    assertThat(fates()).containsExactly(Fate.BUSY, Fate.BUSY, Fate.FREED);
  }

  @Test
  void aPageThatReclaimTookAwayWhileTheRestOfItsWindowWasChargedIsReadAlone() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 17);
    scene.tell(swapCache, new ReadWindow(read(1, 17), 8)); // 17 is cached; it missed before
    Charge rest = memory.next(Charge.class);
    assertThat(rest.groups()).hasSize(6);
    scene.tell(swapCache, new Drop(1, new int[] {117}, AGE));
    assertThat(fates()).containsExactly(Fate.FREED);

    scene.tell(swapCache, new Charged(rest.requestId(), upTo(118, 123)));

    assertThat(memory.next(Charge.class).evictionAges()).containsExactly(AGE);
    assertThat(cpus.unread()).isEmpty();
  }

  @Test
  void aNewPageIsTakenInAndWrittenToTheSlotItWasGiven() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, evict(1, 3, true)); // slot 3 was free

    assertThat(fates()).containsExactly(Fate.WRITEBACK);
    assertThat(device.next(Write.class).pages()).containsExactly(ON_DEVICE + 3);
    assertThat(state.slots().count(slot(3))).isEqualTo(1);
    assertThat(state.slots().cached(slot(3))).isTrue();
  }

  private SwapFault unused(int task, int slot) {
    return new SwapFault(task, task, 0, slot, slot(slot), Cause.UNUSE, vma.ref());
  }

  private Unuse unuse(int task, int slot, Reads reads) {
    return new Unuse(unused(task, slot), new UnuseRules(true, reads, Hits.KEPT));
  }

  @Test
  void swapoffGivesUpTheSlotOfThePageItFinds() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);

    scene.tell(swapCache, unuse(1, 17, Reads.WINDOW));

    Found found = vma.next(Found.class);
    assertThat(found.slotKept()).isFalse();
    assertThat(found.readahead()).isTrue();
    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(17));
    assertThat(readahead.next(Hit.class).flagged()).isTrue();
  }

  @Test
  void swapoffWaitsForAPageThatIsBeingWritten() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);
    scene.tell(swapCache, evict(1, 16, true));
    Write write = device.next(Write.class);

    scene.tell(swapCache, unuse(1, 16, Reads.WINDOW));
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(1));
    assertThat(vma.unread()).isEmpty();

    scene.tell(swapCache, new WriteCompleted(write.requestId(), write.pages()));
    PageReady ready = cpus.next(Wake.class).resumed();
    assertThat(ready.slotKept()).isFalse();
    assertThat(ready.content()).isEqualTo(4711);
    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(16));
  }

  @Test
  void theSlotOfAMappedPageIsFreedOnceItIsWritten() {
    ActorRef<SwapCacheMessage> swapCache = withWindow(16, 16, 23);
    scene.tell(swapCache, evict(1, 16, true));
    Write write = device.next(Write.class);
    scene.tell(swapCache, new Lookup(read(1, 16)));
    assertThat(vma.next(Found.class).slotKept()).isTrue();

    scene.tell(swapCache, new FreeSlots(0, new long[] {slot(16)}));
    assertThat(swapAreas.unread()).isEmpty();

    scene.tell(swapCache, new WriteCompleted(write.requestId(), write.pages()));
    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(16));
    memory.next(Evicted.class);
    assertThat(memory.next(WritebackEnded.class).frames()).containsExactly(116);
    assertThat(state.slots().free(slot(16))).isTrue();
  }

  @Test
  void aStoreFreesTheSlotOfAPageThatIsMappedAndWritten() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, evict(1, 16, true));
    Write write = device.next(Write.class);
    scene.tell(swapCache, new Lookup(read(1, 16)));
    assertThat(vma.next(Found.class).slotKept()).isTrue();

    scene.tell(swapCache, new Reuse(read(1, 16)));
    assertThat(vma.next(Reused.class).slotKept()).isTrue();
    scene.tell(swapCache, new WriteCompleted(write.requestId(), write.pages()));
    scene.tell(swapCache, new Reuse(read(1, 16)));

    assertThat(vma.next(Reused.class).slotKept()).isFalse();
    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(16));
    assertThat(state.slots().free(slot(16))).isTrue();
  }

  @Test
  void aPageAloneIsReadWithoutAskingReadahead() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, unuse(1, 18, Reads.PAGE));
    charge(swapCache, 18, 18);
    completeRead(swapCache, 18, 18);

    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(1));
    assertThat(cpus.next(Wake.class).resumed().frame()).isEqualTo(118);
    assertThat(readahead.unread()).isEmpty();
  }

  @Test
  void aWindowForWhichThereIsNoMemoryIsGivenBackAndThePageTriedAlone() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, new ReadWindow(unused(1, 18), 8));
    scene.tell(swapCache, new Lookup(read(0, 20))); // a task waits for another page of the window
    assertThat(cpus.next(Sleep.class)).isEqualTo(new Sleep(0));
    Charge window = memory.next(Charge.class);
    assertThat(window.mayFail()).isTrue();

    scene.tell(swapCache, new Charged(window.requestId(), new int[0]));

    Charge ofTheTask = memory.next(Charge.class);
    assertThat(ofTheTask.groups()).hasSize(1);
    assertThat(ofTheTask.mayFail()).isFalse();
    Charge alone = memory.next(Charge.class);
    assertThat(alone.groups()).hasSize(1);
    assertThat(alone.mayFail()).isTrue();
    assertThat(state.slots().cached(slot(19))).isFalse();
    assertThat(state.vmstat().get(VmstatItem.SWAP_RA)).isZero();

    scene.tell(swapCache, new Charged(alone.requestId(), new int[0]));
    vma.next(NoMemory.class);
    assertThat(state.slots().cached(slot(18))).isFalse();

    scene.tell(swapCache, new Charged(ofTheTask.requestId(), new int[] {120}));
    completeRead(swapCache, 20, 20);
    PageReady ready = cpus.next(Wake.class).resumed();
    assertThat(ready.fault().task()).isZero();
    assertThat(ready.frame()).isEqualTo(120);
  }

  @Test
  void anotherSwapoffThatSleptOnAPageOfSuchAWindowMayNotGiveUpInItsSleep() {
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    scene.tell(swapCache, new ReadWindow(unused(1, 18), 8));
    Charge window = memory.next(Charge.class);
    scene.tell(swapCache, unuse(2, 20, Reads.WINDOW));
    cpus.next(Sleep.class);

    scene.tell(swapCache, new Charged(window.requestId(), new int[0]));

    assertThat(memory.next(Charge.class).mayFail()).isFalse();
  }

  @Test
  void theNextSlotInUseIsTheOneBehindTheOneNamed() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, new NextInUse(slot(0), swapoff.ref()));
    scene.tell(swapCache, new NextInUse(slot(8), swapoff.ref()));
    scene.tell(swapCache, new NextInUse(slot(61), swapoff.ref()));

    assertThat(swapoff.next(NextSlot.class).entry()).isEqualTo(slot(8));
    assertThat(swapoff.next(NextSlot.class).entry()).isEqualTo(slot(9));
    assertThat(swapoff.next(NextSlot.class).entry()).isEqualTo(SwapEntry.NONE);
  }

  @Test
  void aPageOnZramIsReadAloneWhileItsTaskKeepsItsProcessorAndItsSlotIsFreeAtOnce() {
    atOnce = new SwapCache.AtOnce(6_000, true);
    ActorRef<SwapCacheMessage> swapCache = swapCache();
    SwapFault fault = read(0, 18);

    scene.tell(swapCache, new Lookup(fault));
    charge(swapCache, 18, 18);
    completeRead(swapCache, 18, 18);

    assertThat(readahead.unread()).isEmpty();
    assertThat(cpus.unread()).isEmpty();
    assertThat(vma.next(PageReady.class))
        .isEqualTo(new PageReady(fault, 118, false, true, 7 * 1018));
    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(18));
    assertThat(state.slots().free(slot(18))).isTrue();
    assertThat(state.vmstat().get(VmstatItem.PSWPIN)).isOne();
    assertThat(state.vmstat().get(VmstatItem.SWAP_RA)).isZero();
  }

  @Test
  void aPageOnZramIsReadAheadAsAnyOtherBefore4_15() {
    atOnce = new SwapCache.AtOnce(6_000, false);
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, new Lookup(read(0, 18)));

    assertThat(readahead.next(ChooseWindow.class).fault().entry()).isEqualTo(slot(18));
  }

  @Test
  void reclaimItselfWritesToZramAndHasTheFrameAtOnce() {
    atOnce = new SwapCache.AtOnce(6_000, true);
    ActorRef<SwapCacheMessage> swapCache = swapCache();

    scene.tell(swapCache, evict(3, 5, true));

    assertThat(memory.next(CpuSpent.class)).isEqualTo(new CpuSpent(3, 6_000));
    assertThat(fates()).containsExactly(Fate.WRITTEN);
    assertThat(state.slots().cached(slot(5))).isFalse();
    assertThat(state.slots().count(slot(5))).isOne();
    Write write = device.next(Write.class);
    assertThat(write.contents()).containsExactly(4711);
    scene.tell(swapCache, new WriteCompleted(write.requestId(), write.pages()));
    assertThat(memory.unread()).isEmpty();
  }
}
