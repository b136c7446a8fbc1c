package io.faultline.actors.zswap;

/**
 * {@code do_shrink_slab} for one group: how much of what is freeable reclaim scans at a priority,
 * and what it puts off.
 *
 * <p>Source: mm/vmscan.c, 5.8; the form since 5.13 from general knowledge.
 */
public final class ShrinkerDriver {

  /** {@code DEFAULT_SEEKS}. */
  public static final int SEEKS = 2;

  /** {@code SHRINK_BATCH}: entries of one scan. */
  public static final int BATCH = 128;

  private final boolean since513;
  private long deferred;
  private long freeable;
  private long delta;
  private long total;
  private long left;
  private long scanned;

  /**
   * A driver.
   *
   * @param since513 whether what was deferred counts by priority, as since 5.13
   * @param deferred entries put off so far
   */
  public ShrinkerDriver(boolean since513, long deferred) {
    this.since513 = since513;
    this.deferred = deferred;
  }

  /**
   * Begins at a priority.
   *
   * @param freeableNow what the shrinker counted; 0 has nothing scanned and nothing deferred
   * @param priority 12 to 0
   */
  public void begin(long freeableNow, int priority) {
    freeable = freeableNow;
    scanned = 0;
    delta = (freeable >> priority) * 4 / SEEKS;
    if (since513) {
      total = Math.min((deferred >> priority) + delta, 2 * freeable);
    } else {
      total = deferred + delta;
      if (delta < freeable / 4) {
        total = Math.min(total, freeable / 2);
      }
      total = Math.min(total, 2 * freeable);
    }
    left = total;
  }

  /** Entries of the next scan; 0 when there is none. */
  public long nextScan() {
    return freeable > 0 && (left >= BATCH || left >= freeable) ? Math.min(BATCH, left) : 0;
  }

  /** A scan was made. */
  public void scanned(long entries) {
    left -= entries;
    scanned += entries;
  }

  /** Ends, after all scans or where one said stop. */
  public void end() {
    if (freeable > 0) {
      deferred = Math.max(deferred + delta - scanned, 0);
      if (since513) {
        deferred = Math.min(deferred, 2 * freeable);
      }
    }
  }

  /** What the priority adds. */
  public long delta() {
    return delta;
  }

  /** What was to be scanned. */
  public long total() {
    return total;
  }

  /** What has been scanned since the beginning. */
  public long scanned() {
    return scanned;
  }

  /** What is put off. */
  public long deferred() {
    return deferred;
  }
}
