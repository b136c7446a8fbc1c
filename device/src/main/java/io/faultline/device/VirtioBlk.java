package io.faultline.device;

/**
 * A guest's virtual disk: each request costs the way to the host and back, and its pages. To the
 * guest it is rotational unless the driver declares otherwise, whatever stands behind the host.
 *
 * @param baseNanos every request, at least 0
 * @param perPageNanos each of its pages, at least 0
 * @param parallel requests the host serves at once, at least 1
 * @param queueDepth requests in the ring, at least 1
 */
public record VirtioBlk(long baseNanos, long perPageNanos, int parallel, int queueDepth)
    implements ServiceTimeModel {

  public VirtioBlk {
    Bounds.atLeast(0, baseNanos, "base");
    Bounds.atLeast(0, perPageNanos, "per page");
    Bounds.atLeast(1, parallel, "parallel");
    Bounds.atLeast(1, queueDepth, "queue depth");
  }

  @Override
  public long serviceNanos(
      long now, int firstPage, int pages, boolean write, int headPage, long headSince) {
    return baseNanos + pages * perPageNanos;
  }
}
