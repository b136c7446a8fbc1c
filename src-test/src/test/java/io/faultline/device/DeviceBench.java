package io.faultline.device;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** A device queue on a clock of its own: submits plugs, lets time pass, notes what ends when. */
final class DeviceBench {

  /** Pages that ended together. */
  record Ended(long atNanos, String plug, List<Integer> pages) {}

  private record Timer(long at, int tag, int order) {}

  final DeviceQueue<String> queue;
  final List<Ended> ended = new ArrayList<>();
  int timers;

  private final PriorityQueue<Timer> pending =
      new PriorityQueue<>(
          (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Integer.compare(a.order, b.order));
  private long now;

  DeviceBench(ServiceTimeModel model) {
    this.queue = new DeviceQueue<>(model, (at, nanos) -> nanos);
  }

  DeviceBench read(String plug, int... pages) {
    queue.submit(plug, pages, null, now);
    start();
    return this;
  }

  DeviceBench write(String plug, int[] pages, int... contents) {
    queue.submit(plug, pages, contents, now);
    start();
    return this;
  }

  /** Lets time pass up to an instant, with all that ends until then. */
  DeviceBench until(long nanos) {
    while (!pending.isEmpty() && pending.element().at <= nanos) {
      Timer timer = pending.remove();
      now = timer.at;
      DeviceRequest<String> request = queue.served(timer.tag, now);
      List<Integer> pages = new ArrayList<>();
      for (int page : request.pages()) {
        pages.add(page);
      }
      ended.add(new Ended(now, request.plug(), pages));
      start();
    }
    now = Math.max(now, nanos);
    return this;
  }

  /** Lets time pass until the device is idle; returns the instant when the last request ended. */
  long untilIdle() {
    while (!pending.isEmpty()) {
      until(pending.element().at);
    }
    return now;
  }

  long now() {
    return now;
  }

  private void start() {
    queue.start(
        now, (delay, tag) -> pending.add(new Timer(Math.addExact(now, delay), tag, timers++)));
  }
}
