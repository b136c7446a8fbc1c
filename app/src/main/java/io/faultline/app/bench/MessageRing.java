package io.faultline.app.bench;

import akka.actor.typed.ActorRef;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.actors.virtualtime.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;

/** A message that goes round eight actors of the virtual-time loop, without a timer. */
public final class MessageRing implements Workload {

  /** Actors in the ring. */
  static final int SIZE = 8;

  /** What is said in the ring; a new object each time, as all messages are. */
  sealed interface Said permits Pass, Next {}

  /** The message that goes round. */
  record Pass(long left) implements Said {}

  /** Who comes next. */
  record Next(ActorRef<Said> next) implements Said {}

  private final long messages;

  /**
   * The workload.
   *
   * @param messages how many are passed, at least 1
   */
  public MessageRing(long messages) {
    this.messages = messages;
  }

  @Override
  public Round round() {
    Stopwatch stopwatch = new Stopwatch();
    try (VirtualRuntime runtime =
        VirtualRuntime.named("ring").tasksPerInstant(Long.MAX_VALUE).start()) {
      ActorRef<Said> first =
          runtime.wire(
              context -> {
                List<ActorRef<Said>> all = new ArrayList<>();
                for (int i = 0; i < SIZE; i++) {
                  all.add(context.spawn(new Member(runtime::stop), "member-" + i));
                }
                for (int i = 0; i < SIZE; i++) {
                  all.get(i).tell(new Next(all.get((i + 1) % SIZE)));
                }
                return all.get(0);
              });
      stopwatch.start();
      runtime.run(() -> first.tell(new Pass(messages)));
      return stopwatch.stop(messages);
    }
  }

  /** Passes on what it gets. */
  static final class Member extends MachineActor<Said> {

    private final Runnable onLast;
    private ActorRef<Said> next;

    @SuppressWarnings("NullAway.Init") // told before the first message goes round
    Member(Runnable onLast) {
      this.onLast = onLast;
    }

    @Override
    protected void onMessage(Said message) {
      if (message instanceof Pass pass) {
        if (pass.left() > 1) {
          next.tell(new Pass(pass.left() - 1));
        } else {
          onLast.run();
        }
      } else if (message instanceof Next told) {
        next = told.next();
      }
    }
  }
}
