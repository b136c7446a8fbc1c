package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorRef;
import io.faultline.actors.memory.Group;
import io.faultline.actors.memory.Memory;
import io.faultline.actors.memory.MemoryState;
import io.faultline.actors.memory.OutOfMemory;
import io.faultline.actors.memory.Watermarks;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.virtualtime.MachineFailure;
import io.faultline.config.CpuCosts;
import io.faultline.config.JitterSpec;
import io.faultline.config.Kernel;
import io.faultline.config.Lru;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.KswapdReady;
import io.faultline.protocol.CpusMessage.KswapdSleeps;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.AddSwapCache;
import io.faultline.protocol.MemoryMessage.AddVma;
import io.faultline.protocol.MemoryMessage.Aged;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.KswapdRuns;
import io.faultline.protocol.MemoryMessage.Mapped;
import io.faultline.protocol.MemoryMessage.PushOut;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.MemoryMessage.SlotsAllocated;
import io.faultline.protocol.MemoryMessage.SwapoffBegan;
import io.faultline.protocol.MemoryMessage.SwapoffOver;
import io.faultline.protocol.MemoryMessage.WritebackEnded;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Allocate;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.SwapoffMessage.GiveUp;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.WorkloadMessage;
import io.faultline.protocol.WorkloadMessage.PushedOut;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Memory of 1000 frames with a group that is limited to a few of them. Frames are handed out from 0
 * up; frame f is mapped at page f. Allocating a frame takes 1 us.
 */
class MemoryTest {

  private static final CpuCosts COSTS = new CpuCosts(10, 100, 1_000, 20, 5, 1, 10, 0, 0);
  private static final int ROOT = 0;
  private static final int T = 1;
  private static final long SLOT = SwapEntry.of(0, 1);

  private final Scene scene = new Scene();
  private Kernel kernel = Kernel.V6_1;
  private final Probe<VmaMessage> vma = scene.probe("vma");
  private final Probe<SwapCacheMessage> swapCache = scene.probe("swap-cache");
  private final Probe<SwapAreasMessage> swapAreas = scene.probe("swap-areas");
  private final Probe<CpusMessage> cpus = scene.probe("cpus");
  private final Probe<SwapCacheMessage> asker = scene.probe("asker");

  @AfterEach
  void close() {
    scene.close();
  }

  private static MemoryState limitedTo(int pages) {
    MemoryState state = MemoryState.free(1_000, new Watermarks(0, 20, 40, 60));
    state.addGroup("t", pages);
    return state;
  }

  private ActorRef<MemoryMessage> memory(MemoryState state) {
    ActorRef<MemoryMessage> memory =
        scene.spawn(
            Memory.create(
                state,
                new Memory.Surroundings(
                    scene.clock(),
                    kernel,
                    60,
                    Lru.CLASSIC,
                    COSTS,
                    JitterSpec.NONE.source(1, "memory"),
                    swapAreas.ref(),
                    cpus.ref())),
            "memory");
    scene.tell(memory, new AddSwapCache(swapCache.ref()));
    scene.tell(memory, new AddVma(0, T, vma.ref()));
    return memory;
  }

  private Charge charge(int group, int pages, int evictionAge) {
    int[] groups = new int[pages];
    int[] evictionAges = new int[pages];
    Arrays.fill(groups, group);
    Arrays.fill(evictionAges, evictionAge);
    return new Charge(5, groups, evictionAges, 1, asker.ref());
  }

  private Charge one() {
    return charge(T, 1, MemoryMessage.NEVER_EVICTED);
  }

  /** Charges frames and has them mapped. */
  private void fill(ActorRef<MemoryMessage> memory, int group, int pages) {
    scene.tell(memory, charge(group, pages, MemoryMessage.NEVER_EVICTED));
    scene.runUntilIdle();
    for (int frame : asker.next(Charged.class).frames()) {
      scene.tell(memory, new Mapped(frame, 0, frame));
    }
  }

  private ActorRef<MemoryMessage> filled(MemoryState state, int pages) {
    ActorRef<MemoryMessage> memory = memory(state);
    fill(memory, T, pages);
    return memory;
  }

  private Age age() {
    scene.runUntilIdle();
    return vma.next(Age.class);
  }

