package io.faultline.virtualtime;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A crowd of actors that pass hops on, at once or after a delay, to a neighbour that depends on
 * what they have received so far: so another order of turns is another run.
 */
final class Wanderers {

  final AtomicLong received = new AtomicLong();
  final AtomicLong early = new AtomicLong();
  private final AtomicLong underWay;
  private final VirtualRuntime runtime;
  private final List<ActorRef<Object>> crowd;
  private final int tokens;
  private final int hops;

  Wanderers(VirtualRuntime runtime, int actors, int tokens, int hops) {
    this.runtime = runtime;
    this.tokens = tokens;
    this.hops = hops;
    this.underWay = new AtomicLong(tokens);
    this.crowd =
        runtime.wire(
            context -> {
              List<ActorRef<Object>> refs = new ArrayList<>();
              for (int i = 0; i < actors; i++) {
                refs.add(context.spawn(wanderer(i), "wanderer-" + i));
              }
              return refs;
            });
  }

  /** How many hops are received in a whole run. */
  long expected() {
    return (long) tokens * (hops + 1);
  }

  /** Lets all tokens wander until the last has made its last hop. */
  void run() {
    runtime.run(this::kick);
  }

  ActorRef<Object> actor(int index) {
    return crowd.get(index);
  }

  private void kick() {
    Hop.Neighbours neighbours = new Hop.Neighbours(crowd);
    crowd.forEach(actor -> actor.tell(neighbours));
    for (int i = 0; i < tokens; i++) {
      crowd.get(i % crowd.size()).tell(new Hop(runtime.now(), hops, i));
    }
  }

  private Behavior<Object> wanderer(int index) {
    return Behaviors.setup(
        context -> {
          List<ActorRef<Object>> neighbours = new ArrayList<>();
          long[] memory = {index};
          return Behaviors.receiveMessage(
              message -> {
                if (message instanceof Hop.Neighbours told) {
                  neighbours.addAll(told.refs());
                } else if (message instanceof Hop hop) {
                  onHop(hop, neighbours, memory);
                }
                return Behaviors.same();
              });
        });
  }

  private void onHop(Hop hop, List<ActorRef<Object>> neighbours, long[] memory) {
    received.incrementAndGet();
    if (hop.sentAt() != runtime.now()) {
      early.incrementAndGet();
    }
    memory[0] = memory[0] * 31 + hop.payload();
    if (hop.left() == 0) {
      if (underWay.decrementAndGet() == 0) {
        runtime.stop();
      }
      return;
    }
    int choice = (int) Long.remainderUnsigned(memory[0], neighbours.size());
    ActorRef<Object> next = neighbours.get(choice);
    long delay = memory[0] % 3 == 0 ? 10 * (1 + choice % 4) : 0;
    runtime.tellAfter(
        delay, next, new Hop(runtime.now() + delay, hop.left() - 1, memory[0] & 0xFFFF));
  }
}
