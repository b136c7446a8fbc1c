package io.faultline.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.Hold;
import io.faultline.actors.virtualtime.MachineFailure;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.config.Interleaving;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from outside: brought in by {@code inject}, waited for under a hold. */
class ForeignInputTest {

  private static VirtualRuntime start(String interleaving) {
    return VirtualRuntime.named("foreign").interleaving(Interleaving.parse(interleaving)).start();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void whatAForeignThreadInjectsWhileTheMachineRunsIsAllReceived(String interleaving)
      throws InterruptedException {
    int inputs = 2_000;
    AtomicInteger received = new AtomicInteger();
    AtomicLong early = new AtomicLong();
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<Long> receiver =
          runtime.spawn(
              Behaviors.receiveMessage(
                  sentAt -> {
                    if (sentAt != runtime.now()) {
                      early.incrementAndGet();
                    }
                    if (received.incrementAndGet() == inputs) {
                      runtime.stop();
                    }
                    return Behaviors.same();
                  }),
              "receiver");
      ActorRef<String> ticker =
          runtime.spawn(
              Behaviors.setup(
                  context ->
                      Behaviors.receiveMessage(
                          tick -> {
                            runtime.tellAfter(1, context.getSelf(), tick);
                            return Behaviors.same();
                          })),
              "ticker");
      Thread foreign =
          new Thread(
              () -> {
                for (int i = 0; i < inputs; i++) {
                  runtime.inject(() -> receiver.tell(runtime.now()));
                }
              });
      runtime.run(
          () -> {
            ticker.tell("tick");
            foreign.start();
          });
      foreign.join();
    }
    assertThat(received).hasValue(inputs);
    assertThat(early).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void theClockStandsWhileWorkOffTheMachineIsHeldFor(String interleaving)
      throws InterruptedException {
    List<String> log = new ArrayList<>();
    AtomicInteger working = new AtomicInteger();
    Thread[] worker = new Thread[1];
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> asker =
          runtime.spawn(
              Behaviors.setup(
                  context ->
                      Behaviors.receiveMessage(
                          message -> {
                            synchronized (log) {
                              log.add(runtime.now() + " " + message);
                            }
                            if (message.equals("ask")) {
                              Hold hold = runtime.hold();
                              runtime.tellAfter(1, context.getSelf(), "timer");
                              worker[0] =
                                  new Thread(
                                      () -> {
                                        working.incrementAndGet();
                                        runtime.inject(() -> context.getSelf().tell("answer"));
                                        hold.close();
                                        hold.close();
                                      });
                              worker[0].start();
                            } else if (message.equals("timer")) {
                              runtime.stop();
                            }
                            return Behaviors.same();
                          })),
              "asker");
      runtime.run(() -> runtime.tellAfter(7, asker, "ask"));
      worker[0].join();
    }
    assertThat(log).containsExactly("7 ask", "7 answer", "8 timer");
    assertThat(working).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void aHoldTakenByAForeignThreadStopsARunningClock(String interleaving)
      throws InterruptedException {
    AtomicLong moved = new AtomicLong();
    AtomicInteger looks = new AtomicInteger();
    CountDownLatch running = new CountDownLatch(1);
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> ticker =
          runtime.spawn(
              Behaviors.setup(
                  context ->
                      Behaviors.receiveMessage(
                          tick -> {
                            if (runtime.now() > 0) {
                              running.countDown();
                            }
                            runtime.tellAfter(1, context.getSelf(), tick);
                            return Behaviors.same();
                          })),
              "ticker");
      Thread holder =
          new Thread(
              () -> {
                awaitUninterruptibly(running);
                for (int i = 0; i < 50; i++) {
                  try (Hold hold = runtime.hold()) {
                    long[] times = new long[2];
                    look(runtime, times, 0);
                    look(runtime, times, 1);
                    moved.addAndGet(times[1] - times[0]);
                    looks.incrementAndGet();
                  }
                }
                runtime.inject(runtime::stop);
              });
      holder.start();
      runtime.run(() -> ticker.tell("tick"));
      holder.join();
    }
    assertThat(looks).hasValue(50);
    assertThat(moved).hasValue(0);
  }

  private static void look(VirtualRuntime runtime, long[] times, int index) {
    CountDownLatch looked = new CountDownLatch(1);
    runtime.inject(
        () -> {
          times[index] = runtime.now();
          looked.countDown();
        });
    awaitUninterruptibly(looked);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "parallel:2"})
  void aForeignThreadMayEndTheRunWithACause(String interleaving) throws InterruptedException {
    IllegalStateException cause = new IllegalStateException("the terminal was closed");
    try (VirtualRuntime runtime = start(interleaving);
        Hold hold = runtime.hold()) {
      Thread foreign = new Thread(() -> runtime.fail(cause));
      assertThatThrownBy(() -> runtime.run(foreign::start))
          .isInstanceOf(MachineFailure.class)
          .hasCause(cause);
      foreign.join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "parallel:2"})
  void anInterruptedRunEndsAndStaysInterrupted(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving);
        Hold hold = runtime.hold()) {
      Thread caller = Thread.currentThread();
      assertThatThrownBy(() -> runtime.run(caller::interrupt))
          .isInstanceOf(MachineFailure.class)
          .hasCauseInstanceOf(InterruptedException.class);
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whatIsInjectedWhileNothingRunsWaitsForTheNextRun() {
    List<String> log = new ArrayList<>();
    try (VirtualRuntime runtime = start("fifo")) {
      runtime.inject(() -> log.add("injected"));
      assertThat(log).isEmpty();
      runtime.runUntilIdle();
      assertThat(log).containsExactly("injected");
    }
  }

  @Test
  void onlyAnActorOfTheMachineEndsARun() {
    try (VirtualRuntime runtime = start("fifo")) {
      assertThatThrownBy(runtime::stop).isInstanceOf(IllegalStateException.class);
    }
  }
}
