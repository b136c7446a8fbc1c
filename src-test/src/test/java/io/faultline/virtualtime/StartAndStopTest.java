package io.faultline.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineFailure;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.config.Interleaving;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine leaves nothing behind. */
class StartAndStopTest {

  private static Set<String> threadsNamed(String prefix) {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith(prefix)) {
        names.add(thread.getName());
      }
    }
    return names;
  }

  private static Set<Thread> threads() {
    return Set.copyOf(Thread.getAllStackTraces().keySet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void twentyMachinesInARowLeaveNoThreadBehind(String interleaving) throws InterruptedException {
    try (VirtualRuntime warm = start(interleaving)) {
      new Wanderers(warm, 4, 4, 4).run();
    }
    Set<Thread> before = threads();
    for (int i = 0; i < 20; i++) {
      try (VirtualRuntime runtime = start(interleaving)) {
        Wanderers wanderers = new Wanderers(runtime, 8, 8, 20);
        wanderers.run();
        assertThat(wanderers.received).hasValue(wanderers.expected());
        assertThat(threadsNamed("leaves-nothing")).isNotEmpty();
      }
      assertThat(threadsNamed("leaves-nothing")).isEmpty();
    }
    for (Thread thread : threads()) {
      if (!before.contains(thread)) {
        thread.join(10_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  private static VirtualRuntime start(String interleaving) {
    return VirtualRuntime.named("leaves nothing")
        .interleaving(Interleaving.parse(interleaving))
        .start();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void aMachineThatFailedStopsAsCleanly(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> broken =
          runtime.spawn(
              Behaviors.receiveMessage(
                  message -> {
                    throw new IllegalStateException("broken");
                  }),
              "broken");
      assertThatThrownBy(() -> runtime.run(() -> broken.tell("go")))
          .isInstanceOf(MachineFailure.class);
      assertThatThrownBy(runtime::runUntilIdle).isInstanceOf(MachineFailure.class);
    }
    assertThat(threadsNamed("leaves-nothing")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "shuffled", "parallel:2"})
  void aMachineStoppedWithWorkUnderWayStopsAsCleanly(String interleaving) {
    try (VirtualRuntime runtime = start(interleaving)) {
      ActorRef<String> busy =
          runtime.spawn(
              Behaviors.setup(
                  context ->
                      Behaviors.receiveMessage(
                          message -> {
                            context.getSelf().tell(message);
                            runtime.tellAfter(1, context.getSelf(), message);
                            runtime.stop();
                            return Behaviors.same();
                          })),
              "busy");
      runtime.run(() -> busy.tell("go"));
      assertThat(runtime.deliveries()).isEqualTo(1);
    }
    assertThat(threadsNamed("leaves-nothing")).isEmpty();
  }

  @Test
  void closingTwiceIsClosingOnce() {
    VirtualRuntime runtime = start("fifo");
    runtime.close();
    runtime.close();
    assertThat(threadsNamed("leaves-nothing")).isEmpty();
  }
}
