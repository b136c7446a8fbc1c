package io.faultline.app.bench;

import akka.actor.typed.ActorRef;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.config.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * PHOLD, by which simulators are compared (Fujimoto 1990): 1024 actors with one event each; who
 * gets an event sends one to an actor drawn at random, 1 us and an exponential time of mean 1 ms
 * later.
 */
public final class Phold implements Workload {

  private static final int ACTORS = 1024;
  private static final long LOOKAHEAD_NANOS = 1_000;
  private static final double MEAN_NANOS = 1_000_000;

  private record Event(long number) {}

  private final long events;

  /**
   * The workload.
   *
   * @param events how many there are, at least 1
   */
  public Phold(long events) {
    this.events = events;
  }

  @Override
  public Round round() {
    Stopwatch stopwatch = new Stopwatch();
    try (VirtualRuntime runtime = VirtualRuntime.named("phold").start()) {
      List<ActorRef<Event>> all = new ArrayList<>();
      long[] left = {events};
      runtime.wire(
          context -> {
            for (int i = 0; i < ACTORS; i++) {
              all.add(context.spawn(new LogicalProcess(runtime, all, i, left), "process-" + i));
            }
            return all;
          });
      stopwatch.start();
      runtime.run(() -> all.forEach(each -> each.tell(new Event(0))));
      return stopwatch.stop(events);
    }
  }

  private static final class LogicalProcess extends MachineActor<Event> {

    private final VirtualRuntime runtime;
    private final List<ActorRef<Event>> all;
    private final SplitMix64 random;
    private final long[] left;

    LogicalProcess(VirtualRuntime runtime, List<ActorRef<Event>> all, long seed, long[] left) {
      this.runtime = runtime;
      this.all = all;
      this.random = new SplitMix64(seed);
      this.left = left;
    }

    @Override
    protected void onMessage(Event event) {
      if (--left[0] == 0) {
        runtime.stop();
        return;
      }
      double exponential = -Math.log(1 - random.nextDouble());
      runtime.tellAfter(
          LOOKAHEAD_NANOS + (long) (MEAN_NANOS * exponential),
          all.get(random.nextBelow(ACTORS)),
          new Event(event.number() + 1));
    }
  }
}
