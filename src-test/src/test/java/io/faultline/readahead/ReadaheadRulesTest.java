package io.faultline.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.HitsHeuristic;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.SwapinNrPages;
import io.faultline.actors.readahead.VmaReadahead;
import org.junit.jupiter.api.Test;

class ReadaheadRulesTest {

  @Test
  void theFirstWindowAfterBootIs8OrTheCap() {
    assertThat(ReadaheadState.boot().window(500, 3)).isEqualTo(8);
    assertThat(ReadaheadState.boot().window(500, 2)).isEqualTo(4);
  }

  @Test
  void aStrideOfTwoStaysAtFourFromAHotStartAndAtOneFromAColdOne() {
    ReadaheadState hot = ReadaheadState.hot(3);
    ReadaheadState cold = ReadaheadState.cold();

    int hotWindow = hot.window(1000, 3);
    assertThat(hotWindow).isEqualTo(8);
    for (int block = 0; block < 20; block++) {
      hot.hit();
      hotWindow = hot.window(1008 + 4L * block, 3);
    }
    assertThat(hotWindow).isEqualTo(4);

    for (int slot = 1000; slot < 1100; slot += 2) {
      assertThat(cold.window(slot, 3)).isEqualTo(1);
    }
  }

  @Test
  void theFloorIsAppliedAfterTheCap() {
    ReadaheadState state = ReadaheadState.hot(3);

    assertThat(state.window(77, 1)).isEqualTo(4);
  }

  @Test
  void anEnormousNumberOfHitsStillMeetsTheCap() {
    assertThat(SwapinNrPages.pages(0, 9, Integer.MAX_VALUE, 1 << 30, 0)).isEqualTo(1 << 30);
  }

  /** 2^31 is no int: windows were 1 and the hits stayed, though the ledger had them spent. */
  @Test
  void theLargestPageClusterOfTheKernelCapsNothing() {
    ReadaheadState state = new ReadaheadState(300, 0, 1);

    assertThat(state.window(77, 31)).isEqualTo(512);
    assertThat(state.hits()).isZero();
  }

  @Test
  void inAVmaEveryHitMovesThePreviousAddressAndOnlyFlaggedOnesCount() {
    long word = VmaReadahead.pack(0x5000, 8, 2);

    long plain = VmaReadahead.onHit(word, 0x6123, false);
    long flagged = VmaReadahead.onHit(word, 0x6123, true);

    assertThat(plain).isEqualTo(VmaReadahead.pack(0x6000, 8, 2));
    assertThat(flagged).isEqualTo(VmaReadahead.pack(0x6000, 8, 3));
  }

  @Test
  void aFreshVmaHasFourHitsAndHitsStopAt63() {
    assertThat(VmaReadahead.onHit(0, 0x1000, true)).isEqualTo(VmaReadahead.pack(0x1000, 0, 5));
    assertThat(VmaReadahead.onHit(VmaReadahead.pack(0x1000, 8, 63), 0x2000, true))
        .isEqualTo(VmaReadahead.pack(0x2000, 8, 63));
  }

  @Test
  void aWindowBelowAddressZeroIsClippedThere() {
    VmaReadahead readahead = new VmaReadahead();

    readahead.decide(0, 2, 5, 0, 512);

    assertThat(readahead.window()).isEqualTo(8);
    assertThat(readahead.start()).isZero();
    assertThat(readahead.end()).isEqualTo(7);
  }

  @Test
  void theTwoFormsOfTheHeuristicDifferInThePositionTheyRemember() {
    ReadaheadState bySlots = new ReadaheadState(3, 10, 8);
    ReadaheadState byAddresses = new ReadaheadState(3, 10, 8);

    assertThat(HitsHeuristic.BY_SLOTS.window(bySlots, 50, 3)).isEqualTo(8);
    assertThat(HitsHeuristic.BY_ADDRESSES.window(byAddresses, 50, 3)).isEqualTo(8);

    assertThat(bySlots.previousPosition()).isEqualTo(10);
    assertThat(byAddresses.previousPosition()).isEqualTo(50);
    HitsHeuristic.BY_SLOTS.hit(bySlots, 51, true);
    HitsHeuristic.BY_ADDRESSES.hit(byAddresses, 51, false);
    assertThat(bySlots.hits()).isOne();
    assertThat(byAddresses.hits()).isZero();
    assertThat(byAddresses.previousPosition()).isEqualTo(51);
  }
}
