package io.faultline.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SwapEntryTest {

  @Test
  void anEntryKeepsItsAreaAndItsSlot() {
    for (int area : new int[] {0, 1, 31}) {
      for (int slot : new int[] {0, 1, 4711, Integer.MAX_VALUE}) {
        long entry = SwapEntry.of(area, slot);
        assertThat(entry).isNotNegative();
        assertThat(SwapEntry.area(entry)).isEqualTo(area);
        assertThat(SwapEntry.slot(entry)).isEqualTo(slot);
      }
    }
  }

  @Test
  void noEntryIsTheHeaderOfTheFirstArea() {
    assertThat(SwapEntry.of(0, 0)).isEqualTo(SwapEntry.NONE);
    assertThat(SwapEntry.toString(SwapEntry.of(3, 17))).isEqualTo("3:17");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> SwapEntry.of(32, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SwapEntry.of(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SwapEntry.of(0, -1)).hasMessage("no such swap entry: area 0, slot -1");
  }
}
