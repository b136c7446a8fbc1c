package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.swap.SwapCache;
import io.faultline.actors.swap.SwapCacheState;
import io.faultline.actors.zswap.PoolLimit;
import io.faultline.actors.zswap.Zbud;
import io.faultline.actors.zswap.Zswap;
import io.faultline.actors.zswap.ZswapEntries;
import io.faultline.actors.zswap.ZswapPool;
import io.faultline.config.ZswapSpec;
import io.faultline.config.ZswapSpec.Compressor;
import io.faultline.config.ZswapSpec.Protection;
import io.faultline.config.ZswapSpec.ZpoolKind;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.BlockDeviceMessage.Read;
import io.faultline.protocol.BlockDeviceMessage.Write;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Wake;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeWriteback;
import io.faultline.protocol.MemoryMessage.CpuSpent;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Shrunk;
import io.faultline.protocol.MemoryMessage.WritebackBegan;
import io.faultline.protocol.MemoryMessage.WritebackEnded;
import io.faultline.protocol.MemoryMessage.ZswapUses;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapCacheMessage.Stored;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.PageReady;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.Invalidate;
import io.faultline.protocol.ZswapMessage.Shrink;
import io.faultline.protocol.ZswapMessage.Store;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The swap cache and zswap between memory and a device. A frame is called after its slot, so that
 * slot 9 is in frame 109, and content after both. Every page compresses to 1000 bytes, so that zbud
 * has two in a page.
 */
class ZswapTest {

  private static final int AREA_PAGES = 600;
  private static final int AGE = 5;
  private static final long COMPRESS = 100;
  private static final long DECOMPRESS = 10;

  private final Scene scene = new Scene();
  private final Probe<BlockDeviceMessage> device = scene.probe("device");
  private final Probe<ReadaheadMessage> readahead = scene.probe("readahead");
  private final Probe<SwapAreasMessage> swapAreas = scene.probe("swap-areas");
  private final Probe<MemoryMessage> memory = scene.probe("memory");
  private final Probe<CpusMessage> cpus = scene.probe("cpus");
  private final Probe<VmaMessage> vma = scene.probe("vma");
  private final SwapCacheState state = SwapCacheState.empty(new int[] {AREA_PAGES});
  private @Nullable ActorRef<ZswapMessage> zswap;

  @AfterEach
  void close() {
    scene.close();
  }

  private ZswapPool pool(boolean exclusive, Protection protection, PoolLimit limit) {
    return pool(exclusive, protection, limit, ZswapPool.GroupLimit.NONE);
  }

  private ZswapPool pool(
      boolean exclusive, Protection protection, PoolLimit limit, ZswapPool.GroupLimit groupLimit) {
    ZswapSpec spec =
        new ZswapSpec(
            Compressor.ZSTD,
            ZpoolKind.ZBUD,
            20,
            90,
            true,
            protection,
            exclusive,
            true,
            COMPRESS,
            DECOMPRESS,
            0);
    return new ZswapPool(
        new ZswapPool.Rules(spec, true, true, true, content -> 1000),
        new ZswapEntries(new int[] {AREA_PAGES}),
        new Zbud(),
        limit,
        new ZswapPool.GroupLimit[] {groupLimit});
  }

  private static PoolLimit pages(int most, int acceptPercent) {
    return PoolLimit.since610(most * 10L, 10, acceptPercent);
  }

  private ActorRef<SwapCacheMessage> swapCache(ZswapPool pool) {
    ActorRef<ZswapMessage> spawned =
        scene.spawn(
            Zswap.create(pool, new Zswap.Surroundings(memory.ref(), scene.clock(), null)), "zswap");
    zswap = spawned;
    return swapCacheBefore(spawned);
  }

  private ActorRef<SwapCacheMessage> swapCacheBefore(ActorRef<ZswapMessage> before) {
    ActorRef<SwapCacheMessage> swapCache =
        scene.spawn(
            SwapCache.create(
                state,
                new SwapCache.Surroundings(
                    List.of(new SwapCache.Backing(device.ref(), 0)),
                    SwapCache.Readahead.clusters(1, readahead.ref()),
                    swapAreas.ref(),
                    memory.ref(),
                    cpus.ref(),
                    scene.clock(),
                    0,
                    before)),
            "swap-cache");
    memory.forget();
    swapAreas.forget();
    return swapCache;
  }

