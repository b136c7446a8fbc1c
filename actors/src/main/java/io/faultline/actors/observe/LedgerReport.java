package io.faultline.actors.observe;

import java.util.ArrayList;
import java.util.List;

/**
 * The hit ledger of a phase: who earned and provided the hits that were spent in it, by whom they
 * were spent, and what became of the pages that were read ahead.
 *
 * <p>Rows are the tasks, swapoffs and builds in the order of the experiment, then {@link
 * LedgerRows#BOOT} for the hits that nobody earned; columns are the same without it.
 */
public final class LedgerReport {

  private static final int HIT_LANES = HitLedger.Lane.values().length;
  private static final int LANES = HIT_LANES + ReadaheadUse.Lane.values().length;

  private final LedgerSums before;
  private final LedgerSums after;
  private final LedgerRows rows;
  private final TimeBuckets inTime;
  private final int buckets;
  private final long fromNanos;

  /**
   * The ledger from one moment to another.
   *
   * @param before sums at the beginning
   * @param after sums at the end
   * @param ledgers what the latter were made of
   * @param use likewise
   * @param fromNanos virtual time of the beginning, in nanoseconds
   * @param toNanos virtual time of the end
   */
  public LedgerReport(
      LedgerSums before,
      LedgerSums after,
      List<HitLedger> ledgers,
      ReadaheadUse use,
      long fromNanos,
      long toNanos) {
    this.before = before;
    this.after = after;
    this.rows = after.rows();
    this.fromNanos = fromNanos;
    int shift = use.shift();
    for (HitLedger ledger : ledgers) {
      shift = Math.max(shift, ledger.shift());
    }
    inTime = new TimeBuckets(rows.count() * LANES, shift, fromNanos >> shift);
    buckets = inTime.bucket(Math.max(fromNanos, toNanos)) + 1;
    for (HitLedger ledger : ledgers) {
      ledger.addTo(inTime, LANES);
    }
    use.addTo(inTime, rows, HIT_LANES, LANES);
  }

  /** Names of the columns; the rows have these and then {@link LedgerRows#BOOT}. */
  public List<String> names() {
    return rows.names();
  }

  /** Index of a name among the rows; -1 if there is none. */
  public int row(String name) {
    return name.equals(LedgerRows.BOOT) ? rows.boot() : rows.names().indexOf(name);
  }

  /** The row of hits that nobody earned. */
  public int boot() {
    return rows.boot();
  }

  /** Hits that one row earned and another spent. */
  public long spent(int earner, int spender) {
    return after.spent(earner, spender) - before.spent(earner, spender);
  }

  /** Hits that one row provided and another spent. */
  public long spentOfProvider(int provider, int spender) {
    return after.spentOfProvider(provider, spender) - before.spentOfProvider(provider, spender);
  }

  /** Hits of an earner that were left in the counters at the end. */
  public long pending(int earner) {
    return after.pendingByEarner[earner];
  }

  /** Hits of a provider that were left in the counters at the end. */
  public long pendingOfProvider(int provider) {
    return after.pendingByProvider[provider];
  }

  /** Hits of an earner that were lost: nobody spent them, and no counter has them. */
  public long forgotten(int earner) {
    return after.forgottenByEarner[earner] - before.forgottenByEarner[earner];
  }

  /** Hits of a provider that were lost. */
  public long forgottenOfProvider(int provider) {
    return after.forgottenByProvider[provider] - before.forgottenByProvider[provider];
  }

  /** Hits that a row earned, or had in the counters at the beginning. */
  public long earned(int earner) {
    return after.earned[earner] - before.earned[earner] + before.pendingByEarner[earner];
  }

  /** Hits that a row provided, or had in the counters at the beginning. */
  public long provided(int provider) {
    return after.provided[provider]
        - before.provided[provider]
        + before.pendingByProvider[provider];
  }

  /** Hits that a row spent, of whomever, those of nobody included. */
  public long spentBy(int spender) {
    return spentOfTasksBy(spender) + spent(rows.boot(), spender);
  }

  /** Hits that a row spent and that tasks had earned. */
  private long spentOfTasksBy(int spender) {
    long sum = 0;
    for (int earner = 0; earner < rows.names().size(); earner++) {
      sum += spent(earner, spender);
    }
    return sum;
  }

  /** Hits that a row spent and another task earned. */
  public long spentOfOthersBy(int spender) {
    return spentOfTasksBy(spender) - spent(spender, spender);
  }

  /** Hits spent that tasks earned. */
  public long spent() {
    long sum = 0;
    for (int spender = 0; spender < rows.names().size(); spender++) {
      sum += spentOfTasksBy(spender);
    }
    return sum;
  }

  /**
   * Cross-talk: hits spent by another than their earner, of all hits spent; those that nobody
   * earned are left out.
   *
   * @return 0 to 1; 0 if none was spent
   */
  public double crossTalk() {
    long others = 0;
    for (int spender = 0; spender < rows.names().size(); spender++) {
      others += spentOfOthersBy(spender);
    }
    return share(others, spent());
  }

  /**
   * Cross-talk of one direction.
   *
   * @return the share of all hits spent that one earned and the other spent, 0 to 1
   */
  public double crossTalk(int earner, int spender) {
    return share(spent(earner, spender), spent());
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /** Pages that a row's windows read beside the missed ones. */
  public long readAhead(int row) {
    return use(row, ReadaheadUse.Lane.READ_AHEAD);
  }

  /** Pages read in windows above 1 that hits opened, and none of the row's own. */
  public long stolenWindowPages(int row) {
    return use(row, ReadaheadUse.Lane.STOLEN);
  }

  /** The sum over all rows. */
  public long stolenWindowPages() {
    long sum = 0;
    for (int row = 0; row < rows.names().size(); row++) {
      sum += stolenWindowPages(row);
    }
    return sum;
  }

  /** Pages that a row read ahead and that left the swap cache untouched. */
  public long dropped(int row) {
    return use(row, ReadaheadUse.Lane.DROPPED);
  }

  /** Pages that a row read ahead and that nobody had touched at the end. */
  public long untouched(int row) {
    return after.untouched[row];
  }

  private long use(int row, ReadaheadUse.Lane lane) {
    return after.use[lane.ordinal()][row] - before.use[lane.ordinal()][row];
  }

  /** Pages that a row read ahead for nothing: dropped, or untouched at the end. */
  public long wastedReadahead(int row) {
    return dropped(row) + untouched(row);
  }

  /** The sum over all rows. */
  public long wastedReadahead() {
    long sum = 0;
    for (int row = 0; row < rows.names().size(); row++) {
      sum += wastedReadahead(row);
    }
    return sum;
  }

  /** Width in virtual nanoseconds of the buckets that {@link #inTime} counts in. */
  public long bucketNanos() {
    return 1L << inTime.shift();
  }

  /**
   * Where the first bucket begins, in virtual nanoseconds from the beginning: 0 or less, since
   * buckets lie at multiples of their width.
   */
  public long firstBucketNanos() {
    return inTime.firstNanos() - fromNanos;
  }

  /** What a row did in each bucket, at most 200 of them. */
  public List<Long> inTime(int row, HitLedger.Lane lane) {
    return lane(row * LANES + lane.ordinal());
  }

  /** What became in each bucket of what a row read ahead. */
  public List<Long> inTime(int row, ReadaheadUse.Lane lane) {
    return lane(row * LANES + HIT_LANES + lane.ordinal());
  }

  private List<Long> lane(int lane) {
    List<Long> counts = new ArrayList<>();
    for (long count : inTime.lane(lane, buckets)) {
      counts.add(count);
    }
    return counts;
  }
}
