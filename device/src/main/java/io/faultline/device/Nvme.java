package io.faultline.device;

/**
 * A flash drive on PCIe: a request occupies one of several channels for the latency of its first
 * page and the transfer of the others.
 *
 * @param channels requests in service at once, at least 1
 * @param readNanos a read of one page, at least 0
 * @param writeNanos a write of one page, at least 0
 * @param perPageNanos each further page of a request, at least 0
 * @param queueDepth requests the drive holds, at least 1
 */
public record Nvme(int channels, long readNanos, long writeNanos, long perPageNanos, int queueDepth)
    implements ServiceTimeModel {

  public Nvme {
    Bounds.atLeast(1, channels, "channels");
    Bounds.atLeast(0, readNanos, "read");
    Bounds.atLeast(0, writeNanos, "write");
    Bounds.atLeast(0, perPageNanos, "per page");
    Bounds.atLeast(1, queueDepth, "queue depth");
  }

  @Override
  public int parallel() {
    return channels;
  }

  @Override
  public long serviceNanos(
      long now, int firstPage, int pages, boolean write, int headPage, long headSince) {
    return (write ? writeNanos : readNanos) + (pages - 1) * perPageNanos;
  }
}
