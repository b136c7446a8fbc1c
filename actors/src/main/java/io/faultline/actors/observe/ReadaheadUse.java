package io.faultline.actors.observe;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * What became of the pages that were read ahead, by the task whose miss read them. Not safe for use
 * by several threads: the swap cache owns it.
 */
public final class ReadaheadUse {

  /** What is counted in time, for each task. */
  public enum Lane {
    /** Pages that windows read beside the missed one. */
    READ_AHEAD,
    /** Pages that left the swap cache without having been touched. */
    DROPPED,
    /** Pages read, the missed ones included, in windows that are stolen. */
    STOLEN
  }

  private static final int LANES = Lane.values().length;
  private static final int TOUCHED = LANES;
  private static final int COUNTS = LANES + 1;

  private long[] counts = new long[COUNTS];
  private final TimeBuckets inTime = new TimeBuckets(LANES);
  private LongSupplier now = () -> 0;

  /** Has events counted in time from now on. */
  public void clock(LongSupplier virtualNanos) {
    now = virtualNanos;
  }

  /** A window reads pages that were not missed. */
  public void readAhead(int task, int pages) {
    count(task, Lane.READ_AHEAD, pages);
  }

  /** There was no memory for a page that was to be read ahead: it is not. */
  public void notReadAhead(int task) {
    count(task, Lane.READ_AHEAD, -1);
  }

  /** A page that was read ahead is mapped. */
  public void touched(int task) {
    room(task);
    counts[task * COUNTS + TOUCHED]++;
  }

  /** A page that was read ahead leaves the swap cache, and nobody has touched it. */
  public void dropped(int task) {
    count(task, Lane.DROPPED, 1);
  }

  /** A stolen window reads pages. */
  public void stolen(int task, int pages) {
    count(task, Lane.STOLEN, pages);
  }

  private void count(int task, Lane lane, long pages) {
    room(task);
    counts[task * COUNTS + lane.ordinal()] += pages;
    inTime.add(task * LANES + lane.ordinal(), inTime.bucket(now.getAsLong()), pages);
  }

  private void room(int task) {
    if ((task + 1) * COUNTS > counts.length) {
      counts = Arrays.copyOf(counts, 2 * (task + 1) * COUNTS);
      inTime.lanes(2 * (task + 1) * LANES);
    }
  }

  /** Pages of one lane. */
  public long pages(int task, Lane lane) {
    return count(task, lane.ordinal());
  }

  /** Pages that are in the swap cache and that nobody has touched yet. */
  public long untouched(int task) {
    return pages(task, Lane.READ_AHEAD) - pages(task, Lane.DROPPED) - count(task, TOUCHED);
  }

  private long count(int task, int which) {
    int at = task * COUNTS + which;
    return at < counts.length ? counts[at] : 0;
  }

  /** Base-2 logarithm of the width in nanoseconds of what is counted in time. */
  int shift() {
    return inTime.shift();
  }

  /** Adds what was counted in time. */
  void addTo(TimeBuckets sum, LedgerRows rows, int firstLane, int lanesPerRow) {
    for (int task = 0; task < rows.tasks(); task++) {
      for (int lane = 0; lane < LANES; lane++) {
        inTime.addTo(sum, task * LANES + lane, rows.of(task) * lanesPerRow + firstLane + lane);
      }
    }
  }
}
