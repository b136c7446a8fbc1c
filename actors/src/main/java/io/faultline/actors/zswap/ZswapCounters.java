package io.faultline.actors.zswap;

/** What zswap counts, under the names of {@code /sys/kernel/debug/zswap}. */
public final class ZswapCounters {

  long rejectReclaimFail;
  long rejectAllocFail;
  long rejectCompressPoor;
  long writtenBackPages;

  /**
   * Counters and levels at an instant.
   *
   * @param poolLimitHit stores refused because the pool was at its limit
   * @param rejectReclaimFail entries that could not be written back
   * @param rejectAllocFail stores refused for want of a frame
   * @param rejectCompressPoor stores refused because the page does not compress
   * @param writtenBackPages entries written back
   * @param poolTotalSize bytes of the pool
   * @param storedPages entries, same-filled ones included
   * @param sameFilledPages entries that are one word repeated
   * @param timesFull how often the pool became full that had taken stores before; no file of
   *     debugfs has it
   */
  public record Reading(
      long poolLimitHit,
      long rejectReclaimFail,
      long rejectAllocFail,
      long rejectCompressPoor,
      long writtenBackPages,
      long poolTotalSize,
      long storedPages,
      long sameFilledPages,
      long timesFull) {

    /** What was counted since an earlier reading; levels stay as they are now. */
    public Reading since(Reading earlier) {
      return new Reading(
          poolLimitHit - earlier.poolLimitHit,
          rejectReclaimFail - earlier.rejectReclaimFail,
          rejectAllocFail - earlier.rejectAllocFail,
          rejectCompressPoor - earlier.rejectCompressPoor,
          writtenBackPages - earlier.writtenBackPages,
          poolTotalSize,
          storedPages,
          sameFilledPages,
          timesFull - earlier.timesFull);
    }
  }
}
