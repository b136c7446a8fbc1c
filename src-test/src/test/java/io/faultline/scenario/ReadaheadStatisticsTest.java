package io.faultline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.readahead.HitsHeuristic;
import io.faultline.actors.readahead.ReadaheadScope;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.ReadaheadStatistics;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.AddHit;
import io.faultline.protocol.ReadaheadMessage.ChooseWindow;
import io.faultline.protocol.ReadaheadMessage.Hit;
import io.faultline.protocol.ReadaheadMessage.SetHitsToLastWindow;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.VmaMessage;
import org.junit.jupiter.api.Test;

/** One counter for everybody: who feeds it and who drains it. */
class ReadaheadStatisticsTest {

  private static final int SEQUENTIAL = 0;
  private static final int RANDOM = 1;

  private final TestInbox<ReadWindow> swapCache = TestInbox.create();
  private final TestInbox<VmaMessage> vma = TestInbox.create();
  private final WindowHistogram windows = new WindowHistogram(2);

  private BehaviorTestKit<ReadaheadMessage> statistics(ReadaheadState state, int pageCluster) {
    return BehaviorTestKit.create(
        ReadaheadStatistics.create(
            new ReadaheadScope(HitsHeuristic.BY_SLOTS, state, windows), pageCluster, false));
  }

  private SwapFault fault(int task, int slot) {
    return new SwapFault(task, 0, 0, slot, SwapEntry.of(0, slot), false, vma.getRef());
  }

  private void hits(BehaviorTestKit<ReadaheadMessage> statistics, int task, int count) {
    for (int i = 0; i < count; i++) {
      statistics.run(new Hit(fault(task, 100 + i), true, task));
    }
  }

  private int window(BehaviorTestKit<ReadaheadMessage> statistics, int task, int slot) {
    SwapFault fault = fault(task, slot);
    statistics.run(new ChooseWindow(fault, swapCache.getRef()));
    ReadWindow answer = swapCache.receiveMessage();
    assertThat(answer.fault()).isEqualTo(fault);
    return answer.window();
  }

  @Test
  void aRandomTaskSpendsTheHitsThatASequentialTaskEarned() {
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(ReadaheadState.cold(), 3);

    hits(statistics, SEQUENTIAL, 7);

    assertThat(window(statistics, RANDOM, 4711)).isEqualTo(8);
    assertThat(windows.hitsSpent(RANDOM)).isEqualTo(7);
    // nothing is left for the one who earned them but half of what the other was given
    assertThat(window(statistics, SEQUENTIAL, 108)).isEqualTo(4);
    assertThat(windows.hitsSpent(SEQUENTIAL)).isZero();
  }

  @Test
  void withoutHitsTheNextWindowsShrinkByHalfWhoeverAsks() {
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(ReadaheadState.hot(3), 3);

    assertThat(window(statistics, SEQUENTIAL, 100)).isEqualTo(8);
    assertThat(window(statistics, RANDOM, 4711)).isEqualTo(4);
    assertThat(window(statistics, RANDOM, 815)).isEqualTo(2);
    assertThat(window(statistics, SEQUENTIAL, 108)).isEqualTo(1);
  }

  @Test
  void aMissBesideTheOneBeforeOpensAWindowOfTwoUnlessSomebodyElseMissedInBetween() {
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(ReadaheadState.cold(), 3);

    assertThat(window(statistics, SEQUENTIAL, 100)).isEqualTo(1);
    assertThat(window(statistics, SEQUENTIAL, 101)).isEqualTo(2);
    assertThat(window(statistics, RANDOM, 4711)).isEqualTo(1);
    assertThat(window(statistics, SEQUENTIAL, 102)).isEqualTo(1);
  }

  @Test
  void theFirstWindowAfterBootIsEight() {
    assertThat(window(statistics(ReadaheadState.boot(), 3), RANDOM, 4711)).isEqualTo(8);
    assertThat(window(statistics(ReadaheadState.boot(), 5), RANDOM, 4711)).isEqualTo(8);
  }

  @Test
  void withPageClusterZeroNothingIsReadAheadAndNothingIsSpent() {
    ReadaheadState state = ReadaheadState.boot();
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(state, 0);

    assertThat(window(statistics, SEQUENTIAL, 100)).isEqualTo(1);

    assertThat(state.hits()).isEqualTo(4);
    assertThat(windows.calls()).isEmpty();
  }

  @Test
  void swapoffMayAddAHitThatNobodyEarned() {
    ReadaheadState state = ReadaheadState.cold();
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(state, 3);

    statistics.run(new AddHit());

    assertThat(state.hits()).isEqualTo(1);
    assertThat(window(statistics, SEQUENTIAL, 100)).isEqualTo(4);
  }

  @Test
  void swapoffMaySetTheHitsToTheLastWindowSoThatTheNextIsTwiceAsLarge() {
    ReadaheadState state = new ReadaheadState(17, 0, 4);
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(state, 5);

    statistics.run(new SetHitsToLastWindow());

    assertThat(state.hits()).isEqualTo(4);
    assertThat(window(statistics, SEQUENTIAL, 100)).isEqualTo(8);
    statistics.run(new SetHitsToLastWindow());
    assertThat(window(statistics, SEQUENTIAL, 108)).isEqualTo(16);
  }

  @Test
  void theLargestWindowIsGivenWithoutALookAtTheState() {
    ReadaheadState state = new ReadaheadState(5, 99, 2);
    BehaviorTestKit<ReadaheadMessage> statistics = statistics(state, 4);

    statistics.run(new ChooseWindow(fault(RANDOM, 100), true, swapCache.getRef()));

    assertThat(swapCache.receiveMessage().window()).isEqualTo(16);
    assertThat(state.hits()).isEqualTo(5);
    assertThat(state.previousPosition()).isEqualTo(99);
    assertThat(state.lastWindow()).isEqualTo(2);
    assertThat(windows.calls()).containsOnlyKeys(16);
  }
}
