package io.faultline.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.Cancellable;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.config.Interleaving;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How time passes: the clock moves only when nothing is runnable, and what is due comes first. */
class VirtualClockTest {

  private final List<String> log = new ArrayList<>();

  private static VirtualRuntime start(String interleaving) {
    return VirtualRuntime.named("clock").interleaving(Interleaving.parse(interleaving)).start();
  }

  /** An actor that does what it is told and writes down when. */
  private ActorRef<String> scribe(
      VirtualRuntime runtime, String name, BiConsumer<ActorContext<String>, String> handler) {
    Behavior<String> behavior =
        Behaviors.setup(
            context ->
                Behaviors.receiveMessage(
                    message -> {
                      synchronized (log) {
                        log.add(runtime.now() + " " + name + " " + message);
                      }
                      handler.accept(context, message);
                      return Behaviors.same();
                    }));
    return runtime.spawn(behavior, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void theClockStandsWhileAnythingOfTheInstantIsRunnable(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> late = scribe(runtime, "late", (context, message) -> runtime.stop());
      ActorRef<String> chain =
          scribe(
              runtime,
              "chain",
              (context, message) -> {
                if (message.length() < 5) {
                  context.getSelf().tell(message + "x");
                }
              });
      runtime.run(
          () -> {
            runtime.tellAfter(1, late, "due");
            chain.tell("x");
          });
      assertThat(log)
          .containsExactly(
              "0 chain x",
              "0 chain xx",
              "0 chain xxx",
              "0 chain xxxx",
              "0 chain xxxxx",
              "1 late due");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void allTimersOfAnInstantFireInOrderBeforeAnyMailboxOfItRuns(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      // told by its own first message and by a timer of the same instant, it must get the timer's
      // first
      ActorRef<String> receiver =
          scribe(
              runtime,
              "receiver",
              (context, message) -> {
                if (message.equals("first")) {
                  context.getSelf().tell("consequence");
                }
              });
      runtime.inject(
          () -> {
            runtime.tellAfter(10, receiver, "first");
            runtime.tellAfter(10, receiver, "second");
            runtime.tellAfter(5, receiver, "before");
          });
      runtime.runUntilIdle();
      assertThat(log)
          .containsExactly(
              "5 receiver before",
              "10 receiver first",
              "10 receiver second",
              "10 receiver consequence");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled"})
  void akkasOwnTimersFireInTheSameOrderAsOurs(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> receiver =
          scribe(
              runtime,
              "receiver",
              (context, message) -> {
                if (message.equals("go")) {
                  ActorRef<String> self = context.getSelf();
                  context.scheduleOnce(Duration.ofNanos(30), self, "third");
                  runtime.tellAfter(30, self, "fourth");
                  context.scheduleOnce(Duration.ofNanos(20), self, "second");
                  context.scheduleOnce(Duration.ofNanos(30), self, "fifth");
                }
              });
      runtime.inject(() -> receiver.tell("go"));
      runtime.runUntilIdle();
      assertThat(log)
          .containsExactly(
              "0 receiver go",
              "20 receiver second",
              "30 receiver third",
              "30 receiver fourth",
              "30 receiver fifth");
    }
  }

  @Test
  void aCancelledTimerIsGoneAndDoesNotMoveTheClock() {
    List<Cancellable> timers = new ArrayList<>();
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> receiver =
          scribe(
              runtime,
              "receiver",
              (context, message) -> {
                if (message.equals("go")) {
                  timers.add(
                      context.scheduleOnce(Duration.ofNanos(90), context.getSelf(), "never"));
                  context.scheduleOnce(Duration.ofNanos(40), context.getSelf(), "cancel");
                } else {
                  assertThat(timers.get(0).cancel()).isTrue();
                }
              });
      runtime.inject(() -> receiver.tell("go"));
      runtime.runUntilIdle();
      assertThat(log).containsExactly("0 receiver go", "40 receiver cancel");
      assertThat(runtime.now()).isEqualTo(40);
      assertThat(timers.get(0).isCancelled()).isTrue();
    }
  }

  @Test
  void aPeriodicTimerTicksUntilTheRunEnds() {
    try (VirtualRuntime runtime = start("fifo")) {
      Behavior<String> clockwork =
          Behaviors.withTimers(
              timers -> {
                timers.startTimerAtFixedRate("tick", Duration.ofNanos(25));
                return Behaviors.receiveMessage(
                    message -> {
                      log.add(runtime.now() + " " + message);
                      if (log.size() == 3) {
                        runtime.stop();
                      }
                      return Behaviors.same();
                    });
              });
      runtime.spawn(clockwork, "clockwork");
      runtime.run(() -> {});
      assertThat(log).containsExactly("25 tick", "50 tick", "75 tick");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void anEndFreezesTheMachineInTheDeliveryThatCallsIt(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> last =
          scribe(
              runtime,
              "last",
              (context, message) -> {
                context.getSelf().tell("after the end");
                runtime.tellAfter(1, context.getSelf(), "after the end");
                runtime.stop();
              });
      runtime.run(() -> runtime.tellAfter(3, last, "end"));
      assertThat(runtime.now()).isEqualTo(3);
      assertThat(runtime.deliveries()).isEqualTo(1);
    }
    assertThat(log).containsExactly("3 last end");
  }

  @Test
  void advanceRunsWhatIsDueUpToTheHorizonAndStandsThere() {
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> receiver = scribe(runtime, "receiver", (context, message) -> {});
      runtime.inject(
          () -> {
            runtime.tellAfter(100, receiver, "at the horizon");
            runtime.tellAfter(101, receiver, "beyond");
          });
      runtime.advance(Duration.ofNanos(100));
      assertThat(log).containsExactly("100 receiver at the horizon");
      runtime.advance(Duration.ZERO);
      assertThat(log).hasSize(1);
      runtime.advance(Duration.ofNanos(50));
      assertThat(log).hasSize(2).contains("101 receiver beyond");
      assertThat(runtime.now()).isEqualTo(150);
    }
  }

  @Test
  void theQuiescenceOfEachInstantIsReportedOnceBeforeTheClockMovesOn() {
    List<Long> quiet = new ArrayList<>();
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> receiver =
          scribe(
              runtime,
              "receiver",
              (context, message) -> {
                if (message.equals("first")) {
                  context.getSelf().tell("still in this instant");
                }
              });
      runtime.inject(
          () -> {
            runtime.tellAfter(10, receiver, "first");
            runtime.tellAfter(20, receiver, "second");
          });
      runtime.onQuiescent(quiet::add);
      runtime.runUntilIdle();
    }
    assertThat(quiet).containsExactly(0L, 10L, 20L);
  }

  @Test
  void aDelayIsNeverNegative() {
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> receiver = scribe(runtime, "receiver", (context, message) -> {});
      assertThatThrownBy(() -> runtime.tellAfter(-1, receiver, "past"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2", "parallel:3"})
  void nothingIsLostAndNothingIsDeliveredAtAnotherTimeThanItsOwn(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      Wanderers wanderers = new Wanderers(runtime, 64, 200, 100);
      wanderers.run();
      assertThat(wanderers.received).hasValue(wanderers.expected());
      assertThat(wanderers.early).hasValue(0);
    }
  }
}
