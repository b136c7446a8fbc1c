package io.faultline.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.faultline.actors.readahead.LeapHeuristic;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.StridedWindow;
import io.faultline.actors.readahead.VmaReadahead;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The majority trend, and the window that follows it. */
class LeapTest {

  private final LeapHeuristic leap = new LeapHeuristic();
  private final ReadaheadState state = leap.newState();

  private void accesses(long... positions) {
    for (long position : positions) {
      leap.hit(state, position, false);
    }
  }

  @Test
  void noTrendIsSeenInTwoAccesses() {
    assertThat(leap.window(state, 100, 3)).isEqualTo(1);
    assertThat(leap.window(state, 107, 3)).isEqualTo(1);
    assertThat(leap.window(state, 114, 3)).isEqualTo(1);
    assertThat(leap.window(state, 121, 3)).isEqualTo(2);
    assertThat(leap.stride(state)).isEqualTo(7);
  }

  @Test
  void aStrideIsFoundAmongNoise() {
    // of five accesses one is somewhere else, which makes two distances wrong: the latest 4 and 8
    // have
    // no majority, the latest 16 have nine of 5
    long position = 1_000;
    for (int i = 0; i < 11; i++) {
      accesses(position, position + 5, position + 10, position + 15, 90_000 + 777L * i);
      position += 20;
    }

    leap.window(state, position, 3);

    assertThat(leap.stride(state)).isEqualTo(5);
    assertThat(leap.behind(state)).isZero();
  }

  @Test
  void theWorkedExampleOfThePaperTurnsFromMinusThreeToPlusTwo() {
    LeapHeuristic small = new LeapHeuristic(8, 2);
    ReadaheadState history = small.newState();
    long[] requests = {
      0x48, 0x45, 0x42, 0x3F, 0x3C, 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x10, 0x39, 0x12, 0x14, 0x16
    };

    List<Long> strides = new ArrayList<>();
    for (long request : requests) {
      small.window(history, request, 3);
      strides.add(small.stride(history));
    }

    assertThat(strides.get(3)).isEqualTo(-3); // the three distances of the first four requests
    assertThat(strides.get(7)).isEqualTo(-3); // no majority in 4 or 8: the last trend stays
    assertThat(strides.get(8)).isEqualTo(2);
    assertThat(strides.get(15)).isEqualTo(2); // two jumps in the last 8 do not hide it
  }

  @Test
  void randomAccessesHaveNoTrendAndPrefetchNothing() {
    for (long position : new long[] {5, 900, 42, 7_000, 13, 512, 3_333, 71, 8_080, 256}) {
      assertThat(leap.window(state, position, 5)).isEqualTo(1);
    }
  }

  @Test
  void thePrefetchedPagesAreThePowerOfTwoAboveTheHits() {
    accesses(10, 20, 30, 40);
    leap.hit(state, 50, true);
    leap.hit(state, 60, true);
    leap.hit(state, 70, true);

    assertThat(leap.window(state, 80, 5)).isEqualTo(1 + 4);
    assertThat(state.hits()).isZero();
  }

  @Test
  void thePrefetchedPagesShrinkByHalfWhenNothingIsHit() {
    accesses(10, 20, 30, 40);
    for (int hit = 5; hit < 13; hit++) {
      leap.hit(state, 10L * hit, true);
    }

    List<Integer> windows = new ArrayList<>();
    for (long position : new long[] {130, 7, 90_000, 400, 5_000}) {
      windows.add(leap.window(state, position, 3));
    }

    assertThat(windows).containsExactly(1 + 7, 1 + 3, 1 + 1, 1, 1);
  }

  @Test
  void withoutATrendThePagesLieAroundTheMissAtTheLastDistance() {
    LeapHeuristic small = new LeapHeuristic(4, 1);
    ReadaheadState lost = small.newState();
    for (long position : new long[] {10, 20, 30, 40, 50}) {
      small.hit(lost, position, true);
    }
    assertThat(small.window(lost, 60, 3)).isEqualTo(1 + 7);
    small.hit(lost, 500, true);
    small.hit(lost, 900, true);

    assertThat(small.window(lost, 2_000, 3)).isEqualTo(1 + 4);

    assertThat(small.stride(lost)).isEqualTo(10);
    assertThat(small.behind(lost)).isEqualTo(2);
    assertThat(StridedWindow.first(2_000, 5, 10, 2, 1)).isEqualTo(1_980);
    assertThat(StridedWindow.last(2_000, 5, 10, 2, 4_095)).isEqualTo(2_020);
  }

  @Test
  void aPageThatIsFaultedOnAgainAndAgainIsNoTrend() {
    accesses(5, 5, 5, 5, 5, 5);

    assertThat(leap.window(state, 5, 3)).isEqualTo(1);
    assertThat(leap.stride(state)).isNotZero();
  }

  @Test
  void aTaskWithAStrideOfTenFaultsOnceAWindowOnceItIsUpToSpeed() {
    TreeSet<Long> ahead = new TreeSet<>();
    int misses = 0;
    for (long page = 0; page < 10_000; page += 10) {
      if (ahead.remove(page)) {
        leap.hit(state, page, true);
        continue;
      }
      misses++;
      int window = leap.window(state, page, 3);
      long stride = leap.stride(state);
      for (int i = 1; i < window; i++) {
        ahead.add(page + i * stride);
      }
    }

    // the kernel's window would see 1000 misses here; this sees one in eight, and a few at first
    assertThat(misses).isBetween(125, 130);
    assertThat(ahead).hasSizeLessThan(8);
  }

  @Test
  void inAVmaTheWindowLiesAlongTheStrideAndEndsWithTheVma() {
    VmaReadahead readahead = new VmaReadahead(leap);
    long word = 0;
    for (long page : new long[] {700, 697, 694, 691, 688}) {
      word = readahead.hit(word, page << 12, true);
    }

    readahead.decide(word, 685, 5, 679, 2_000);

    assertThat(readahead.window()).isEqualTo(1 + 8);
    assertThat(readahead.step()).isEqualTo(3);
    assertThat(readahead.start()).isEqualTo(679);
    assertThat(readahead.end()).isEqualTo(686);
  }

  @Test
  void aStridedWindowHoldsItsMissedPageHoweverLittleRoomThereIs() {
    assertThat(StridedWindow.first(100, 8, -5, 0, 99)).isEqualTo(100);
    assertThat(StridedWindow.last(100, 8, -5, 0, 104)).isEqualTo(100);
    assertThat(StridedWindow.first(100, 8, -5, 0, 1)).isEqualTo(65);
    assertThat(StridedWindow.first(100, 8, 1L << 50, 7, 0)).isEqualTo(100);
  }

  @Test
  void aHistoryThatCantBeSplitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeapHeuristic(4, 5))
        .withMessage("history is at least 1 and split 1 to history, got 4 and 5");
  }
}
