package io.faultline.device;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ExtensibleBehavior;
import akka.actor.typed.Signal;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.BlockDeviceMessage.Read;
import io.faultline.protocol.BlockDeviceMessage.Served;
import io.faultline.protocol.BlockDeviceMessage.Write;
import io.faultline.protocol.SwapCacheMessage.ReadCompleted;
import io.faultline.protocol.SwapCacheMessage.WriteCompleted;
import io.faultline.protocol.VirtualClock;

/** A block device: the one owner of its queue, of its head and of what its pages hold. */
public final class BlockDevice extends ExtensibleBehavior<BlockDeviceMessage> {

  private final DeviceQueue<BlockDeviceMessage> queue;
  private final VirtualClock clock;
  private final DeviceQueue.ServiceTimer timer;

  private BlockDevice(
      DeviceQueue<BlockDeviceMessage> queue,
      VirtualClock clock,
      ActorRef<BlockDeviceMessage> self) {
    this.queue = queue;
    this.clock = clock;
    this.timer = (delayNanos, tag) -> clock.tellAfter(delayNanos, self, new Served(tag));
  }

  /**
   * A device that serves what it is told from now on.
   *
   * @param queue its queue, idle; the device's alone while the machine runs. Whoever made it may
   *     read its statistics and contents afterwards
   * @param clock the machine's
   */
  public static Behavior<BlockDeviceMessage> create(
      DeviceQueue<BlockDeviceMessage> queue, VirtualClock clock) {
    return Behaviors.setup(context -> new BlockDevice(queue, clock, context.getSelf()));
  }

  @Override // a chain of instanceof, most frequent first
  public Behavior<BlockDeviceMessage> receive(
      TypedActorContext<BlockDeviceMessage> context, BlockDeviceMessage message) {
    if (message instanceof Served served) {
      return onServed(served);
    }
    if (message instanceof Read read) {
      return onRead(read);
    }
    return onWrite((Write) message);
  }

  @Override
  public Behavior<BlockDeviceMessage> receiveSignal(
      TypedActorContext<BlockDeviceMessage> context, Signal signal) {
    return this;
  }

  private Behavior<BlockDeviceMessage> onRead(Read read) {
    long now = clock.now();
    queue.submit(read, read.pages(), null, now);
    queue.start(now, timer);
    return this;
  }

  private Behavior<BlockDeviceMessage> onWrite(Write write) {
    long now = clock.now();
    queue.submit(write, write.pages(), write.contents(), now);
    queue.start(now, timer);
    return this;
  }

  private Behavior<BlockDeviceMessage> onServed(Served served) {
    long now = clock.now();
    DeviceRequest<BlockDeviceMessage> request = queue.served(served.tag(), now);
    int[] pages = request.pages();
    if (request.plug() instanceof Read read) {
      read.replyTo().tell(new ReadCompleted(read.requestId(), pages, queue.contents(pages)));
    } else if (request.plug() instanceof Write write) {
      write.replyTo().tell(new WriteCompleted(write.requestId(), pages));
    }
    queue.start(now, timer);
    return this;
  }
}
