package io.faultline.app;

import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.actors.observe.ReadaheadUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hit ledger: who earned, who provided and who spent the hits of the measured phase.
 *
 * @param earnedBySpentBy hits by earner, then by spender; {@code pending} are those left at the
 *     end, {@code forgotten} those that nobody spent and no counter has; the earner {@code boot} is
 *     nobody
 * @param providedBySpentBy the same hits by the task whose miss read the page
 * @param crossTalk hits spent by another than their earner, of all hits spent but those of {@code
 *     boot}; 0 to 1, 0 if none was spent
 * @param crossTalkByDirection what each spent of each other's; of many tasks only where that is
 *     above 0
 * @param stolenWindowPages pages read in windows above 1 that hits opened, and none of the task's
 *     own
 * @param wastedReadahead pages read ahead and dropped untouched, or untouched at the end
 * @param rows task by task, then swapoffs and builds
 * @param inTime the same in virtual time
 */
record LedgerSummary(
    Map<String, Map<String, Long>> earnedBySpentBy,
    Map<String, Map<String, Long>> providedBySpentBy,
    double crossTalk,
    List<Direction> crossTalkByDirection,
    long stolenWindowPages,
    long wastedReadahead,
    List<Row> rows,
    InTime inTime) {

  static final String PENDING = "pending";
  static final String FORGOTTEN = "forgotten";

  /** Up to this many rows, directions without a hit are named as well. */
  private static final int FEW = 3;

  /** From this many rows on, cells of 0 are left out. */
  private static final int MANY = 33;

  /**
   * What one spent of another's.
   *
   * @param share of all hits spent, 0 to 1
   */
  record Direction(String earner, String spender, long hits, double share) {}

  /**
   * A task, a swapoff or a build.
   *
   * @param earned hits that its accesses found
   * @param provided hits on pages that its misses read
   * @param spent hits that its decisions took
   * @param spentOfOthers those that another had earned
   * @param pending hits that it earned and that were left at the end
   * @param forgotten hits that it earned and that were lost
   * @param readAhead pages that its windows read beside the missed ones
   * @param dropped those that left the swap cache untouched
   * @param untouched those that nobody had touched at the end
   */
  record Row(
      String name,
      long earned,
      long provided,
      long spent,
      long spentOfOthers,
      long pending,
      long forgotten,
      long stolenWindowPages,
      long readAhead,
      long dropped,
      long untouched,
      long wastedReadahead) {}

  /**
   * Counts in equal buckets of virtual time.
   *
   * @param firstBucketNanos where the first begins, from the beginning of the measured phase: 0 or
   *     less
   * @param bucketNanos width of a bucket
   * @param rows in the order of {@link LedgerSummary#rows}
   */
  record InTime(long firstBucketNanos, long bucketNanos, List<Series> rows) {}

  /**
   * What one did, bucket by bucket.
   *
   * @param calls window decisions
   * @param windowPages pages of those windows
   * @param dropped pages that it had read ahead, when they were dropped
   */
  record Series(
      String name,
      List<Long> calls,
      List<Long> windowPages,
      List<Long> earned,
      List<Long> spent,
      List<Long> spentOfOthers,
      List<Long> stolenWindowPages,
      List<Long> readAhead,
      List<Long> dropped) {}

  static LedgerSummary of(LedgerReport ledger) {
    List<Direction> directions = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<Series> series = new ArrayList<>();
    int count = ledger.names().size();
    for (int row = 0; row < count; row++) {
      for (int spender = 0; spender < count; spender++) {
        long hits = ledger.spent(row, spender);
        if (spender != row && (hits > 0 || count <= FEW)) {
          directions.add(
              new Direction(
                  ledger.names().get(row),
                  ledger.names().get(spender),
                  hits,
                  ledger.crossTalk(row, spender)));
        }
      }
      rows.add(row(ledger, row));
      series.add(series(ledger, row));
    }
    return new LedgerSummary(
        matrix(ledger, false),
        matrix(ledger, true),
        ledger.crossTalk(),
        directions,
        ledger.stolenWindowPages(),
        ledger.wastedReadahead(),
        rows,
        new InTime(ledger.firstBucketNanos(), ledger.bucketNanos(), series));
  }

  private static Map<String, Map<String, Long>> matrix(LedgerReport ledger, boolean providers) {
    Map<String, Map<String, Long>> matrix = new LinkedHashMap<>();
    boolean all = ledger.names().size() < MANY;
    for (int row = 0; row <= ledger.boot(); row++) {
      Map<String, Long> cells = new LinkedHashMap<>();
      for (int spender = 0; spender < ledger.boot(); spender++) {
        long hits = providers ? ledger.spentOfProvider(row, spender) : ledger.spent(row, spender);
        if (all || hits > 0) {
          cells.put(ledger.names().get(spender), hits);
        }
      }
      cells.put(PENDING, providers ? ledger.pendingOfProvider(row) : ledger.pending(row));
      cells.put(FORGOTTEN, providers ? ledger.forgottenOfProvider(row) : ledger.forgotten(row));
      matrix.put(row == ledger.boot() ? LedgerRows.BOOT : ledger.names().get(row), cells);
    }
    return matrix;
  }

  private static Row row(LedgerReport ledger, int row) {
    return new Row(
        ledger.names().get(row),
        ledger.earned(row),
        ledger.provided(row),
        ledger.spentBy(row),
        ledger.spentOfOthersBy(row),
        ledger.pending(row),
        ledger.forgotten(row),
        ledger.stolenWindowPages(row),
        ledger.readAhead(row),
        ledger.dropped(row),
        ledger.untouched(row),
        ledger.wastedReadahead(row));
  }

  private static Series series(LedgerReport ledger, int row) {
    return new Series(
        ledger.names().get(row),
        ledger.inTime(row, HitLedger.Lane.CALLS),
        ledger.inTime(row, HitLedger.Lane.WINDOW_PAGES),
        ledger.inTime(row, HitLedger.Lane.EARNED),
        ledger.inTime(row, HitLedger.Lane.SPENT),
        ledger.inTime(row, HitLedger.Lane.SPENT_OF_OTHERS),
        ledger.inTime(row, ReadaheadUse.Lane.STOLEN),
        ledger.inTime(row, ReadaheadUse.Lane.READ_AHEAD),
        ledger.inTime(row, ReadaheadUse.Lane.DROPPED));
  }
}
