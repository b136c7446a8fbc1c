package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SwapAreas;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.protocol.MemoryMessage.SlotsAllocated;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Allocate;
import io.faultline.protocol.SwapAreasMessage.CountInUse;
import io.faultline.protocol.SwapAreasMessage.Deactivate;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapAreasMessage.SwapoffEnded;
import io.faultline.protocol.SwapAreasMessage.WatchFull;
import io.faultline.protocol.SwapCacheMessage.SwapFull;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapoffMessage.InUse;
import org.junit.jupiter.api.Test;

/** One area of ten slots and a header, too small for the slot caches of the CPUs. */
class SwapAreasTest {

  private final TestInbox<SlotsAllocated> memory = TestInbox.create();
  private final TestInbox<SwapFull> swapCache = TestInbox.create();
  private final BehaviorTestKit<SwapAreasMessage> swapAreas = areas();

  private static BehaviorTestKit<SwapAreasMessage> areas() {
    ActiveAreas areas = new ActiveAreas();
    areas.add(new HddSlots(11), 0);
    return BehaviorTestKit.create(SwapAreas.create(new SwapSlots(areas, 1)));
  }

  private long[] allocate(int slots) {
    swapAreas.run(new Allocate(7, 0, slots, memory.getRef()));
    SlotsAllocated answer = memory.receiveMessage();
    assertThat(answer.job()).isEqualTo(7);
    return answer.entries();
  }

  @Test
  void slotsAreHandedOutFromTheOneBehindTheHeader() {
    assertThat(allocate(3))
        .containsExactly(SwapEntry.of(0, 1), SwapEntry.of(0, 2), SwapEntry.of(0, 3));
    assertThat(allocate(1)).containsExactly(SwapEntry.of(0, 4));
  }

  @Test
  void fullSwapHandsOutFewerSlotsThanWereAskedFor() {
    assertThat(allocate(8)).hasSize(8);
    assertThat(allocate(8)).hasSize(2);
    assertThat(allocate(8)).isEmpty();
  }

  @Test
  void aFreedSlotIsHandedOutAgain() {
    allocate(10);
    swapAreas.run(new Free(0, SwapEntry.of(0, 6)));

    assertThat(allocate(2)).containsExactly(SwapEntry.of(0, 6));
  }

  @Test
  void whoWatchesIsToldOnceWhenSwapIsMoreThanHalfFullAndOnceWhenItNoLongerIs() {
    swapAreas.run(new WatchFull(swapCache.getRef()));
    allocate(5);
    assertThat(swapCache.hasMessages()).isFalse();

    allocate(1);
    swapCache.expectMessage(new SwapFull(true));
    allocate(2);
    assertThat(swapCache.hasMessages()).isFalse();

    for (int slot = 1; slot <= 3; slot++) {
      swapAreas.run(new Free(0, SwapEntry.of(0, slot)));
    }
    swapCache.expectMessage(new SwapFull(false));
    assertThat(swapCache.hasMessages()).isFalse();
  }

  @Test
  void whoBeginsToWatchSwapThatIsMoreThanHalfFullAlreadyIsTold() {
    allocate(6);

    swapAreas.run(new WatchFull(swapCache.getRef()));

    swapCache.expectMessage(new SwapFull(true));
  }

  private final TestInbox<InUse> swapoff = TestInbox.create();

  @Test
  void anAreaThatIsBeingSwitchedOffGivesNoSlotUntilSwapoffHasFailed() {
    allocate(4);

    swapAreas.run(new Deactivate(0, swapoff.getRef()));
    swapoff.expectMessage(new InUse(4));
    assertThat(allocate(1)).isEmpty();
    swapAreas.run(new Free(0, SwapEntry.of(0, 2)));
    assertThat(allocate(1)).isEmpty();
    swapAreas.run(new CountInUse(0, swapoff.getRef()));
    swapoff.expectMessage(new InUse(3));

    swapAreas.run(new SwapoffEnded(0, false));
    assertThat(allocate(8)).hasSize(7);
  }

  @Test
  void anAreaThatWasEmptiedIsGone() {
    allocate(1);
    swapAreas.run(new Deactivate(0, swapoff.getRef()));
    swapAreas.run(new Free(0, SwapEntry.of(0, 1)));

    swapAreas.run(new SwapoffEnded(0, true));

    assertThat(allocate(1)).isEmpty();
  }

  @Test
  void slotsInUseOnAnAreaThatIsBeingSwitchedOffMakeSwapFull() {
    swapAreas.run(new WatchFull(swapCache.getRef()));
    allocate(2);
    assertThat(swapCache.hasMessages()).isFalse();

    swapAreas.run(new Deactivate(0, swapoff.getRef()));
    swapCache.expectMessage(new SwapFull(true));

    swapAreas.run(new SwapoffEnded(0, false));
    swapCache.expectMessage(new SwapFull(false));
  }

  @Test
  void theSlotCachesOfTheCpusStopForAsLongAsAnySwapoffLasts() {
    ActiveAreas areas = new ActiveAreas();
    for (int area = 0; area < 3; area++) {
      areas.add(new HddSlots(1001), 5);
    }
    SwapSlots slots = new SwapSlots(areas, 1);
    BehaviorTestKit<SwapAreasMessage> three = BehaviorTestKit.create(SwapAreas.create(slots));
    three.run(new Allocate(7, 0, 1, memory.getRef()));
    assertThat(slots.isActive()).isTrue();
    assertThat(areas.slots(0).inUse()).isEqualTo(64); // one handed out, the others in the cache

    three.run(new Deactivate(1, swapoff.getRef()));
    assertThat(slots.isActive()).isFalse();
    assertThat(areas.slots(0).inUse()).isEqualTo(1); // the cache was drained
    three.run(new Deactivate(2, swapoff.getRef()));
    three.run(new SwapoffEnded(1, true));
    three.run(new Allocate(7, 0, 1, memory.getRef()));
    assertThat(slots.isActive()).isFalse();
    assertThat(areas.slots(0).inUse()).isEqualTo(2);

    three.run(new SwapoffEnded(2, true));
    three.run(new Allocate(7, 0, 1, memory.getRef()));
    assertThat(slots.isActive()).isTrue();
    assertThat(areas.slots(0).inUse()).isEqualTo(2 + 64);
    assertThat(areas.slots(1).inUse() + areas.slots(2).inUse()).isZero();
  }
}
