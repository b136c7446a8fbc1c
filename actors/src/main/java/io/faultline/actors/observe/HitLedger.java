package io.faultline.actors.observe;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of the hits that go through one or several counters of one owner: the counter of
 * shared readahead statistics, or the words of a VMA.
 *
 * <p>A hit is <em>earned</em> by the task whose access found the readahead flag, <em>provided</em>
 * by the task whose miss read that page, and <em>spent</em> by the task whose window decision takes
 * it from the counter. A decision that takes fewer hits than there are takes the oldest. Hits that
 * no flag gave (those of a machine that has just booted, those that swapoff's variants make up)
 * have the earner {@link LedgerRows#BOOT}. A hit that is neither spent nor in the counter any more
 * is <em>forgotten</em>.
 *
 * <p>What that means for each heuristic: {@code hits} and all of Dickins's spend every hit of the
 * counter with every decision, and so do {@code leap} and {@code khlebnikov-2012}, though the
 * latter looks at its balance and not at them. {@code none}, {@code fixed} and {@code li-2012} have
 * no counter of hits: all that are earned are forgotten at once. VMA readahead spends the hits of
 * the word and forgets what is beyond its 63; with the address space of a build's process goes its
 * word or its statistics, and their hits are forgotten. With {@code page-cluster = 0} nothing is
 * decided and nothing is spent but by the heuristics of October 2012 and {@code khlebnikov-2012}. A
 * user's class is followed the same way: by what it does to {@code hits()}.
 *
 * <p>A window is <em>stolen</em> if it has more than a page and its task earned none of the hits
 * that opened it, while others did. Those are the hits that its decision took; one that took none
 * and is smaller than the last is what is left of that one ("don't shrink readahead too fast"), and
 * was opened by the same hits. A window that no hits opened is stolen from nobody.
 */
public final class HitLedger {

  /** What a ledger counts in time, for each row. */
  public enum Lane {
    /** Window decisions. */
    CALLS,
    /** Pages of the windows that were decided. */
    WINDOW_PAGES,
    /** Hits earned. */
    EARNED,
    /** Hits spent, of whomever. */
    SPENT,
    /** Hits spent that another task earned. */
    SPENT_OF_OTHERS
  }

  private static final int LANES = Lane.values().length;

  private final LedgerRows rows;
  private final HitQueue[] counters;
  private final long[] @Nullable [] earnedBySpentBy;
  private final long[] @Nullable [] providedBySpentBy;
  private final long[] earned;
  private final long[] provided;
  private final long[] forgottenByEarner;
  private final long[] forgottenByProvider;
  private final TimeBuckets inTime;

  /** The last window of each counter, 0 before the first. */
  private final int[] lastWindow;

  /** For each counter the number of the opening that its window goes back to. */
  private final int[] opening;

  /** For each counter and row the last opening that the row earned hits of. */
  private final int[] @Nullable [] openingOf;

  /** Whether the opening took hits that tasks had earned. */
  private final boolean[] earnedByTasks;

  private LongSupplier now = () -> 0;
  private @Nullable LedgerListener listener;
  private final int[] taken;

  /**
   * A ledger of empty counters.
   *
   * @param rows who earns and spends
   * @param counters number of counters, at least 1
   */
  public HitLedger(LedgerRows rows, int counters) {
    this.rows = rows;
    this.counters = new HitQueue[counters];
    for (int i = 0; i < counters; i++) {
      this.counters[i] = new HitQueue();
    }
    int count = rows.count();
    earnedBySpentBy = new long[count][];
    providedBySpentBy = new long[count][];
    earned = new long[count];
    provided = new long[count];
    forgottenByEarner = new long[count];
    forgottenByProvider = new long[count];
    inTime = new TimeBuckets(count * LANES);
    taken = new int[count];
    lastWindow = new int[counters];
    opening = new int[counters];
    openingOf = new int[counters][];
    earnedByTasks = new boolean[counters];
  }

  /** Who earns and spends. */
  public LedgerRows rows() {
    return rows;
  }

  /** Has events counted in time from now on. */
  public void clock(LongSupplier virtualNanos) {
    now = virtualNanos;
  }

  /**
   * Has every hit and every decision logged from now on.
   *
   * @param counter the counter's owner, as the log names it
   */
  public void logTo(EventLog log, String counter) {
    listener = log.counter(counter, rows);
  }

  /**
   * A fault found its page in the swap cache.
   *
   * @param counter index of the counter that was told
   * @param task who found it
   * @param provider whose miss read the page; {@link LedgerRows#NOBODY} if none did
   * @param flagged whether the page carried the readahead flag: a hit
   * @param left what the counter holds now
   */
  public void found(int counter, int task, int provider, boolean flagged, int left) {
    HitQueue queue = counters[counter];
    int more = left - queue.hits();
    if (flagged) {
      int earner = rows.of(task);
      int from = rows.of(provider);
      earned[earner]++;
      provided[from]++;
      inTime.add(earner * LANES + Lane.EARNED.ordinal(), inTime.bucket(now.getAsLong()), 1);
      if (more > 0) {
        queue.add(HitQueue.kind(earner, from), 1);
        more--;
      } else {
        forgottenByEarner[earner]++;
        forgottenByProvider[from]++;
      }
    }
    settle(queue, more);
    if (flagged && listener != null) {
      listener.hit(now.getAsLong(), rows.of(task), rows.of(provider), left);
    }
  }

  /**
   * A window was decided.
   *
   * @param counter index of the counter that decided
   * @param task whose fault it is for
   * @param window pages; 0 if hits were taken and no window was there to decide
   * @param left what the counter holds now
   * @return whether the window is stolen
   */
  public boolean decided(int counter, int task, int window, int left) {
    HitQueue queue = counters[counter];
    int spender = rows.of(task);
    int take = queue.hits() - left;
    int own = 0;
    int others = 0;
    if (window > 0 && (take > 0 || window >= lastWindow[counter])) {
      opens(counter);
    }
    while (take > 0) {
      int kind = queue.firstKind();
      int hits = queue.take(take);
      take -= hits;
      int earner = HitQueue.earner(kind);
      row(earnedBySpentBy, earner)[spender] += hits;
      row(providedBySpentBy, HitQueue.provider(kind))[spender] += hits;
      if (earner == spender) {
        own += hits;
      } else if (earner != rows.boot()) {
        others += hits;
      }
      if (window > 0 && earner != rows.boot()) {
        openedBy(counter, earner);
      }
      if (listener != null) {
        taken[earner] += hits;
      }
    }
    settle(queue, -take);
    countInTime(spender, window, own, others);
    boolean stolen = window > 1 && stolenFromOthers(counter, spender);
    if (window > 0) {
      lastWindow[counter] = window;
    }
    if (listener != null) {
      listener.decision(now.getAsLong(), spender, window, taken, left, stolen);
      Arrays.fill(taken, 0);
    }
    return stolen;
  }

  /** A window opens that is not what is left of the last. */
  private void opens(int counter) {
    opening[counter]++;
    earnedByTasks[counter] = false;
  }

  private void openedBy(int counter, int earner) {
    int[] openings = openingOf[counter];
    if (openings == null) {
      openings = new int[rows.count()];
      openingOf[counter] = openings;
    }
    openings[earner] = opening[counter];
    earnedByTasks[counter] = true;
  }

  private boolean stolenFromOthers(int counter, int spender) {
    int[] openings = openingOf[counter];
    return earnedByTasks[counter] && openings != null && openings[spender] != opening[counter];
  }

  private void countInTime(int spender, int window, int own, int others) {
    int bucket = inTime.bucket(now.getAsLong());
    int lane = spender * LANES;
    if (window > 0) {
      inTime.add(lane + Lane.CALLS.ordinal(), bucket, 1);
      inTime.add(lane + Lane.WINDOW_PAGES.ordinal(), bucket, window);
    }
    if (own + others > 0) {
      inTime.add(lane + Lane.SPENT.ordinal(), bucket, own + others);
    }
    if (others > 0) {
      inTime.add(lane + Lane.SPENT_OF_OTHERS.ordinal(), bucket, others);
    }
  }

  private long[] row(long[] @Nullable [] matrix, int row) {
    long[] found = matrix[row];
    if (found == null) {
      found = new long[rows.names().size()];
      matrix[row] = found;
    }
    return found;
  }

  /**
   * The counter was changed by something that is neither a hit nor a decision: more are nobody's,
   * fewer are forgotten.
   *
   * @param left what the counter holds now
   */
  public void changed(int counter, int left) {
    settle(counters[counter], left - counters[counter].hits());
  }

  /**
   * All that a counter held is forgotten, and it begins anew.
   *
   * @param left what it holds now
   */
  public void restarted(int counter, int left) {
    HitQueue queue = counters[counter];
    forget(queue, queue.hits());
    settle(queue, left);
    opens(counter);
    lastWindow[counter] = 0;
  }

  private void settle(HitQueue queue, int more) {
    if (more > 0) {
      int boot = rows.boot();
      queue.add(HitQueue.kind(boot, boot), more);
      earned[boot] += more;
      provided[boot] += more;
    } else if (more < 0) {
      forget(queue, -more);
    }
  }

  private void forget(HitQueue queue, int hits) {
    int left = hits;
    while (left > 0) {
      int kind = queue.firstKind();
      int taken = queue.take(left);
      left -= taken;
      forgottenByEarner[HitQueue.earner(kind)] += taken;
      forgottenByProvider[HitQueue.provider(kind)] += taken;
    }
  }

  /** Hits that a counter holds. */
  public int pending(int counter) {
    return counters[counter].hits();
  }

  /** Number of counters. */
  public int counters() {
    return counters.length;
  }

  /** Base-2 logarithm of the width in nanoseconds of what is counted in time. */
  int shift() {
    return inTime.shift();
  }

  /** Adds all that was counted to sums. */
  void addTo(LedgerSums sums) {
    for (int row = 0; row < rows.count(); row++) {
      sums.spent(row, earnedBySpentBy[row], providedBySpentBy[row]);
      sums.earned[row] += earned[row];
      sums.provided[row] += provided[row];
      sums.forgottenByEarner[row] += forgottenByEarner[row];
      sums.forgottenByProvider[row] += forgottenByProvider[row];
    }
    for (HitQueue counter : counters) {
      counter.addTo(sums.pendingByEarner, sums.pendingByProvider);
    }
  }

  /** Adds what was counted in time. */
  void addTo(TimeBuckets sum, int lanesPerRow) {
    for (int row = 0; row < rows.names().size(); row++) {
      for (int lane = 0; lane < LANES; lane++) {
        inTime.addTo(sum, row * LANES + lane, row * lanesPerRow + lane);
      }
    }
  }
}
