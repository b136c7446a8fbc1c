package io.faultline.app.bench;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.faultline.app.bench.MessageRing.Member;
import io.faultline.app.bench.MessageRing.Next;
import io.faultline.app.bench.MessageRing.Pass;
import io.faultline.app.bench.MessageRing.Said;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The same ring on Akka's default dispatcher with one thread, to compare with. Timed by the wall
 * clock, since the thread is Akka's.
 */
public final class DefaultDispatcherRing implements Workload {

  private static final Config ONE_THREAD =
      ConfigFactory.parseString(
              """
              akka.actor.default-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 1 }
              akka { loglevel = OFF, stdout-loglevel = OFF, log-dead-letters = off }
              akka.jvm-shutdown-hooks = off
              akka.coordinated-shutdown.run-by-jvm-shutdown-hook = off
              """)
          .withFallback(ConfigFactory.defaultReference())
          .resolve();

  private final long messages;

  /**
   * The workload.
   *
   * @param messages how many are passed, at least 1
   */
  public DefaultDispatcherRing(long messages) {
    this.messages = messages;
  }

  @Override
  public Round round() {
    CountDownLatch passed = new CountDownLatch(1);
    ActorSystem<Said> system = ActorSystem.create(guardian(passed::countDown), "ring", ONE_THREAD);
    try {
      long from = System.nanoTime();
      system.tell(new Pass(messages));
      passed.await();
      return new Round(messages, System.nanoTime() - from, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().join();
    }
  }

  private static Behavior<Said> guardian(Runnable onLast) {
    return Behaviors.setup(
        context -> {
          List<ActorRef<Said>> all = new ArrayList<>();
          for (int i = 0; i < MessageRing.SIZE; i++) {
            all.add(context.spawn(new Member(onLast), "member-" + i));
          }
          for (int i = 0; i < MessageRing.SIZE; i++) {
            all.get(i).tell(new Next(all.get((i + 1) % MessageRing.SIZE)));
          }
          return Behaviors.receiveMessage(
              first -> {
                all.get(0).tell(first);
                return Behaviors.same();
              });
        });
  }
}
