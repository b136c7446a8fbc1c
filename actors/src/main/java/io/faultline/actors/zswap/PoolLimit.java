package io.faultline.actors.zswap;

/**
 * The limit of the pool with its hysteresis: once full, it takes nothing until it has shrunk to a
 * threshold.
 *
 * <p>Source: {@code zswap_check_limits} in mm/zswap.c, 6.12; before 6.10 {@code zswap_is_full} and
 * {@code zswap_can_accept}.
 */
public final class PoolLimit {

  private final long maxPages;
  private final long acceptPages;
  private final boolean fullAtLimit;
  private boolean full;
  private boolean hit;
  private long limitHits;
  private long timesFull;

  private PoolLimit(long maxPages, long acceptPages, boolean fullAtLimit) {
    this.maxPages = maxPages;
    this.acceptPages = acceptPages;
    this.fullAtLimit = fullAtLimit;
  }

  /**
   * Since 6.10: full at the limit, open again at the threshold.
   *
   * @param ramPages {@code totalram_pages}
   * @param maxPoolPercent 0 to 100
   * @param acceptThresholdPercent 0 to 100
   */
  public static PoolLimit since610(long ramPages, int maxPoolPercent, int acceptThresholdPercent) {
    long max = ramPages * maxPoolPercent / 100;
    return new PoolLimit(max, max * acceptThresholdPercent / 100, true);
  }

  /** Up to 6.9: full beyond the limit, open again below the threshold. */
  public static PoolLimit upTo69(long ramPages, int maxPoolPercent, int acceptThresholdPercent) {
    return new PoolLimit(
        ramPages * maxPoolPercent / 100,
        ramPages * acceptThresholdPercent / 100 * maxPoolPercent / 100,
        false);
  }

  /** Pages that the pool may have. */
  public long maxPages() {
    return maxPages;
  }

  /** Pages to which a full pool shrinks before it takes anything. */
  public long acceptPages() {
    return acceptPages;
  }

  /**
   * Looks at the pool before a store.
   *
   * @param poolPages its size
   * @return whether the store is refused
   */
  public boolean refuses(long poolPages) {
    hit = fullAtLimit ? poolPages >= maxPages : poolPages > maxPages;
    if (hit) {
      limitHits++;
      timesFull += full ? 0 : 1;
      full = true;
    } else if (full && accepts(poolPages)) {
      full = false;
    }
    return full;
  }

  /** Whether a pool of that size takes stores again ({@code zswap_can_accept}). */
  public boolean accepts(long poolPages) {
    return fullAtLimit ? poolPages <= acceptPages : poolPages < acceptPages;
  }

  /** Whether the last store was refused for the limit itself. */
  public boolean hit() {
    return hit;
  }

  /** Whether stores are refused at present. */
  public boolean full() {
    return full;
  }

  /** How often the pool became full that had taken stores before. */
  public long timesFull() {
    return timesFull;
  }

  /** {@code pool_limit_hit}. */
  public long limitHits() {
    return limitHits;
  }
}
