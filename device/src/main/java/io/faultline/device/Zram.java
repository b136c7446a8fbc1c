package io.faultline.device;

/**
 * Compressed memory, as the kernel's zram: a request is served by whoever submits it, so any number
 * at once. A read takes as long as its pages take to decompress. A write takes no time here:
 * reclaim is charged for the compression, and the pages are stored when it goes on.
 *
 * @param decompressNanos a read of one page, at least 0
 */
public record Zram(long decompressNanos) implements ServiceTimeModel {

  public Zram {
    Bounds.atLeast(0, decompressNanos, "decompress");
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
    return write ? 0 : pages * decompressNanos;
  }
}
