package io.faultline.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.actors.observe.LedgerSums;
import io.faultline.actors.observe.ReadaheadUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of hits in one counter, whoever decides. */
class LedgerOfAScopeTest {

  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int BUILD = 2;

  /** Two tasks, and a build with two workers. */
  private final LedgerRows rows =
      new LedgerRows(List.of("first", "second", "build b"), new int[] {0, 1, 2, 2});

  private final HitLedger ledger = new HitLedger(rows, 1);

  private LedgerReport report() {
    LedgerSums sums = new LedgerSums(rows).add(ledger);
    assertThat(sums.imbalance()).isEmpty();
    return new LedgerReport(
        new LedgerSums(rows), sums, List.of(ledger), new ReadaheadUse(), 0, 1_000);
  }

  private void hits(int task, int count) {
    for (int i = 0; i < count; i++) {
      ledger.found(0, task, task, true, ledger.pending(0) + 1);
    }
  }

  @Test
  void aDecisionThatTakesAPartTakesTheOldestHits() {
    hits(0, 2);
    hits(1, 3);

    assertThat(ledger.decided(0, 1, 4, 2)).isFalse();

    LedgerReport report = report();
    assertThat(report.spent(FIRST, SECOND)).isEqualTo(2);
    assertThat(report.spent(SECOND, SECOND)).isEqualTo(1);
    assertThat(report.pending(SECOND)).isEqualTo(2);
  }

  @Test
  void theHitsOfABootedMachineAreNobodysAndNoCrossTalk() {
    ledger.restarted(0, 4);

    assertThat(ledger.decided(0, 0, 8, 0)).isFalse();

    LedgerReport report = report();
    assertThat(report.spent(report.boot(), FIRST)).isEqualTo(4);
    assertThat(report.spentBy(FIRST)).isEqualTo(4);
    assertThat(report.crossTalk()).isZero();
  }

  @Test
  void aWindowIsStolenOnlyWithHitsOfTasks() {
    ledger.restarted(0, 4);
    hits(0, 1);

    assertThat(ledger.decided(0, 1, 8, 0)).isTrue();
    hits(0, 1);
    assertThat(ledger.decided(0, 1, 1, 0)).as("a window of 1 is nobody's loss").isFalse();
    assertThat(ledger.decided(0, 1, 2, 0)).as("next to the last miss, without hits").isFalse();
    ledger.restarted(0, 4);
    assertThat(ledger.decided(0, 1, 8, 0)).as("hits of nobody").isFalse();
  }

  @Test
  void whatHalvingLeavesOfAWindowBelongsToThoseWhoseHitsOpenedIt() {
    hits(0, 7);

    assertThat(ledger.decided(0, 0, 8, 0)).as("its own hits").isFalse();
    assertThat(ledger.decided(0, 1, 4, 0)).as("what another's hits left").isTrue();
    assertThat(ledger.decided(0, 0, 2, 0)).as("what its own hits left").isFalse();
    assertThat(ledger.decided(0, 1, 1, 0)).isFalse();
    hits(1, 1);
    assertThat(ledger.decided(0, 1, 4, 0)).as("its own hit").isFalse();
    ledger.restarted(0, 0);
    assertThat(ledger.decided(0, 0, 2, 0)).as("the window before is forgotten").isFalse();
  }

  @Test
  void processesOfOneBuildDoNotStealFromEachOther() {
    hits(2, 3);

    assertThat(ledger.decided(0, 3, 8, 0)).isFalse();
    assertThat(report().spent(BUILD, BUILD)).isEqualTo(3);
    assertThat(report().crossTalk()).isZero();
  }

  @Test
  void aHitThatTheHeuristicDoesNotCountIsForgotten() {
    ledger.found(0, 0, 1, true, 0);

    LedgerReport report = report();
    assertThat(report.earned(FIRST)).isEqualTo(1);
    assertThat(report.forgotten(FIRST)).isEqualTo(1);
    assertThat(report.forgottenOfProvider(SECOND)).isEqualTo(1);
  }

  @Test
  void whenAnAddressSpaceEndsItsHitsAreForgottenAndTheNextBegins() {
    hits(0, 3);

    ledger.restarted(0, 4);

    LedgerReport report = report();
    assertThat(report.forgotten(FIRST)).isEqualTo(3);
    assertThat(report.pending(report.boot())).isEqualTo(4);
  }

  @Test
  void hitsThatSwapoffMakesUpAreNobodys() {
    hits(0, 1);

    ledger.changed(0, 8);
    ledger.changed(0, 2);

    LedgerReport report = report();
    assertThat(report.earned(report.boot())).isEqualTo(7);
    assertThat(report.forgotten(FIRST)).as("the oldest go first").isEqualTo(1);
    assertThat(report.forgotten(report.boot())).isEqualTo(5);
    assertThat(report.pending(report.boot())).isEqualTo(2);
  }

  @Test
  void aHitWithoutAFlagIsNobodysAsWell() {
    ledger.found(0, 0, LedgerRows.NOBODY, false, 1);

    assertThat(report().earned(FIRST)).isZero();
    assertThat(report().pending(report().boot())).isEqualTo(1);
  }

  @Test
  void manyAlternatingHitsKeepTheirOrder() {
    for (int i = 0; i < 100; i++) {
      hits(i % 2, 1);
    }
    for (int i = 0; i < 25; i++) {
      ledger.decided(0, 0, 4, ledger.pending(0) - 3);
    }

    LedgerReport report = report();
    assertThat(report.spent(FIRST, FIRST)).isEqualTo(38);
    assertThat(report.spent(SECOND, FIRST)).isEqualTo(37);
    assertThat(report.pending(FIRST) + report.pending(SECOND)).isEqualTo(25);
  }

  @Test
  void countsInTimeKeepTheirPlaceHoweverLongTheRun() {
    long[] now = {0};
    ledger.clock(() -> now[0]);
    for (long ms = 0; ms < 10_000; ms++) {
      now[0] = ms * 1_000_000;
      ledger.decided(0, (int) (ms / 5_000), 1, 0);
    }

    LedgerReport report =
        new LedgerReport(
            new LedgerSums(rows),
            new LedgerSums(rows).add(ledger),
            List.of(ledger),
            new ReadaheadUse(),
            0,
            now[0]);
    List<Long> first = report.inTime(FIRST, HitLedger.Lane.CALLS);
    List<Long> second = report.inTime(SECOND, HitLedger.Lane.CALLS);
    assertThat(first).hasSizeBetween(100, 200);
    assertThat(first.stream().mapToLong(Long::longValue).sum()).isEqualTo(5_000);
    int half = (int) (5_000_000_000L / report.bucketNanos());
    assertThat(first.subList(half + 1, first.size())).containsOnly(0L);
    assertThat(second.subList(0, half)).containsOnly(0L);
  }
}
