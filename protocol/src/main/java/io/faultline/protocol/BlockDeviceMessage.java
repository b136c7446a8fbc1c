package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/**
 * What can be said to a block device.
 *
 * <p>Addresses are pages (4 KiB) from the start of the device, at least 0. The content of a page is
 * one int, the tag that was last written there; 0 if nothing ever was. Arrays in these messages and
 * in their answers belong to everybody who sees the message: nobody writes to them once it is sent.
 */
public sealed interface BlockDeviceMessage {

  /**
   * Reads the pages of one plug. Adjacent ones become one request; requests complete one by one, so
   * the answer may come in several parts.
   *
   * @param requestId the asker's name for this plug, repeated in every answer
   * @param pages addresses in the order in which they are issued, at least one
   * @param replyTo told {@link SwapCacheMessage.ReadCompleted} as often as it takes to name every
   *     page once
   */
  record Read(long requestId, int[] pages, ActorRef<? super SwapCacheMessage.ReadCompleted> replyTo)
      implements BlockDeviceMessage {}

  /**
   * Writes the pages of one plug. Merged and answered as a read is; the content is on the device
   * from the instant of the answer, and a read that completes before sees the old one.
   *
   * @param requestId the asker's name for this plug, repeated in every answer
   * @param pages addresses in the order in which they are issued, at least one
   * @param contents the tag to write to each of {@code pages}, as many as these
   * @param replyTo told {@link SwapCacheMessage.WriteCompleted} as often as it takes to name every
   *     page once
   */
  record Write(
      long requestId,
      int[] pages,
      int[] contents,
      ActorRef<? super SwapCacheMessage.WriteCompleted> replyTo)
      implements BlockDeviceMessage {}

  /**
   * The service time of a request is over. The device tells itself.
   *
   * @param tag which of the requests in service, as in the kernel's blk-mq
   */
  record Served(int tag) implements BlockDeviceMessage {}
}