  private static long slot(int slot) {
    return SwapEntry.of(0, slot);
  }

  private SwapFault fault(int slot, boolean write) {
    return new SwapFault(0, 0, 0, slot, slot(slot), write, vma.ref());
  }

  private static Evict evict(int slot, boolean dirty) {
    return new Evict(
        7,
        new int[] {100 + slot},
        new long[] {slot(slot)},
        new boolean[] {dirty},
        new int[] {1000 + slot},
        new int[] {1},
        0,
        AGE);
  }

  private Fate evicted(ActorRef<SwapCacheMessage> swapCache, int slot) {
    scene.tell(swapCache, evict(slot, true));
    return last(Evicted.class).fates()[0];
  }

  private <T extends MemoryMessage> T last(Class<T> kind) {
    List<MemoryMessage> told = memory.unread();
    memory.forget();
    return told.stream().filter(kind::isInstance).map(kind::cast).reduce((a, b) -> b).orElseThrow();
  }

  private <T extends MemoryMessage> List<T> all(Class<T> kind) {
    List<T> told = memory.unread().stream().filter(kind::isInstance).map(kind::cast).toList();
    memory.forget();
    return told;
  }

  /** A fault reads its page alone into its frame. */
  private void read(ActorRef<SwapCacheMessage> swapCache, int slot, boolean write) {
    scene.tell(swapCache, new ReadWindow(fault(slot, write), 1));
    Charge charge = last(Charge.class);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {100 + slot}));
    scene.runUntilIdle();
  }

  @Test
  void aStoredPageIsFreedInTheSamePassAndNothingIsWritten() {
    ZswapPool pool = pool(true, Protection.SECOND_CHANCE_ALL, pages(100, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);

    scene.tell(swapCache, evict(9, true));

    List<MemoryMessage> told = memory.unread();
    assertThat(told)
        .contains(new ZswapUses(1, 0, 1), new CpuSpent(7, COMPRESS))
        .filteredOn(Evicted.class::isInstance)
        .hasSize(1);
    assertThat(last(Evicted.class).fates()).containsExactly(Fate.FREED);
    assertThat(device.unread()).isEmpty();
    assertThat(pool.reading().storedPages()).isOne();
    assertThat(pool.vmstat().get(VmstatItem.ZSWPOUT)).isOne();
    assertThat(state.vmstat().get(VmstatItem.PSWPOUT)).isZero();
    assertThat(state.slots().cached(slot(9))).isFalse();
  }

  @Test
  void anExclusiveLoadGivesTheEntryUpAndTheCleanPageIsStoredAgain() {
    ZswapPool pool = pool(true, Protection.SECOND_CHANCE_ALL, pages(100, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    assertThat(evicted(swapCache, 9)).isEqualTo(Fate.FREED);

    read(swapCache, 9, false);

    assertThat(vma.next(PageReady.class))
        .isEqualTo(new PageReady(fault(9, false), 109, true, true, 1009));
    assertThat(pool.reading().storedPages()).isZero();
    scene.tell(swapCache, evict(9, false));
    assertThat(last(Evicted.class).fates()).containsExactly(Fate.FREED);
    assertThat(pool.vmstat().get(VmstatItem.ZSWPOUT)).isEqualTo(2);
    assertThat(pool.vmstat().get(VmstatItem.ZSWPIN)).isOne();
    assertThat(state.vmstat().get(VmstatItem.PSWPIN)).isZero();
  }

  @Test
  void aLoadThatLeavesTheEntryHasTheCleanPageDroppedWithoutAnotherStore() {
    ZswapPool pool = pool(false, Protection.COUNTER, pages(100, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 9);

    read(swapCache, 9, false);
    scene.tell(swapCache, evict(9, false));

    assertThat(last(Evicted.class).fates()).containsExactly(Fate.FREED);
    assertThat(pool.vmstat().get(VmstatItem.ZSWPOUT)).isOne();
    assertThat(pool.reading().storedPages()).isOne();
  }

  @Test
  void aPageReadAheadAndLoadedExclusivelyIsStoredWhenItIsDroppedUnused() {
    ZswapPool pool = pool(true, Protection.SECOND_CHANCE_ALL, pages(100, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 8);
    evicted(swapCache, 9);
    scene.tell(swapCache, new ReadWindow(fault(8, false), 2));
    Charge charge = last(Charge.class);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {108, 109}));
    scene.runUntilIdle();

    scene.tell(swapCache, new Drop(3, new int[] {109}, AGE));

    assertThat(last(Evicted.class).fates()).containsExactly(Fate.FREED);
    assertThat(pool.reading().storedPages()).isOne();
    assertThat(device.unread()).isEmpty();
  }

  @Test
  void aStoreAfterALoadFreesTheSlotAndWithItTheEntry() {
    ZswapPool pool = pool(false, Protection.COUNTER, pages(100, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 9);

    read(swapCache, 9, true);

    assertThat(swapAreas.next(Free.class).entry()).isEqualTo(slot(9));
    assertThat(pool.reading().storedPages()).isZero();
    assertThat(pool.pages()).isZero();
  }

  @Test
  void whatZswapRefusesGoesToTheDevice() {
    ZswapPool pool = pool(true, Protection.SECOND_CHANCE_ALL, pages(0, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);

    assertThat(evicted(swapCache, 9)).isEqualTo(Fate.WRITEBACK);

    assertThat(device.next(Write.class).pages()).containsExactly(9);
    assertThat(pool.reading().poolLimitHit()).isOne();
    assertThat(state.vmstat().get(VmstatItem.PSWPOUT)).isOne();
  }

  @Test
  void whatIsNotInZswapIsReadFromTheDeviceAndCountsAgainstTheShrinker() {
    ZswapPool pool = pool(true, Protection.SECOND_CHANCE_ALL, pages(100, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 9);
    state.slots().layOut(slot(8), 0, 0);

    scene.tell(swapCache, new ReadWindow(fault(8, false), 2));
    Charge charge = last(Charge.class);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {108, 109}));
    scene.runUntilIdle();

    assertThat(device.next(Read.class).pages()).containsExactly(8);
    assertThat(state.vmstat().get(VmstatItem.PSWPIN)).isOne();
    assertThat(pool.vmstat().get(VmstatItem.ZSWPIN)).isOne();
    assertThat(state.vmstat().get(VmstatItem.SWAP_RA)).isOne();
  }

  @Test
  void theWorkerWritesAPageBackThroughTheSwapCache() {
    ZswapPool pool = pool(true, Protection.COUNTER, pages(1, 50)); // full at 1 page, opens at 0
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);
    scene.tell(swapCache, evict(2, true)); // refused
    Charge charge = last(Charge.class);
    assertThat(charge.mayFail()).isTrue();
    assertThat(charge.evictionAges()).containsExactly(AGE);
    device.forget();

    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {101}));

    assertThat(memory.unread()).contains(new WritebackBegan(101));
    assertThat(device.next(Write.class).contents()).containsExactly(1001);
    assertThat(pool.vmstat().get(VmstatItem.ZSWPWB)).isOne();
    assertThat(pool.reading().writtenBackPages()).isOne();
    assertThat(pool.pages()).isZero();
    assertThat(state.slots().cached(slot(1))).isTrue();
  }

  @Test
  void aFaultOnAPageThatIsBeingWrittenBackWaitsForItsFrameAndReadsNothing() {
    ZswapPool pool = pool(true, Protection.COUNTER, pages(1, 50));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);
    scene.tell(swapCache, evict(2, true));
    Charge charge = last(Charge.class);
    device.forget();

    scene.tell(swapCache, new Lookup(fault(1, false)));
    assertThat(vma.unread()).isEmpty();
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {101}));

    cpus.next(CpusMessage.Sleep.class);
    PageReady ready = cpus.next(Wake.class).resumed();
    assertThat(ready.content()).isEqualTo(1001);
    assertThat(ready.major()).isFalse();
    assertThat(device.unread()).hasSize(1).allMatch(Write.class::isInstance);
  }

  @Test
  void aPageThatTheSwapCacheHasIsNotWrittenBack() {
    ZswapPool pool = pool(false, Protection.COUNTER, pages(1, 50));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);
    read(swapCache, 1, false); // the entry stays

    assertThat(evicted(swapCache, 2)).isEqualTo(Fate.WRITEBACK);

    assertThat(pool.reading().rejectReclaimFail()).isEqualTo(16); // and the worker gave up
    assertThat(pool.reading().writtenBackPages()).isZero();
    assertThat(pool.reading().storedPages()).isOne();
  }

  @Test
  void withoutAFrameThePageStaysInZswap() {
    ZswapPool pool = pool(true, Protection.COUNTER, pages(1, 50));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);
    scene.tell(swapCache, evict(2, true));

    for (int attempt = 0; attempt < 16; attempt++) {
      scene.tell(swapCache, new Charged(last(Charge.class).requestId(), new int[0]));
    }

    assertThat(memory.unread()).isEmpty();
    assertThat(pool.reading().rejectReclaimFail()).isEqualTo(16);
    assertThat(pool.reading().storedPages()).isOne();
    assertThat(state.slots().cached(slot(1))).isFalse();
  }

  @Test
  void aGroupAtItsLimitHasItsOldestEntryWrittenBackForTheNextOne() {
    ZswapPool pool =
        pool(
            true,
            Protection.COUNTER,
            pages(1000, 90),
            new ZswapPool.GroupLimit(2000, true)); // two entries
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);
    evicted(swapCache, 2);
    device.forget();

    scene.tell(swapCache, evict(3, true));
    ChargeWriteback charge = last(ChargeWriteback.class);
    assertThat(pool.reading().storedPages()).isEqualTo(2);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {101}));

    List<MemoryMessage> told = memory.unread();
    assertThat(told).contains(new CpuSpent(7, DECOMPRESS + COMPRESS)); // reclaim has waited
    assertThat(last(Evicted.class).fates()).containsExactly(Fate.FREED);
    assertThat(device.next(Write.class).contents()).containsExactly(1001);
    assertThat(pool.reading().storedPages()).isEqualTo(2);
    assertThat(pool.reading().poolLimitHit()).isZero();
  }

  @Test
  void aGroupAtItsLimitIsRefusedWhereItsOldestEntryGetsASecondChanceFirst() {
    ZswapPool pool =
        pool(
            true,
            Protection.SECOND_CHANCE_ALL,
            pages(1000, 90),
            new ZswapPool.GroupLimit(1000, true)); // one entry
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);

    assertThat(evicted(swapCache, 2)).isEqualTo(Fate.WRITEBACK);
    scene.tell(swapCache, evict(3, true));
    ChargeWriteback charge = last(ChargeWriteback.class);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {101}));

    assertThat(last(Evicted.class).fates()).containsExactly(Fate.FREED);
    assertThat(pool.reading().writtenBackPages()).isOne();
  }

  @Test
  void aGroupThatMustNotWriteBackIsRefusedAtItsLimit() {
    ZswapPool pool =
        pool(
            true,
            Protection.COUNTER,
            pages(1000, 90),
            new ZswapPool.GroupLimit(1000, false)); // one entry
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    evicted(swapCache, 1);

    assertThat(evicted(swapCache, 2)).isEqualTo(Fate.WRITEBACK);

    assertThat(pool.reading().storedPages()).isOne();
    assertThat(pool.reading().writtenBackPages()).isZero();
  }

  @Test
  void reclaimShrinksAGroupWithoutWaitingForItself() {
    ZswapPool pool = pool(true, Protection.COUNTER, pages(1000, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    for (int slot = 1; slot <= 520; slot++) {
      evicted(swapCache, slot);
    }
    ActorRef<ZswapMessage> asked = Objects.requireNonNull(zswap);

    long before = scene.clock().now();
    // 520 entries of 1000 bytes, 86 of them protected: 434 * 126 / 520 = 105 may go
    scene.tell(asked, new Shrink(4, 0, 0, memory.ref()));
    int frames = 0;
    while (memory.unread().stream().anyMatch(ChargeWriteback.class::isInstance)) {
      ChargeWriteback charge = last(ChargeWriteback.class);
      scene.tell(swapCache, new Charged(charge.requestId(), new int[] {1000 + frames++}));
      scene.advance(DECOMPRESS);
    }

    Shrunk shrunk = all(Shrunk.class).get(0);
    assertThat(shrunk.scanned()).isEqualTo(frames).isEqualTo(128);
    assertThat(scene.clock().now()).isEqualTo(before + 128 * DECOMPRESS);
    assertThat(pool.reading().storedPages()).isEqualTo(520 - 128);
  }

  @Test
  void aSecondChanceHasTheFirstScanClearBitsAlone() {
    ZswapPool pool = pool(true, Protection.SECOND_CHANCE_ALL, pages(1000, 90));
    ActorRef<SwapCacheMessage> swapCache = swapCache(pool);
    for (int slot = 1; slot <= 520; slot++) {
      evicted(swapCache, slot);
    }

    scene.tell(Objects.requireNonNull(zswap), new Shrink(4, 0, 0, memory.ref()));

    assertThat(all(Shrunk.class).get(0).scanned()).isZero();
    assertThat(pool.reading().storedPages()).isEqualTo(520);
  }

  @Test
  void aFaultOnAPageThatIsBeingStoredWaitsAndKeepsIt() {
    Probe<ZswapMessage> asked = scene.probe("zswap");
    ActorRef<SwapCacheMessage> swapCache = swapCacheBefore(asked.ref());
    scene.tell(swapCache, evict(9, true));
    asked.next(ZswapMessage.AddSwapCache.class);
    Store store = asked.next(Store.class);

    scene.tell(swapCache, new Lookup(fault(9, false)));
    assertThat(vma.unread()).isEmpty();
    scene.tell(swapCache, new Stored(store.requestId(), new boolean[] {true}, 0));

    assertThat(memory.next(Evicted.class).fates()).containsExactly(Fate.WRITEBACK);
    assertThat(memory.next(WritebackEnded.class).frames()).containsExactly(109);
    cpus.next(CpusMessage.Sleep.class);
    assertThat(cpus.next(Wake.class).resumed().frame()).isEqualTo(109);
  }

  @Test
  void aSlotFreedWhileItsPageIsBeingStoredIsFreeAfterwardsAndSoIsItsEntry() {
    Probe<ZswapMessage> asked = scene.probe("zswap");
    ActorRef<SwapCacheMessage> swapCache = swapCacheBefore(asked.ref());
    scene.tell(swapCache, evict(9, true));
    asked.next(ZswapMessage.AddSwapCache.class);
    Store store = asked.next(Store.class);
    state.slots().layOut(slot(8), 0, 0);

    scene.tell(swapCache, new FreeSlots(0, new long[] {slot(9)}));
    assertThat(swapAreas.unread()).isEmpty();
    scene.tell(swapCache, new Stored(store.requestId(), new boolean[] {true}, 0));

    assertThat(memory.next(Evicted.class).fates()).containsExactly(Fate.WRITEBACK);
    assertThat(memory.next(WritebackEnded.class).frames()).containsExactly(109);
    assertThat(state.slots().cached(slot(9))).isFalse();
  }

  @Test
  void aSlotThatIsFreedTakesItsEntryAlong() {
    Probe<ZswapMessage> asked = scene.probe("zswap");
    ActorRef<SwapCacheMessage> swapCache = swapCacheBefore(asked.ref());
    asked.next(ZswapMessage.AddSwapCache.class);
    state.slots().layOut(slot(9), 0, 0);
    scene.tell(swapCache, new ReadWindow(fault(9, true), 1));
    Charge charge = last(Charge.class);
    scene.tell(swapCache, new Charged(charge.requestId(), new int[] {109}));
    ZswapMessage.Load load = asked.next(ZswapMessage.Load.class);
    assertThat(load.alone()).isTrue();

    scene.tell(
        swapCache,
        new SwapCacheMessage.Loaded(
            load.requestId(), new boolean[] {true}, new int[] {1009}, true));

    assertThat(asked.next(Invalidate.class).entry()).isEqualTo(slot(9));
  }
}
