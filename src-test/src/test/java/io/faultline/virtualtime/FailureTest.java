package io.faultline.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.Deadlock;
import io.faultline.actors.virtualtime.MachineFailure;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.config.Interleaving;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that goes wrong ends with its cause: never as a success, never as a deadlock. */
class FailureTest {

  private static VirtualRuntime start(String interleaving) {
    return VirtualRuntime.named("failing").interleaving(Interleaving.parse(interleaving)).start();
  }

  private static Behavior<String> on(Consumer<String> handler) {
    return Behaviors.receiveMessage(
        message -> {
          handler.accept(message);
          return Behaviors.same();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void anExceptionInAnActorEndsTheRunWithItsCause(String interleaving) {
    IllegalStateException original = new IllegalStateException("slot 7 is free already");
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> actor =
          runtime.spawn(
              on(
                  message -> {
                    throw original;
                  }),
              "swap-areas");
      assertThatThrownBy(() -> runtime.run(() -> runtime.tellAfter(5, actor, "free")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("swap-areas")
          .hasMessageContaining("5 ns")
          .hasMessageContaining("slot 7 is free already")
          .hasCause(original);
    }
  }

  @Test
  void anExceptionBeatsAnEndThatTheSameDeliveryAskedFor() {
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> actor =
          runtime.spawn(
              on(
                  message -> {
                    runtime.stop();
                    throw new IllegalStateException("after the end");
                  }),
              "late");
      assertThatThrownBy(() -> runtime.run(() -> actor.tell("go")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("after the end");
    }
  }

  @Test
  void anExceptionDeepInTheHierarchyIsNotLostOnTheWayUp() {
    try (VirtualRuntime runtime = start("fifo")) {
      Behavior<String> child =
          on(
              message -> {
                throw new IllegalArgumentException("page 12");
              });
      ActorRef<String> process =
          runtime.spawn(
              Behaviors.setup(
                  context -> {
                    ActorRef<String> vma = context.spawn(child, "v");
                    return on(vma::tell);
                  }),
              "p1");
      assertThatThrownBy(() -> runtime.run(() -> process.tell("touch")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("p1/v")
          .hasRootCauseMessage("page 12");
    }
  }

  @Test
  void anExceptionWhileAnActorStartsEndsTheWiring() {
    try (VirtualRuntime runtime = start("fifo")) {
      Behavior<String> broken =
          Behaviors.setup(
              context -> {
                throw new IllegalStateException("no swap area");
              });
      assertThatThrownBy(() -> runtime.spawn(broken, "swap-cache"))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("swap-cache")
          .hasRootCauseMessage("no swap area");
    }
  }

  @Test
  void anExceptionInTheWiringReachesItsCaller() {
    try (VirtualRuntime runtime = start("fifo")) {
      assertThatThrownBy(
              () ->
                  runtime.wire(
                      context -> {
                        throw new IllegalStateException("no such device");
                      }))
          .isInstanceOf(MachineFailure.class)
          .hasRootCauseMessage("no such device");
    }
  }

  @Test
  void aSupervisedActorThatGivesUpFailsTheRunToo() {
    try (VirtualRuntime runtime = start("fifo")) {
      Behavior<String> supervised =
          Behaviors.supervise(
                  on(
                      message -> {
                        throw new IllegalStateException("given up");
                      }))
              .onFailure(SupervisorStrategy.stop().withLoggingEnabled(false));
      ActorRef<String> actor = runtime.spawn(supervised, "supervised");
      assertThatThrownBy(() -> runtime.run(() -> actor.tell("go")))
          .isInstanceOf(MachineFailure.class)
          .hasRootCauseMessage("given up");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "parallel:2"})
  void anErrorThatAkkaDoesNotCatchEndsTheRunToo(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> actor =
          runtime.spawn(
              on(
                  message -> {
                    throw new StackOverflowError("walked in a circle");
                  }),
              "walker");
      assertThatThrownBy(() -> runtime.run(() -> actor.tell("go")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("walker")
          .hasRootCauseInstanceOf(StackOverflowError.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void anActorThatStopsBeforeTheEndFailsTheRun(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> quitter =
          runtime.spawn(Behaviors.receiveMessage(message -> Behaviors.stopped()), "quitter");
      assertThatThrownBy(() -> runtime.run(() -> quitter.tell("go")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("quitter stopped at virtual time 0 ns");
    }
  }

  @Test
  void aDeadLetterEndsTheRunWithItsCause() {
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> sender =
          runtime.spawn(
              Behaviors.setup(
                  context ->
                      on(message -> context.getSystem().<String>deadLetters().tell("page 3"))),
              "sender");
      assertThatThrownBy(() -> runtime.run(() -> sender.tell("go")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("dead letter")
          .hasMessageContaining("page 3");
    }
  }

  @Test
  void aDeadLetterEndsTheRunBeforeAnotherActorCanCallItASuccess() {
    List<String> received = new ArrayList<>();
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> judge =
          runtime.spawn(
              on(
                  message -> {
                    received.add(message);
                    runtime.stop();
                  }),
              "judge");
      ActorRef<String> sender =
          runtime.spawn(
              Behaviors.setup(
                  context ->
                      on(
                          message -> {
                            judge.tell("all is well");
                            context.getSystem().<String>deadLetters().tell("page 3");
                          })),
              "sender");
      assertThatThrownBy(() -> runtime.run(() -> sender.tell("go")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("page 3");
    }
    assertThat(received).isEmpty();
  }

  @Test
  void aMessageThatAnActorDoesNotHandleEndsTheRun() {
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> deaf =
          runtime.spawn(Behaviors.receiveMessage(message -> Behaviors.unhandled()), "deaf");
      assertThatThrownBy(() -> runtime.run(() -> deaf.tell("hello")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("hello to deaf");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void aLoopInZeroTimeFailsInsteadOfStoppingTheClockForEver(String interleaving) {
    try (VirtualRuntime runtime =
        VirtualRuntime.named("loop")
            .interleaving(Interleaving.parse(interleaving))
            .tasksPerInstant(10_000)
            .start()) {
      ActorRef<String> loop =
          runtime.spawn(
              Behaviors.setup(context -> on(message -> context.getSelf().tell(message))),
              "reclaim");
      assertThatThrownBy(() -> runtime.run(() -> runtime.tellAfter(77, loop, "scan")))
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("10000 turns at virtual time 77 ns")
          .hasMessageContaining("reclaim");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void aDeadlockSaysWhoWaitsForWhom(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      runtime.whoWaits(() -> "p1/seq waits for the read of slot 9");
      ActorRef<String> silent = runtime.spawn(on(message -> {}), "silent");
      assertThatThrownBy(() -> runtime.run(() -> runtime.tellAfter(40, silent, "go")))
          .isInstanceOf(Deadlock.class)
          .hasMessageContaining("40 ns")
          .hasMessageContaining("p1/seq waits for the read of slot 9");
    }
  }

  @Test
  void aMessageFromAForeignThreadIsRefusedLoudly() throws InterruptedException {
    try (VirtualRuntime runtime = start("fifo")) {
      ActorRef<String> actor = runtime.spawn(on(message -> {}), "vma");
      Thread foreign = new Thread(() -> actor.tell("touch"), "outsider");
      foreign.start();
      foreign.join();
      assertThatThrownBy(runtime::runUntilIdle)
          .isInstanceOf(MachineFailure.class)
          .hasMessageContaining("vma was told touch by the foreign thread outsider");
    }
  }
}
