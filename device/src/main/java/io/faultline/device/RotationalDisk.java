package io.faultline.device;

/**
 * A disk: one request at a time, which costs a seek, the rest of a revolution and the transfer.
 *
 * <p>Pages lie on one spiral that turns under the head at the transfer rate, so where a page is at
 * any virtual time needs no random number, and two requests that follow each other without a pause
 * cost no rotation. The seek follows the square root of the distance: the arm accelerates half of
 * the way and brakes the other half.
 *
 * <p>While idle the drive reads on into its buffer, as every drive with a cache does; a reader that
 * comes back for the next pages after some computing does not wait a revolution for them. Writes
 * gather in that buffer and reach the platter as the head passes: one that continues shortly behind
 * the end of the last request costs its transfer and what it skips, not a revolution.
 */
public final class RotationalDisk implements ServiceTimeModel {

  private static final long PAGE_BYTES = 4096;

  /** A working assumption: drives keep a few segments of one or two MiB; this is one MiB. */
  private static final int READ_AHEAD_PAGES = 256;

  /** SATA at 3 Gbit/s moves 300 MB/s: what is in the buffer comes at this pace. */
  private static final long BUFFERED_PAGE_NANOS = PAGE_BYTES * 1000 / 300;

  private final long revolutionNanos;
  private final long pageNanos;
  private final long minSeekNanos;
  private final long avgSeekNanos;
  private final int capacityPages;
  private final int queueDepth;

  /**
   * Describes a disk.
   *
   * @param rpm revolutions a minute, from 1 to 1 000 000; 7200 is a revolution of 8.33 ms
   * @param minSeekNanos from a track to the next, at least 0
   * @param avgSeekNanos over a third of the stroke, which is the mean distance of two random pages;
   *     at least {@code minSeekNanos}
   * @param megabytesPerSecond sequential transfer, 10^6 bytes a second, from 0.001 to 1 000 000
   * @param queueDepth requests the drive holds and chooses from, at least 1; 31 or 32 with AHCI
   * @param capacityPages pages from the first to the last track, at least 1: the full stroke
   * @throws IllegalArgumentException if a figure is out of these bounds
   */
  public RotationalDisk(
      double rpm,
      long minSeekNanos,
      long avgSeekNanos,
      double megabytesPerSecond,
      int queueDepth,
      int capacityPages) {
    if (!(rpm >= 1 && rpm <= 1e6)) {
      throw new IllegalArgumentException("rpm is 1 to 1 000 000, got " + rpm);
    }
    if (!(megabytesPerSecond >= 0.001 && megabytesPerSecond <= 1e6)) {
      throw new IllegalArgumentException(
          "megabytes per second are 0.001 to 1 000 000, got " + megabytesPerSecond);
    }
    Bounds.atLeast(0, minSeekNanos, "min seek");
    Bounds.atLeast(minSeekNanos, avgSeekNanos, "average seek");
    Bounds.atLeast(1, queueDepth, "queue depth");
    Bounds.atLeast(1, capacityPages, "capacity");
    this.revolutionNanos = (long) (60e9 / rpm);
    this.pageNanos = (long) (PAGE_BYTES * 1000 / megabytesPerSecond);
    this.minSeekNanos = minSeekNanos;
    this.avgSeekNanos = avgSeekNanos;
    this.queueDepth = queueDepth;
    this.capacityPages = capacityPages;
  }

  @Override
  public int parallel() {
    return 1;
  }

  @Override
  public int queueDepth() {
    return queueDepth;
  }

  @Override
  public boolean nearestFirst() {
    return true;
  }

  @Override
  public long serviceNanos(
      long now, int firstPage, int pages, boolean write, int headPage, long headSince) {
    long ahead = (long) firstPage + pages - headPage;
    boolean near = firstPage >= headPage && ahead <= READ_AHEAD_PAGES;
    if (write && near) {
      return ahead * pageNanos;
    }
    long seek = seekNanos(firstPage - headPage);
    long mechanical = seek + rotationNanos(firstPage, now + seek) + pages * pageNanos;
    if (write || !near) {
      return mechanical;
    }
    long untilRead = Math.max(ahead * pageNanos - (now - headSince), 0);
    return Math.min(mechanical, Math.max(untilRead, pages * BUFFERED_PAGE_NANOS));
  }

  /**
   * The time the arm takes over a distance: nothing within a track, {@code minSeekNanos} to the
   * next one, {@code avgSeekNanos} at a third of the stroke, and with the square root between and
   * beyond.
   *
   * @param distancePages of either sign
   */
  long seekNanos(int distancePages) {
    long distance = Math.abs((long) distancePages);
    if (distance * pageNanos < revolutionNanos) {
      return 0;
    }
    double thirds = 3.0 * distance / capacityPages;
    return minSeekNanos + (long) ((avgSeekNanos - minSeekNanos) * Math.sqrt(thirds));
  }

  /** The time until a page comes under the head, from 0 to one revolution. */
  private long rotationNanos(int page, long time) {
    return Math.floorMod(page * pageNanos - time, revolutionNanos);
  }
}