  private void answer(ActorRef<MemoryMessage> memory, Age age, Reference... references) {
    scene.tell(memory, new Aged(age.job(), age.frames(), references));
  }

  private void answer(ActorRef<MemoryMessage> memory, Unmap unmap, Fate... fates) {
    scene.tell(memory, new Evicted(unmap.job(), unmap.frames(), fates));
    scene.runUntilIdle();
  }

  /** A VMA and a swap cache whose pages are all old and have slots, and meet one fate. */
  private void everyPageMeets(ActorRef<MemoryMessage> memory, Reference reference, Fate fate) {
    vma.answering(
        message -> {
          if (message instanceof Age age) {
            Reference[] references = new Reference[age.frames().length];
            Arrays.fill(references, reference);
            memory.tell(new Aged(age.job(), age.frames(), references));
          } else if (message instanceof Unmap unmap) {
            memory.tell(evicted(unmap.job(), unmap.frames(), fate));
          }
        });
    swapCache.answering(
        message -> {
          if (message instanceof Drop drop) {
            memory.tell(evicted(drop.job(), drop.frames(), fate));
          }
        });
  }

  private static Evicted evicted(int job, int[] frames, Fate fate) {
    Fate[] fates = new Fate[frames.length];
    Arrays.fill(fates, fate);
    return new Evicted(job, frames, fates);
  }

  @Test
  void aChargeIsAnsweredOnceTheTimeForItsFramesHasPassed() {
    MemoryState state = limitedTo(4);
    ActorRef<MemoryMessage> memory = memory(state);

    scene.tell(memory, charge(T, 3, MemoryMessage.NEVER_EVICTED));
    assertThat(asker.unread()).isEmpty();
    scene.runUntilIdle();

    Charged charged = asker.next(Charged.class);
    assertThat(charged.requestId()).isEqualTo(5);
    assertThat(charged.frames()).containsExactly(0, 1, 2);
    assertThat(asker.heardAt()).isEqualTo(3_000);
    assertThat(state.groups().get(T).usage()).isEqualTo(3);
  }

  @Test
  void upTo5_7APageReadAheadIsChargedWhenAFaultMapsIt() {
    kernel = Kernel.V5_6;
    MemoryState state = limitedTo(1);
    Group group = state.groups().get(T);
    ActorRef<MemoryMessage> memory = memory(state);

    scene.tell(memory, charge(T, 8, 0)); // a window of pages that were swapped out
    scene.runUntilIdle();
    assertThat(asker.next(Charged.class).frames()).hasSize(8); // eight times the limit
    assertThat(group.usage()).isZero();
    assertThat(state.groups().get(ROOT).inactivePages()).isEqualTo(8);

    scene.tell(memory, new ChargeMapped(5, 3, T, 1, false, asker.ref()));
    assertThat(asker.next(Charged.class).frames()).containsExactly(3);
    scene.tell(memory, new Mapped(3, 0, 3));
    assertThat(group.usage()).isEqualTo(1);
    assertThat(group.activePages()).isEqualTo(1);
    assertThat(state.groups().get(ROOT).usage()).isEqualTo(7);
  }

  @Test
  void aPageThatIsChargedAlreadyIsNotChargedAgain() {
    kernel = Kernel.V5_6;
    MemoryState state = limitedTo(4);
    ActorRef<MemoryMessage> memory = filled(state, 1);

    scene.tell(memory, new ChargeMapped(5, 0, T, 1, false, asker.ref()));

    assertThat(asker.next(Charged.class).frames()).containsExactly(0);
    assertThat(state.groups().get(T).usage()).isEqualTo(1);
  }

  @Test
  void theFaultThatMapsAPageReclaimsForItsCharge() {
    kernel = Kernel.V5_6;
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = filled(state, 2);
    scene.tell(memory, charge(T, 1, 0));
    scene.runUntilIdle();
    int frame = asker.next(Charged.class).frames()[0];
    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED);

