package io.faultline.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.faultline.actors.readahead.ClusterWindow;
import io.faultline.actors.readahead.DickinsNovember2012;
import io.faultline.actors.readahead.DickinsOctober2012;
import io.faultline.actors.readahead.FixedWindow;
import io.faultline.actors.readahead.HitsHeuristic;
import io.faultline.actors.readahead.KhlebnikovBalance;
import io.faultline.actors.readahead.LiMissCounter;
import io.faultline.actors.readahead.NoReadahead;
import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.VmaReadahead;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tells one generation of swap readahead from the next. */
class GenerationsTest {

  private static List<Integer> randomMisses(
      ReadaheadHeuristic heuristic, ReadaheadState state, int misses) {
    List<Integer> windows = new ArrayList<>();
    for (int i = 0; i < misses; i++) {
      windows.add(heuristic.window(state, 1_000L + 100L * (i * 37 % misses), 3));
    }
    return windows;
  }

  private static void hits(ReadaheadHeuristic heuristic, ReadaheadState state, int hits) {
    for (int i = 0; i < hits; i++) {
      heuristic.hit(state, 7, true);
    }
  }

  @Test
  void withoutReadaheadEveryMissReadsItsOwnPage() {
    NoReadahead none = new NoReadahead();
    ReadaheadState state = none.newState();
    hits(none, state, 30);

    assertThat(none.window(state, 100, 5)).isOne();
    assertThat(none.window(state, 101, 5)).isOne();
  }

  @Test
  void theFixedWindowIsTheWholeAlignedBlockWhateverWasHit() {
    FixedWindow fixed = new FixedWindow();
    ReadaheadState state = fixed.newState();

    assertThat(randomMisses(fixed, state, 50)).containsOnly(8);
    hits(fixed, state, 100);
    assertThat(fixed.window(state, 77, 5)).isEqualTo(32);
    assertThat(ClusterWindow.start(77, 32)).isEqualTo(64);
    assertThat(ClusterWindow.end(77, 32, 4096)).isEqualTo(95);
  }

  @Test
  void withTheExtraHitTheWindowNeverFallsBelowTwoOnRandomMisses() {
    ReadaheadState state = DickinsOctober2012.PLUS_ONE.newState();

    assertThat(randomMisses(DickinsOctober2012.PLUS_ONE, state, 6))
        .containsExactly(4, 2, 2, 2, 2, 2);
    assertThat(randomMisses(DickinsOctober2012.PLUS_ONE, state, 1_000)).containsOnly(2);
  }

  @Test
  void withoutTheExtraHitTheWindowFallsToOneAndOnlyANeighbourOpensItAgain() {
    DickinsOctober2012 heuristic = DickinsOctober2012.NO_PLUS;
    ReadaheadState state = heuristic.newState();

    assertThat(randomMisses(heuristic, state, 5)).containsExactly(4, 2, 1, 1, 1);
    hits(heuristic, state, 50); // while the window is 1 they are spent for nothing
    assertThat(heuristic.window(state, 9_000, 3)).isEqualTo(1);
    assertThat(heuristic.window(state, 8_999, 3)).isEqualTo(2);
  }

  @Test
  void inOctober2012ThePreviousPositionIsThatOfTheLastWindowOfOne() {
    DickinsOctober2012 heuristic = DickinsOctober2012.NO_PLUS;
    ReadaheadState state = heuristic.newState(0, 50, 4);

    assertThat(heuristic.window(state, 60, 3)).isEqualTo(2);
    assertThat(heuristic.window(state, 70, 3)).isEqualTo(1);
    assertThat(state.previousPosition()).isEqualTo(50);
    assertThat(heuristic.window(state, 80, 3)).isEqualTo(1);
    assertThat(state.previousPosition()).isEqualTo(80);
  }

  @Test
  void inOctober2012HitsOfExactlyHalfTheWindowKeepIt() {
    DickinsOctober2012 heuristic = DickinsOctober2012.PLUS_ONE;
    ReadaheadState state = heuristic.newState();

    hits(heuristic, state, 3);
    assertThat(heuristic.window(state, 100, 3)).isEqualTo(8);
    hits(heuristic, state, 4);
    assertThat(heuristic.window(state, 200, 4)).isEqualTo(16);
  }

  @Test
  void inOctober2012PageClusterZeroSpendsTheHits() {
    ReadaheadState state = DickinsOctober2012.PLUS_ONE.newState(5, 0, 8);

    assertThat(DickinsOctober2012.PLUS_ONE.window(state, 100, 0)).isEqualTo(1);
    assertThat(state.hits()).isZero();
  }

  @Test
  void theNextWindowIsHeldUpByHalfOfTheLastOneSince314AndByNothingInNovember2012() {
    DickinsNovember2012 november = new DickinsNovember2012();
    HitsHeuristic since314 = HitsHeuristic.BY_SLOTS;

    assertThat(randomMisses(november, november.newState(), 4)).containsExactly(8, 1, 1, 1);
    assertThat(randomMisses(since314, since314.newState(), 4)).containsExactly(8, 4, 2, 1);
  }

