package io.faultline.protocol;

/** What can be said to the swap cache. */
public sealed interface SwapCacheMessage {

  /**
   * Pages have been read from a block device: all or some of those that one {@link
   * BlockDeviceMessage.Read} named, in no promised order.
   *
   * @param requestId as in the read
   * @param pages addresses on the device, in pages
   * @param contents the tag last written to each of {@code pages}, 0 where nothing ever was
   */
  record ReadCompleted(long requestId, int[] pages, int[] contents) implements SwapCacheMessage {}

  /**
   * Pages are on the block device: all or some of those that one {@link BlockDeviceMessage.Write}
   * named, in no promised order.
   *
   * @param requestId as in the write
   * @param pages addresses on the device, in pages
   */
  record WriteCompleted(long requestId, int[] pages) implements SwapCacheMessage {}
}
