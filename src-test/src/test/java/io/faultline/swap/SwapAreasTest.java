package io.faultline.swap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.ClusterLists;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SsdClusters;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.protocol.SwapEntry;
import org.junit.jupiter.api.Test;

class SwapAreasTest {

  private final ActiveAreas areas = new ActiveAreas();

  private void add(int slots, int priority) {
    areas.add(new HddSlots(slots + 1), priority);
  }

  /** Areas and numbers of slots, refill by refill, such as {@code 0*64 1*64}. */
  private String draw(int slots, int turn) {
    StringBuilder runs = new StringBuilder();
    long[] out = new long[64];
    for (int left = slots; left > 0; ) {
      int found = areas.allocate(0, Math.min(turn, left), out);
      if (found == 0) {
        break;
      }
      runs.append(SwapEntry.area(out[0])).append('*').append(found).append(' ');
      left -= found;
    }
    return runs.toString().trim();
  }

  @Test
  void areasOfEqualPriorityAreDrawnFromInTurnARefillEach() {
    add(1000, 5);
    add(1000, 5);

    assertThat(draw(200, 64)).isEqualTo("0*64 1*64 0*64 1*8");
  }

  @Test
  void aHigherPriorityIsUsedUpFirst() {
    add(1000, 4);
    add(3, 5);

    assertThat(draw(6, 1)).isEqualTo("1*1 1*1 1*1 0*1 0*1 0*1");
  }

  @Test
  void anAreaThatRanOutIsLeftOutAndComesBackBehindItsEquals() {
    add(70, 5);
    add(1000, 5);
    add(1000, 5);
    assertThat(draw(64 * 3 + 6 + 64 + 64, 64)).isEqualTo("0*64 1*64 2*64 0*6 1*64 2*64");

    areas.free(SwapEntry.of(0, 1));

    assertThat(draw(193, 64)).isEqualTo("1*64 2*64 0*1 1*64");
  }

  @Test
  void swapIsFullWhenLessThanHalfIsFree() {
    add(10, 1);

    draw(5, 1);
    assertThat(areas.swapFull()).isFalse();
    draw(1, 1);
    assertThat(areas.swapFull()).isTrue();
    assertThat(areas.freeSlots()).isEqualTo(4);
  }

  @Test
  void oneRotationalAreaIsCounted() {
    areas.add(new SsdClusters(2000, 1, 1), 0);
    assertThat(areas.rotational()).isZero();
    add(10, 0);
    assertThat(areas.rotational()).isOne();
  }

  @Test
  void withoutSwapNothingIsAllocated() {
    assertThat(areas.allocate(0, 64, new long[64])).isZero();
    assertThat(areas.isAllocated(SwapEntry.of(0, 1))).isFalse();
  }

  @Test
  void aReclaimedSlotIsCountedOnce() {
    add(8, 0);
    draw(8, 8);
    areas.free(SwapEntry.of(0, 8));
    areas.reclaimInPassing(entry -> entry == SwapEntry.of(0, 2));
    ((HddSlots) areas.slots(0)).resumeAt(1, 100);

    long[] out = new long[1];
    assertThat(areas.allocate(0, 1, out)).isOne();

    assertThat(out[0]).isEqualTo(SwapEntry.of(0, 2));
    assertThat(areas.freeSlots()).isOne();
  }

  @Test
  void thirtyTwoAreasAreEnough() {
    for (int i = 0; i < SwapEntry.MAX_AREAS; i++) {
      assertThat(areas.add(new HddSlots(2), 0)).isEqualTo(i);
    }
    assertThatThrownBy(() -> add(1, 0)).hasMessage("more than 32 swap areas");
  }

  @Test
  void in6_15EqualAreasTakeTurnsAfterACluster() {
    ActiveAreas areas = new ActiveAreas();
    areas.add(ClusterLists.forCpus(131_072, 1), 0);
    areas.add(ClusterLists.forCpus(131_072, 1), 0);
    long[] out = new long[1];

    for (int slot = 1; slot < 512; slot++) { // the header's cluster
      areas.allocate(0, 1, out);
      assertThat(out[0]).isEqualTo(SwapEntry.of(0, slot));
    }
    areas.allocate(0, 1, out);
    assertThat(out[0]).isEqualTo(SwapEntry.of(1, 1));
  }

  @Test
  void withoutSlotCachesEqualAreasTakeTurnsAfterASlot() {
    ActiveAreas areas = new ActiveAreas();
    areas.add(new HddSlots(10_000), 0);
    areas.add(new HddSlots(10_000), 0);
    SwapSlots slots = new SwapSlots(areas, 1, false, false);

    assertThat(slots.allocate(0)).isEqualTo(SwapEntry.of(0, 1));
    assertThat(slots.allocate(0)).isEqualTo(SwapEntry.of(1, 1));
    assertThat(slots.allocate(0)).isEqualTo(SwapEntry.of(0, 2));
    assertThat(slots.isActive()).isFalse();
  }

  @Test
  void aFreedSlotIsFreeAtOnceWhereNoneGather() {
    ActiveAreas areas = new ActiveAreas();
    areas.add(new HddSlots(10_000), 0);
    SwapSlots slots = new SwapSlots(areas, 1, true, false);
    long entry = slots.allocate(0);
    assertThat(slots.isActive()).isTrue();

    slots.free(0, entry);

    assertThat(areas.isAllocated(entry)).isFalse();
  }
}