    scene.tell(memory, new ChargeMapped(5, frame, T, 1, false, asker.ref()));
    assertThat(asker.unread()).isEmpty();
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).containsExactly(frame);
    assertThat(state.frames().group(frame)).isEqualTo(T);
    assertThat(state.groups().get(ROOT).usage()).isZero();
  }

  @Test
  void swapoffIsToldThatItsPageCannotBeCharged() {
    kernel = Kernel.V5_6;
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = filled(state, 2);
    scene.tell(memory, charge(T, 1, 0));
    scene.runUntilIdle();
    int frame = asker.next(Charged.class).frames()[0];
    everyPageMeets(memory, Reference.BUSY, Fate.BUSY);

    scene.tell(memory, new ChargeMapped(5, frame, T, 1, true, asker.ref()));
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).isEmpty();
    assertThat(state.frames().inUse(frame)).isTrue();
    assertThat(state.frames().group(frame)).isEqualTo(ROOT);
  }

  @Test
  void aChargeBeyondTheLimitWaitsForItsOwnReclaim() {
    MemoryState state = limitedTo(4);
    ActorRef<MemoryMessage> memory = filled(state, 4);

    scene.tell(memory, one());
    Age age = age();
    assertThat(age.frames()).containsExactly(0, 1, 2, 3); // the oldest first
    answer(
        memory,
        age,
        Reference.YOUNG,
        Reference.OLD_WITHOUT_SLOT,
        Reference.OLD_WITH_SLOT,
        Reference.BUSY);
    Allocate allocate = swapAreas.next(Allocate.class);
    assertThat(allocate.slots()).isEqualTo(1);
    assertThat(allocate.cpu()).isEqualTo(1);
    scene.tell(memory, new SlotsAllocated(allocate.job(), new long[] {SLOT}));
    Unmap unmap = vma.next(Unmap.class);
    assertThat(unmap.frames()).containsExactly(1, 2);
    assertThat(unmap.entries()).containsExactly(SLOT, SwapEntry.NONE);
    assertThat(asker.unread()).isEmpty();
    answer(memory, unmap, Fate.WRITEBACK, Fate.FREED);

    assertThat(asker.next(Charged.class).frames()).containsExactly(2);
    assertThat(state.groups().get(T).usage()).isEqualTo(4);
    assertThat(state.groups().get(T).inactivePages()).isEqualTo(4);
    assertThat(state.vmstat().get(VmstatItem.PGSTEAL_ANON)).isEqualTo(1);
  }

  @Test
  void aYoungPageGetsAnotherRoundAndTheSecondTimeItIsActive() {
    MemoryState state = limitedTo(2);
    Group group = state.groups().get(T);
    ActorRef<MemoryMessage> memory = filled(state, 2);

    scene.tell(memory, one());
    answer(memory, age(), Reference.YOUNG, Reference.OLD_WITH_SLOT);
    answer(memory, vma.next(Unmap.class), Fate.FREED);
    assertThat(asker.next(Charged.class).frames()).containsExactly(1);
    assertThat(group.activePages()).isZero();

    scene.tell(memory, new Mapped(1, 0, 1));
    scene.tell(memory, one());
    Age age = age();
    assertThat(age.frames()).containsExactly(0, 1);
    answer(memory, age, Reference.YOUNG, Reference.OLD_WITH_SLOT);
    answer(memory, vma.next(Unmap.class), Fate.FREED);

    assertThat(group.activePages()).isEqualTo(1);
    assertThat(state.vmstat().get(VmstatItem.PGACTIVATE)).isEqualTo(1);
  }

  @Test
  void aPageWithoutSlotIsActivatedWhenSwapIsFull() {
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = filled(state, 2);

    scene.tell(memory, one());
    answer(memory, age(), Reference.OLD_WITHOUT_SLOT, Reference.OLD_WITHOUT_SLOT);
    Allocate allocate = swapAreas.next(Allocate.class);
    assertThat(allocate.slots()).isEqualTo(2);
    scene.tell(memory, new SlotsAllocated(allocate.job(), new long[] {SLOT}));

    Unmap unmap = vma.next(Unmap.class);
    assertThat(unmap.frames()).containsExactly(0);
    answer(memory, unmap, Fate.FREED);
    assertThat(state.groups().get(T).activePages()).isEqualTo(1);
  }

  @Test
  void aBusyPageGoesBackToItsListAndGivesItsNewSlotBack() {
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = filled(state, 2);

    scene.tell(memory, one());
    answer(memory, age(), Reference.OLD_WITHOUT_SLOT, Reference.OLD_WITH_SLOT);
    Allocate allocate = swapAreas.next(Allocate.class);
    scene.tell(memory, new SlotsAllocated(allocate.job(), new long[] {SLOT}));
    answer(memory, vma.next(Unmap.class), Fate.BUSY, Fate.FREED);

    assertThat(swapAreas.next(Free.class)).isEqualTo(new Free(1, SLOT));
    assertThat(state.frames().vma(0)).isZero();
    assertThat(state.groups().get(T).inactivePages()).isEqualTo(2);
    assertThat(state.groups().get(T).activePages()).isZero();
  }

  @Test
  void pagesThatNobodyMappedAreDroppedWithoutAskingAnyVma() {
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = memory(state);
    scene.tell(memory, charge(T, 2, 0));
    scene.runUntilIdle();
    asker.next(Charged.class);

    scene.tell(memory, charge(T, 1, MemoryMessage.NEVER_EVICTED));
    scene.runUntilIdle();
    Drop drop = swapCache.next(Drop.class);
    assertThat(drop.frames()).containsExactly(0, 1);
    assertThat(vma.unread()).isEmpty();
    scene.tell(memory, new Evicted(drop.job(), drop.frames(), new Fate[] {Fate.FREED, Fate.BUSY}));
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).containsExactly(0);
  }

  @Test
  void aPageThatIsMappedWhileReclaimWantsToDropItStays() {
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = memory(state);
    scene.tell(memory, charge(T, 2, MemoryMessage.NEVER_EVICTED));
    scene.runUntilIdle();
    asker.next(Charged.class);
    scene.tell(memory, one());
    scene.runUntilIdle();
    Drop drop = swapCache.next(Drop.class);

    scene.tell(memory, new Mapped(0, 0, 0));
    scene.tell(memory, new Evicted(drop.job(), drop.frames(), new Fate[] {Fate.BUSY, Fate.FREED}));
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).containsExactly(1);
    assertThat(state.frames().vma(0)).isZero();
    assertThat(state.frames().onList(0)).isTrue();
  }

  @Test
  void aChargeStallsUntilWritebackEnds() {
    MemoryState state = limitedTo(2);
    ActorRef<MemoryMessage> memory = filled(state, 2);
    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.WRITEBACK);

    scene.tell(memory, one());
    scene.runUntilIdle();
    assertThat(asker.unread()).isEmpty();
    assertThat(vma.unread().stream().filter(Unmap.class::isInstance)).hasSize(1);

    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED);
    scene.tell(memory, new WritebackEnded(new int[] {0, 1}));
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).hasSize(1);
    assertThat(state.groups().get(T).usage()).isEqualTo(1);
  }

  @Test
  void aGroupInWhichEveryPageIsBusyForEverIsOutOfMemoryAndNamed() {
    ActorRef<MemoryMessage> memory = filled(limitedTo(2), 2);
    everyPageMeets(memory, Reference.BUSY, Fate.BUSY);

    scene.tell(memory, one());

    assertThatThrownBy(scene::runUntilIdle)
        .isInstanceOf(MachineFailure.class)
        .hasCauseInstanceOf(OutOfMemory.class)
        .hasMessageContaining("group t")
        .hasMessageContaining("limit 2 pages");
  }

  @Test
  void aPageThatComesBackSoonAfterItWasEvictedIsActiveAndALateOneIsNot() {
    MemoryState state = limitedTo(2);
    Group group = state.groups().get(T);
    ActorRef<MemoryMessage> memory = filled(state, 2);
    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED);
    scene.tell(memory, one()); // both are evicted, the group is two evictions old
    scene.runUntilIdle();
    assertThat(group.inactivePages()).isEqualTo(1);

    scene.tell(memory, charge(T, 1, 0)); // evicted two evictions ago, no page is active
    scene.runUntilIdle();
    assertThat(group.activePages()).isZero();

    scene.tell(memory, charge(T, 1, 4)); // both were evicted once more; this one last
    scene.runUntilIdle();
    assertThat(group.activePages()).isEqualTo(1);
    assertThat(state.vmstat().get(VmstatItem.WORKINGSET_REFAULT_ANON)).isEqualTo(2);
    assertThat(state.vmstat().get(VmstatItem.WORKINGSET_ACTIVATE_ANON)).isEqualTo(1);
  }

  @Test
  void kswapdWakesBelowLowWorksBatchByBatchAndSleepsAtHigh() {
    MemoryState state = MemoryState.free(100, new Watermarks(0, 10, 20, 40));
    ActorRef<MemoryMessage> memory = memory(state);
    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED);
    fill(memory, ROOT, 80);
    assertThat(state.frames().free()).isEqualTo(20);
    assertThat(cpus.unread()).isEmpty();

    scene.tell(memory, charge(ROOT, 1, MemoryMessage.NEVER_EVICTED));
    cpus.next(KswapdReady.class);
    assertThat(vma.unread()).isEmpty(); // it does nothing without a processor

    cpus.answering(
        message -> {
          if (message instanceof KswapdReady) {
            memory.tell(new KswapdRuns(0));
          }
        });
    scene.tell(memory, new KswapdRuns(0));
    scene.runUntilIdle();

    assertThat(state.frames().free()).isBetween(40L, 40L + 32);
    String turns =
        cpus.unread().stream()
            .map(message -> message.getClass().getSimpleName())
            .collect(Collectors.joining(" "));
    assertThat(turns).startsWith("KswapdSleeps KswapdReady ").endsWith("KswapdSleeps");
    assertThat(state.vmstat().get(VmstatItem.PAGEOUTRUN)).isEqualTo(1);
    assertThat(state.vmstat().get(VmstatItem.PGSTEAL_KSWAPD)).isEqualTo(state.frames().free() - 19);
    cpus.forget();

    scene.tell(memory, charge(ROOT, 1, MemoryMessage.NEVER_EVICTED));
    scene.runUntilIdle();
    assertThat(cpus.unread()).isEmpty();
  }

  @Test
  void kswapdThatFindsNothingToReclaimGoesBackToSleep() {
    MemoryState state = MemoryState.free(100, new Watermarks(0, 10, 20, 40));
    ActorRef<MemoryMessage> memory = memory(state);
    everyPageMeets(memory, Reference.BUSY, Fate.BUSY);
    cpus.answering(
        message -> {
          if (message instanceof KswapdReady) {
            memory.tell(new KswapdRuns(0));
          }
        });
    fill(memory, ROOT, 81);

    scene.runUntilIdle();

    assertThat(state.frames().free()).isEqualTo(19);
    assertThat(cpus.unread().get(cpus.unread().size() - 1)).isInstanceOf(KswapdSleeps.class);
  }

  @Test
  void aChargeThatStalledWhileKswapdWorkedIsServedWithWhatKswapdFrees() {
    MemoryState state = MemoryState.free(20, new Watermarks(0, 10, 15, 18));
    ActorRef<MemoryMessage> memory = memory(state);
    fill(memory, ROOT, 10);
    cpus.next(KswapdReady.class);
    scene.tell(memory, new KswapdRuns(0));
    Age kswapds = age(); // a page that kswapd waits to hear about
    everyPageMeets(memory, Reference.BUSY, Fate.BUSY);
    scene.tell(memory, charge(ROOT, 1, MemoryMessage.NEVER_EVICTED));
    scene.runUntilIdle();
    assertThat(asker.unread()).isEmpty();

    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED);
    cpus.answering(
        message -> {
          if (message instanceof KswapdReady) {
            memory.tell(new KswapdRuns(0));
          }
        });
    answer(memory, kswapds, Reference.OLD_WITH_SLOT);
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).hasSize(1);
  }

  @Test
  void aChargeThatStalledWhileKswapdWorkedInVainIsOutOfMemory() {
    ActorRef<MemoryMessage> memory = memory(MemoryState.free(20, new Watermarks(0, 10, 15, 18)));
    fill(memory, ROOT, 10);
    scene.tell(memory, new KswapdRuns(0));
    Age kswapds = age();
    everyPageMeets(memory, Reference.BUSY, Fate.BUSY);
    scene.tell(memory, charge(ROOT, 1, MemoryMessage.NEVER_EVICTED));
    scene.runUntilIdle();

    cpus.answering(
        message -> {
          if (message instanceof KswapdReady) {
            memory.tell(new KswapdRuns(0));
          }
        });
    scene.tell(memory, new Aged(kswapds.job(), kswapds.frames(), new Reference[] {Reference.BUSY}));

    assertThatThrownBy(scene::runUntilIdle)
        .hasCauseInstanceOf(OutOfMemory.class)
        .hasMessageContaining("the machine");
  }

  @Test
  void belowMinAFaultReclaimsItself() {
    MemoryState state = MemoryState.free(20, new Watermarks(0, 10, 15, 18));
    ActorRef<MemoryMessage> memory = memory(state);
    fill(memory, ROOT, 10);

    scene.tell(memory, charge(ROOT, 1, MemoryMessage.NEVER_EVICTED));

    assertThat(age().frames()).startsWith(0);
    assertThat(state.vmstat().get(VmstatItem.ALLOCSTALL_NORMAL)).isEqualTo(1);
    assertThat(asker.unread()).isEmpty();
  }

  @Test
  void pushingOutReclaimsWhateverItCanAndSaysSoOnceItIsWritten() {
    Probe<WorkloadMessage> workload = scene.probe("workload");
    MemoryState state = limitedTo(100);
    ActorRef<MemoryMessage> memory = filled(state, 70);
    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.WRITEBACK);
    scene.tell(memory, new PushOut(workload.ref()));
    scene.runUntilIdle();
    assertThat(workload.unread()).isEmpty();

    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED);
    int[] written = IntStream.range(0, 70).toArray();
    scene.tell(memory, new WritebackEnded(written));
    scene.runUntilIdle();

    workload.next(PushedOut.class);
    assertThat(state.groups().get(T).usage()).isZero();
    assertThat(state.frames().used()).isZero();
  }

  @Test
  void aChargeOfSwapoffsThatFindsNothingFailsAndGivesBackWhatItHad() {
    MemoryState state = limitedTo(4);
    ActorRef<MemoryMessage> memory = filled(state, 3);
    everyPageMeets(memory, Reference.OLD_WITHOUT_SLOT, Fate.BUSY);
    noSlots(memory);

    scene.tell(memory, ofSwapoff(2));
    scene.runUntilIdle();

    assertThat(asker.next(Charged.class).frames()).isEmpty();
    assertThat(state.groups().get(T).usage()).isEqualTo(3);
    assertThat(state.frames().used()).isEqualTo(3);
  }

  @Test
  void swapoffGivesUpBeforeATaskGoesWithoutMemory() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    MemoryState state = limitedTo(4);
    ActorRef<MemoryMessage> memory = filled(state, 4);
    everyPageMeets(memory, Reference.OLD_WITHOUT_SLOT, Fate.BUSY);
    noSlots(memory);
    scene.tell(memory, new SwapoffBegan(swapoff.ref()));

    scene.tell(memory, one());
    scene.runUntilIdle();
    swapoff.next(GiveUp.class);
    assertThat(asker.unread()).isEmpty();

    everyPageMeets(memory, Reference.OLD_WITH_SLOT, Fate.FREED); // swap is there again
    scene.tell(memory, new SwapoffOver(swapoff.ref()));
    scene.runUntilIdle();
    assertThat(asker.next(Charged.class).frames()).hasSize(1);
  }

  @Test
  void withoutASwapoffThatCouldGiveUpThereIsNoMemory() {
    Probe<SwapoffMessage> swapoff = scene.probe("swapoff");
    ActorRef<MemoryMessage> memory = filled(limitedTo(4), 4);
    everyPageMeets(memory, Reference.OLD_WITHOUT_SLOT, Fate.BUSY);
    noSlots(memory);
    scene.tell(memory, new SwapoffBegan(swapoff.ref()));
    scene.tell(memory, new SwapoffOver(swapoff.ref()));

    assertThatThrownBy(
            () -> {
              scene.tell(memory, one());
              scene.runUntilIdle();
            })
        .hasCauseInstanceOf(OutOfMemory.class);
    assertThat(swapoff.unread()).isEmpty();
  }

  private Charge ofSwapoff(int pages) {
    int[] evictionAges = new int[pages];
    int[] groups = new int[pages];
    Arrays.fill(groups, T);
    return new Charge(5, groups, evictionAges, 1, true, asker.ref());
  }

  /** Swap is full, or switched off. */
  private void noSlots(ActorRef<MemoryMessage> memory) {
    swapAreas.answering(
        message -> {
          if (message instanceof Allocate allocate) {
            memory.tell(new SlotsAllocated(allocate.job(), new long[0]));
          }
        });
  }
}
