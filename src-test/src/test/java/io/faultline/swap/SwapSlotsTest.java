package io.faultline.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.protocol.SwapEntry;
import org.junit.jupiter.api.Test;

class SwapSlotsTest {

  private static SwapSlots slots(int pages, int cpus) {
    ActiveAreas areas = new ActiveAreas();
    areas.add(new HddSlots(pages + 1), 0);
    return new SwapSlots(areas, cpus);
  }

  @Test
  void eachCpuDrawsFromItsOwn64() {
    SwapSlots slots = slots(10_000, 2);

    assertThat(slots.allocate(0)).isEqualTo(SwapEntry.of(0, 1));
    assertThat(slots.allocate(1)).isEqualTo(SwapEntry.of(0, 65));
    assertThat(slots.allocate(0)).isEqualTo(SwapEntry.of(0, 2));
    assertThat(slots.areas().freeSlots()).isEqualTo(10_000 - 128);
    assertThat(slots.isCached(SwapEntry.of(0, 3))).isTrue();
    assertThat(slots.isCached(SwapEntry.of(0, 2))).isFalse();
  }

  @Test
  void freedSlotsGoHomeWhen64HaveGatheredAndAnotherComes() {
    SwapSlots slots = slots(10_000, 1);
    for (int i = 0; i < 128; i++) {
      slots.allocate(0);
    }

    for (int slot = 1; slot <= 64; slot++) {
      slots.free(0, SwapEntry.of(0, slot));
    }
    assertThat(slots.areas().freeSlots()).isEqualTo(10_000 - 128);
    assertThat(slots.isReturning(SwapEntry.of(0, 64))).isTrue();

    slots.free(0, SwapEntry.of(0, 65));
    assertThat(slots.areas().freeSlots()).isEqualTo(10_000 - 64);
    assertThat(slots.isReturning(SwapEntry.of(0, 64))).isFalse();
    assertThat(slots.isReturning(SwapEntry.of(0, 65))).isTrue();
  }

  @Test
  void theCachesStartAboveAndStopBelowTheirThresholds() {
    SwapSlots few = slots(5 * 64, 1);
    few.allocate(0);
    assertThat(few.isActive()).isFalse();
    assertThat(few.areas().freeSlots()).isEqualTo(5 * 64 - 1);

    SwapSlots slots = slots(5 * 64 + 1, 1);
    slots.allocate(0);
    assertThat(slots.isActive()).isTrue();
    for (int i = 1; i < 3 * 64; i++) {
      slots.allocate(0);
    }
    assertThat(slots.isActive()).isTrue();
    assertThat(slots.areas().freeSlots()).isEqualTo(2 * 64 + 1);
    slots.allocate(0);
    assertThat(slots.areas().freeSlots()).isEqualTo(64 + 1);
    slots.allocate(0);
    assertThat(slots.isActive()).isFalse();
    assertThat(slots.areas().freeSlots()).isEqualTo(2 * 64 - 1);
  }

  @Test
  void swapoffDrainsTheCachesAndKeepsThemOff() {
    SwapSlots slots = slots(10_000, 2);
    long kept = slots.allocate(0);
    slots.free(1, slots.allocate(1));

    slots.disable();

    assertThat(slots.areas().freeSlots()).isEqualTo(10_000 - 1);
    slots.free(0, kept);
    slots.allocate(0);
    assertThat(slots.areas().freeSlots()).isEqualTo(10_000 - 1);
    slots.enable();
    slots.allocate(0);
    assertThat(slots.isActive()).isTrue();
  }

  @Test
  void aFullAreaAnswersWithNoEntry() {
    SwapSlots slots = slots(3, 1);
    for (int i = 0; i < 3; i++) {
      assertThat(slots.allocate(0)).isNotEqualTo(SwapEntry.NONE);
    }
    assertThat(slots.allocate(0)).isEqualTo(SwapEntry.NONE);
  }
}