  @Test
  void inNovember2012PageClusterZeroKeepsTheHits() {
    DickinsNovember2012 november = new DickinsNovember2012();
    ReadaheadState state = november.newState();

    assertThat(november.window(state, 100, 0)).isEqualTo(1);
    assertThat(state.hits()).isEqualTo(4);
  }

  @Test
  void anAnonVmaJudgedRandomStaysSo() {
    LiMissCounter li = new LiMissCounter();
    ReadaheadState state = li.newState();
    assertThat(randomMisses(li, state, 100)).containsOnly(8);

    // what follows is sequential, but without a window each of its pages is a miss
    for (int page = 0; page < 10_000; page++) {
      assertThat(li.window(state, 50_000 + page, 3)).isEqualTo(1);
    }
  }

  @Test
  void fromSaturation901NetHitsAreNeeded() {
    LiMissCounter li = new LiMissCounter();
    LiMissCounter.State condemned = LiMissCounter.State.withMisses(1000);
    LiMissCounter.State almost = LiMissCounter.State.withMisses(1000);

    for (int hit = 0; hit < 900; hit++) {
      li.hit(condemned, hit, false);
      li.hit(almost, hit, false);
    }
    li.hit(condemned, 900, false);

    assertThat(li.window(condemned, 5, 3)).isEqualTo(8);
    assertThat(li.window(almost, 5, 3)).isEqualTo(1);
    assertThat(almost.misses()).isEqualTo(101);
  }

  @Test
  void anAnonVmaWithOneHitAMissIsNeverJudged() {
    LiMissCounter li = new LiMissCounter();
    ReadaheadState state = li.newState();

    for (int i = 0; i < 10_000; i++) {
      assertThat(li.window(state, 100L * i, 3)).isEqualTo(8);
      li.hit(state, 100L * i + 1, false);
    }
  }

  @Test
  void missesThatNoAnonVmaCanHaveAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LiMissCounter.State.withMisses(1001))
        .withMessage("misses are 0 to 1000, got 1001");
  }

  @Test
  void khlebnikovsWindowShrinksWithSwapOutsAndGrowsWithHits() {
    KhlebnikovBalance heuristic = new KhlebnikovBalance();
    KhlebnikovBalance.State state = (KhlebnikovBalance.State) heuristic.newState();
    assertThat(heuristic.window(state, 0, 3)).isEqualTo(8);

    heuristic.swappedOut(state, 1);
    assertThat(state.balance()).isEqualTo(1014);
    assertThat(heuristic.window(state, 100, 3)).isEqualTo(4); // 3 * 1014 / 1024 = 2
    assertThat(state.balance()).isEqualTo(1018);
    heuristic.unusedDropped(state, 2);
    assertThat(state.balance()).isEqualTo(1016);
    hits(heuristic, state, 1);
    assertThat(state.balance()).isEqualTo(1024);
    assertThat(heuristic.window(state, 200, 3)).isEqualTo(8);

    heuristic.swappedOut(state, 1_000_000);
    assertThat(state.balance()).isZero();
    assertThat(heuristic.window(state, 300, 3)).isEqualTo(1);
  }

  @Test
  void aroundAddressesAnyHeuristicKnowsTheWayATaskGoes() {
    VmaReadahead readahead = new VmaReadahead(new FixedWindow());

    long word = readahead.hit(0, 0x40_000, false);
    readahead.decide(word, 0x41, 3, 0, 512);
    assertThat(readahead.start()).isEqualTo(0x41);
    assertThat(readahead.end()).isEqualTo(0x49);

    word = readahead.hit(readahead.word(), 0x48_000, true);
    readahead.decide(word, 0x47, 3, 0, 512);
    assertThat(readahead.start()).isEqualTo(0x40);
    assertThat(readahead.end()).isEqualTo(0x48);
    assertThat(readahead.step()).isEqualTo(1);
  }

  @Test
  void aFreshVmaStartsWithTheBootValuesOfItsHeuristic() {
    VmaReadahead october = new VmaReadahead(DickinsOctober2012.PLUS_ONE);
    VmaReadahead kernel = new VmaReadahead();

    october.decide(0, 200, 5, 0, 512);
    kernel.decide(0, 200, 5, 0, 512);

    assertThat(october.window()).isEqualTo(4);
    assertThat(kernel.window()).isEqualTo(8);
  }

  @Test
  void theKernelsWordIsTheSameWhetherAHeuristicOrTheFormulaWritesIt() {
    VmaReadahead readahead = new VmaReadahead();

    for (long word : new long[] {0, VmaReadahead.pack(0x5000, 8, 2), 0x7fff_ffff_f03fL}) {
      for (boolean flagged : new boolean[] {true, false}) {
        assertThat(readahead.hit(word, 0x6123, flagged))
            .isEqualTo(VmaReadahead.onHit(word, 0x6123, flagged));
      }
    }
  }
}
