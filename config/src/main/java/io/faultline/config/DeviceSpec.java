package io.faultline.config;

/**
 * A block device and its service-time model.
 *
 * <p>A rotational device takes slots by the linear scan and switches VMA readahead off for the
 * whole machine; that is a flag of the request queue ({@code queue/rotational}), not of the model.
 */
public sealed interface DeviceSpec {

  /** Its key in the experiment. */
  String name();

  /** The value of {@code queue/rotational} when the area was switched on. */
  boolean rotational();

  /** The model as it is written in an experiment. */
  String model();

  /**
   * Constant latency, any number of requests at once ({@code null_blk} with a timer).
   *
   * @param latencyNanos time of every request, 0 to one hour
   */
  record NullBlk(String name, boolean rotational, long latencyNanos) implements DeviceSpec {
    /** The model's name. */
    public static final String MODEL = "null-blk";

    @Override
    public String model() {
      return MODEL;
    }
  }

  /**
   * Flash with channels that work in parallel.
   *
   * @param channels requests served at once, 1 to 1024
   * @param readNanos time of a read of one page
   * @param writeNanos time of a write of one page, into the drive's cache
   * @param perPageNanos time of every further page of a request
   * @param queueDepth requests the device accepts, 1 to 65535
   */
  record Nvme(
      String name,
      boolean rotational,
      int channels,
      long readNanos,
      long writeNanos,
      long perPageNanos,
      int queueDepth)
      implements DeviceSpec {
    /** The model's name. */
    public static final String MODEL = "nvme";

    @Override
    public String model() {
      return MODEL;
    }
  }

  /**
   * A disk of a virtual machine on a host that has its data in memory or on flash.
   *
   * @param baseNanos time of a request, whatever its size
   * @param perPageNanos time of every page of a request
   * @param parallel requests served at once, 1 to 1024
   * @param queueDepth requests the ring holds, 1 to 65535
   */
  record VirtioBlk(
      String name,
      boolean rotational,
      long baseNanos,
      long perPageNanos,
      int parallel,
      int queueDepth)
      implements DeviceSpec {
    /** The model's name. */
    public static final String MODEL = "virtio-blk";

    @Override
    public String model() {
      return MODEL;
    }
  }

  /**
   * A rotating disk with one head.
   *
   * @param rpm revolutions a minute, 60 to 1 000 000
   * @param minSeekNanos seek to the neighbouring track
   * @param avgSeekNanos seek over a third of the disk, at least {@code minSeekNanos}
   * @param megabytesPerSecond sequential rate in 10^6 bytes a second, 0.001 to 1 000 000
   * @param queueDepth requests the disk holds and may reorder, 1 to 65535
   */
  record Disk(
      String name,
      boolean rotational,
      double rpm,
      long minSeekNanos,
      long avgSeekNanos,
      double megabytesPerSecond,
      int queueDepth)
      implements DeviceSpec {
    /** The model's name. */
    public static final String MODEL = "disk";

    @Override
    public String model() {
      return MODEL;
    }
  }

  /**
   * Compressed memory: no request waits, and whoever reads or writes a page works for it. What the
   * compressed pages take of memory is not counted.
   *
   * @param compressNanos CPU time that writing one page takes, 0 to one hour
   * @param decompressNanos time that reading one page takes, 0 to one hour
   */
  record Zram(String name, long compressNanos, long decompressNanos) implements DeviceSpec {
    /** The model's name. */
    public static final String MODEL = "zram";

    /** Never: the driver says so. */
    @Override
    public boolean rotational() {
      return false;
    }

    @Override
    public String model() {
      return MODEL;
    }
  }
}
