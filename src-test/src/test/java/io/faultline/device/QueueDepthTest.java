package io.faultline.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** How many requests a device holds, over time. */
class QueueDepthTest {

  private final QueueDepth depth = new QueueDepth();

  @Test
  void aBucketHoldsTheMeanOfWhatWasHeldWeighedByTime() {
    depth.holds(3, 0);
    depth.holds(1, 512);
    depth.holds(0, 1024 + 256);

    QueueDepth.Means means = depth.upTo(2048);

    assertThat(means.bucketNanos()).isEqualTo(1024);
    assertThat(means.requests()).containsExactly((3 * 512 + 512) / 1024.0, 256 / 1024.0);
  }

  @Test
  void theLastBucketIsCutShort() {
    depth.holds(2, 1024);

    assertThat(depth.upTo(1024 + 100).requests()).containsExactly(0.0, 2.0);
  }

  @Test
  void aLongerRunHasWiderBucketsAndNoMoreOfThem() {
    depth.holds(1, 0);
    depth.holds(5, 600_000_000);
    depth.holds(0, 700_000_000);

    QueueDepth.Means means = depth.upTo(1_000_000_000);

    assertThat(means.requests()).hasSizeBetween(128, QueueDepth.MOST_BUCKETS);
    double requestNanos = 0;
    for (int bucket = 0; bucket < means.requests().size(); bucket++) {
      long from = bucket * means.bucketNanos();
      long length = Math.min(means.bucketNanos(), means.elapsedNanos() - from);
      requestNanos += means.requests().get(bucket) * length;
    }
    assertThat(requestNanos).isCloseTo(600e6 + 5 * 100e6, within(1.0));
  }

  @Test
  void whatWasHeldBeforeTheMeasuredPhaseBeganCountsFromThere() {
    depth.holds(4, 0);
    depth.beginAt(5_000);
    depth.holds(2, 5_512);

    assertThat(depth.upTo(6_024).requests()).containsExactly(3.0);
  }
}
