package io.faultline.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many requests a device held in the course of time, waiting or in service, as means over equal
 * buckets. There are at most {@value #MOST_BUCKETS}; their width doubles whenever the time is too
 * long for them, so a run of any length needs the same memory. Written by the device's {@link
 * DeviceQueue} alone.
 */
public final class QueueDepth {

  /** Most buckets. */
  public static final int MOST_BUCKETS = 256;

  private static final int FINEST_SHIFT = 10;

  private final long[] requestNanos = new long[MOST_BUCKETS];
  private volatile long beginAt; // the one field that another thread may write
  private long from;
  private int shift = FINEST_SHIFT;
  private long countedTo;
  private int held;

  QueueDepth() {}

  /**
   * What was counted is forgotten with the next event: the first bucket begins here.
   *
   * @param now the present virtual time
   */
  public void beginAt(long now) {
    beginAt = now;
  }

  /** The device holds this many requests from now on. */
  void holds(int requests, long now) {
    countTo(now);
    held = requests;
  }

  private void countTo(long now) {
    if (beginAt > from) {
      from = beginAt;
      countedTo = from;
      shift = FINEST_SHIFT;
      Arrays.fill(requestNanos, 0);
    }
    if (held > 0 && now > countedTo) {
      makeRoom(now);
      long end = now - from;
      long at = countedTo - from;
      while (at < end) {
        int bucket = (int) (at >> shift);
        long stop = Math.min(end, (bucket + 1L) << shift);
        requestNanos[bucket] += held * (stop - at);
        at = stop;
      }
    }
    countedTo = now;
  }

  private void makeRoom(long now) {
    while ((now - from - 1) >> shift >= MOST_BUCKETS) {
      for (int i = 0; i < MOST_BUCKETS / 2; i++) {
        requestNanos[i] = requestNanos[2 * i] + requestNanos[2 * i + 1];
      }
      Arrays.fill(requestNanos, MOST_BUCKETS / 2, MOST_BUCKETS, 0);
      shift++;
    }
  }

  /**
   * Means over time.
   *
   * @param bucketNanos width of a bucket in virtual nanoseconds; the last may be cut short
   * @param elapsedNanos length of the whole
   * @param requests mean number of requests held, bucket by bucket
   */
  public record Means(long bucketNanos, long elapsedNanos, List<Double> requests) {}

  /**
   * The means since {@link #beginAt}; to be asked for when the run is over.
   *
   * @param now the present virtual time
   */
  public Means upTo(long now) {
    countTo(now);
    makeRoom(now);
    long elapsed = now - from;
    long width = 1L << shift;
    List<Double> means = new ArrayList<>();
    for (long at = 0; at < elapsed; at += width) {
      means.add((double) requestNanos[means.size()] / Math.min(width, elapsed - at));
    }
    return new Means(width, elapsed, List.copyOf(means));
  }
}
