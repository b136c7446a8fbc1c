package io.faultline.actors.observe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts in virtual time, in at most 200 equal buckets. Their width is a power of two nanoseconds,
 * and doubles whenever the time is too long for them, so that it need not be known beforehand: from
 * 100 on are in use then. Not safe for use by several threads: it has one owner.
 */
final class TimeBuckets {

  /** Most buckets. */
  static final int MOST = 200;

  private static final int FINEST_SHIFT = 10;
  private static final long NOT_BEGUN = -1;

  private long[] @Nullable [] lanes;
  private int shift;
  private long first;

  /**
   * Nothing counted yet.
   *
   * @param lanes how many things are counted side by side
   */
  TimeBuckets(int lanes) {
    this(lanes, FINEST_SHIFT, NOT_BEGUN);
  }

  /**
   * Nothing counted yet, in buckets of a given width.
   *
   * @param shift base-2 logarithm of the width in nanoseconds
   * @param first number of the first bucket, in widths since virtual time 0
   */
  TimeBuckets(int lanes, int shift, long first) {
    this.lanes = new long[lanes][];
    this.shift = shift;
    this.first = first;
  }

  /** Makes room for more lanes. */
  void lanes(int count) {
    if (count > lanes.length) {
      lanes = Arrays.copyOf(lanes, count);
    }
  }

  /** The bucket of a time, which is at least that of every time before. */
  int bucket(long nanos) {
    long bucket = nanos >> shift;
    if (first == NOT_BEGUN) {
      first = bucket;
    }
    while (bucket - first >= MOST) {
      widen();
      bucket = nanos >> shift;
    }
    return (int) (bucket - first);
  }

  private void widen() {
    long newFirst = first >> 1;
    for (long[] lane : lanes) {
      if (lane != null) {
        for (int i = 0; i < MOST; i++) {
          long count = lane[i];
          lane[i] = 0;
          lane[(int) (((first + i) >> 1) - newFirst)] += count;
        }
      }
    }
    first = newFirst;
    shift++;
  }

  /**
   * Counts.
   *
   * @param bucket as {@link #bucket} said, after which no other was asked for
   */
  void add(int lane, int bucket, long count) {
    long[] counts = lanes[lane];
    if (counts == null) {
      counts = new long[MOST];
      lanes[lane] = counts;
    }
    counts[bucket] += count;
  }

  /** Base-2 logarithm of the width of a bucket in nanoseconds. */
  int shift() {
    return shift;
  }

  /** Virtual time at which the first bucket begins, in nanoseconds. */
  long firstNanos() {
    return first << shift;
  }

  /**
   * Adds a lane to one of another, whose buckets are at least as wide; what lies before that one's
   * first bucket is left out.
   */
  void addTo(TimeBuckets sum, int from, int to) {
    long[] counts = from < lanes.length ? lanes[from] : null;
    if (counts == null) {
      return;
    }
    for (int i = 0; i < MOST; i++) {
      long nanos = (first + i) << shift;
      if (counts[i] != 0 && (nanos >> sum.shift) >= sum.first) {
        int bucket = sum.bucket(nanos);
        sum.add(to, bucket, counts[i]);
      }
    }
  }

  /** Counts of a lane, one a bucket up to a given number of buckets. */
  long[] lane(int lane, int buckets) {
    long[] counts = lanes[lane];
    return counts == null ? new long[buckets] : Arrays.copyOf(counts, buckets);
  }
}
