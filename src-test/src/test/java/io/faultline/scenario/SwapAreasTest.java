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
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapAreasMessage.WatchFull;
import io.faultline.protocol.SwapCacheMessage.SwapFull;
import io.faultline.protocol.SwapEntry;
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
}
