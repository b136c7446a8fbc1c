package io.faultline.device;

import io.faultline.config.DeviceSpec;

/**
 * How long a device takes for a request: a pure function of the request and of where the device
 * stands. All times are virtual nanoseconds, all addresses pages (4 KiB) from the start of the
 * device.
 */
public interface ServiceTimeModel {

  /**
   * The model that an experiment asks for.
   *
   * @param spec the device
   * @param capacityPages its size, at least 1; a disk's full stroke
   * @throws IllegalArgumentException if a figure is out of the model's bounds
   */
  static ServiceTimeModel of(DeviceSpec spec, int capacityPages) {
    if (spec instanceof DeviceSpec.NullBlk nullBlk) {
      return new NullBlk(nullBlk.latencyNanos());
    }
    if (spec instanceof DeviceSpec.Nvme nvme) {
      return new Nvme(
          nvme.channels(),
          nvme.readNanos(),
          nvme.writeNanos(),
          nvme.perPageNanos(),
          nvme.queueDepth());
    }
    if (spec instanceof DeviceSpec.VirtioBlk virtio) {
      return new VirtioBlk(
          virtio.baseNanos(), virtio.perPageNanos(), virtio.parallel(), virtio.queueDepth());
    }
    if (spec instanceof DeviceSpec.Zram zram) {
      return new Zram(zram.decompressNanos());
    }
    DeviceSpec.Disk disk = (DeviceSpec.Disk) spec;
    return new RotationalDisk(
        disk.rpm(),
        disk.minSeekNanos(),
        disk.avgSeekNanos(),
        disk.megabytesPerSecond(),
        disk.queueDepth(),
        capacityPages);
  }

  /** How many requests may be in service at once, at least 1. */
  int parallel();

  /** How many requests the device holds, in service or waiting its turn, at least 1. */
  int queueDepth();

  /**
   * Whether the device chooses, of the requests it holds, the one whose first page comes soonest
   * rather than the oldest, as a disk with native command queueing does.
   */
  default boolean nearestFirst() {
    return false;
  }

  /**
   * The service time of a request, from the instant a server takes it until its pages are moved.
   *
   * @param now when service starts
   * @param firstPage address of the request's first page
   * @param pages its length, at least 1
   * @param write whether it writes
   * @param headPage the page after the last one moved; 0 at the start
   * @param headSince when the last one was moved; 0 at the start
   * @return nanoseconds, at least 0
   */
  long serviceNanos(
      long now, int firstPage, int pages, boolean write, int headPage, long headSince);
}
