package io.faultline.actors.virtualtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What the parts that Akka creates by name share with the runtime they belong to. */
final class Foundation {

  private final Carriers carriers;
  private final boolean parallel;
  private final @Nullable DeliveryListener listener;
  private final ServiceThreads threads;
  private final List<MachineQueue> queues = new CopyOnWriteArrayList<>();

  Foundation(
      Carriers carriers,
      boolean parallel,
      @Nullable DeliveryListener listener,
      ServiceThreads threads) {
    this.carriers = carriers;
    this.parallel = parallel;
    this.listener = listener;
    this.threads = threads;
  }

  Carriers carriers() {
    return carriers;
  }

  ServiceThreads threads() {
    return threads;
  }

  MachineQueue newQueue(String receiver) {
    DeliveryListener.Receiver told = listener == null ? null : listener.created(receiver);
    MachineQueue queue =
        parallel
            ? new SharedQueue(receiver, carriers, told)
            : new RingQueue(receiver, carriers, told);
    queues.add(queue);
    return queue;
  }

  /** Forgets all messages that nobody has received yet. */
  void clearQueues() {
    queues.forEach(MachineQueue::clear);
  }

  long deliveries() {
    long sum = 0;
    for (MachineQueue queue : queues) {
      sum += queue.deliveries();
    }
    return sum;
  }
}
