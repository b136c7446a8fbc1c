package io.faultline.device;

/**
 * A device of constant latency that serves any number of requests at once: the kernel's null_blk,
 * memory backed, with timer completion (drivers/block/null_blk, {@code irqmode=2}).
 *
 * @param latencyNanos service time of every request, at least 0
 */
public record NullBlk(long latencyNanos) implements ServiceTimeModel {

  public NullBlk {
    Bounds.atLeast(0, latencyNanos, "latency");
  }

  @Override
  public int parallel() {
    return Integer.MAX_VALUE;
  }

  @Override
  public int queueDepth() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long serviceNanos(
      long now, int firstPage, int pages, boolean write, int headPage, long headSince) {
    return latencyNanos;
  }
}
