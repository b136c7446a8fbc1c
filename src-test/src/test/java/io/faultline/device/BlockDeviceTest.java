package io.faultline.device;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.typed.ActorRef;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.BlockDeviceMessage.Read;
import io.faultline.protocol.BlockDeviceMessage.Served;
import io.faultline.protocol.BlockDeviceMessage.Write;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.ReadCompleted;
import io.faultline.protocol.SwapCacheMessage.WriteCompleted;
import io.faultline.protocol.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockDeviceTest {

  private record Later(long atNanos, Object message) {}

  /** A clock that the test moves, and that notes what is to be told later. */
  private static final class HandMovedClock implements VirtualClock {
    private final List<Later> later = new ArrayList<>();
    private long now;

    @Override
    public long now() {
      return now;
    }

    @Override
    public <T> void tellAfter(long delayNanos, ActorRef<T> receiver, T message) {
      later.add(new Later(now + delayNanos, message));
    }
  }

  private final HandMovedClock clock = new HandMovedClock();
  private final DeviceQueue<BlockDeviceMessage> queue =
      new DeviceQueue<>(new Nvme(2, 100, 300, 10, 1023), (now, nanos) -> nanos);
  private final BehaviorTestKit<BlockDeviceMessage> device =
      BehaviorTestKit.create(BlockDevice.create(queue, clock));
  private final TestInbox<SwapCacheMessage> swapCache = TestInbox.create();

  /** Lets the device hear what its clock had been asked to tell it first. */
  private void passToTheNextTimer() {
    Later next = clock.later.remove(0);
    clock.now = next.atNanos;
    device.run((Served) next.message);
  }

  @Test
  void aWindowOfAdjacentPagesIsOneTimerAndOneAnswer() {
    clock.now = 1_000;
    device.run(new Read(7, new int[] {8, 9, 10, 11}, swapCache.getRef()));
    assertThat(clock.later).containsExactly(new Later(1_130, new Served(0)));
    assertThat(swapCache.hasMessages()).isFalse();

    passToTheNextTimer();

    ReadCompleted answer = (ReadCompleted) swapCache.receiveMessage();
    assertThat(answer.requestId()).isEqualTo(7);
    assertThat(answer.pages()).containsExactly(8, 9, 10, 11);
    assertThat(answer.contents()).containsExactly(0, 0, 0, 0);
    assertThat(swapCache.hasMessages()).isFalse();
  }

  @Test
  void whatWasWrittenIsReadBack() {
    device.run(new Write(1, new int[] {5, 4, 9}, new int[] {50, 40, 90}, swapCache.getRef()));
    passToTheNextTimer();
    passToTheNextTimer();
    assertThat(swapCache.getAllReceived())
        .allSatisfy(answer -> assertThat(((WriteCompleted) answer).requestId()).isEqualTo(1))
        .hasSize(2);

    device.run(new Read(2, new int[] {3, 4, 5}, swapCache.getRef()));
    passToTheNextTimer();

    assertThat(((ReadCompleted) swapCache.receiveMessage()).contents()).containsExactly(0, 40, 50);
  }

  @Test
  void aReadThatEndsBeforeAWriteOfThePageSeesTheOldContent() {
    device.run(new Write(1, new int[] {5}, new int[] {50}, swapCache.getRef())); // 300 ns
    device.run(new Read(2, new int[] {5}, swapCache.getRef())); // 100 ns
    clock.later.sort((a, b) -> Long.compare(a.atNanos, b.atNanos));
    passToTheNextTimer();

    assertThat(((ReadCompleted) swapCache.receiveMessage()).contents()).containsExactly(0);
  }

  @Test
  void aScatteredWindowIsAnsweredAsItsRequestsEnd() {
    device.run(new Read(7, new int[] {2, 4, 6}, swapCache.getRef())); // two channels
    passToTheNextTimer();
    assertThat(((ReadCompleted) swapCache.receiveMessage()).pages()).containsExactly(2, 4);

    passToTheNextTimer();
    assertThat(((ReadCompleted) swapCache.receiveMessage()).pages()).containsExactly(6);
    assertThat(clock.now).isEqualTo(200);
    assertThat(clock.later).isEmpty();
  }

  @Test
  void theStatisticsBelongToWhoeverMadeTheQueue() {
    device.run(new Read(7, new int[] {2, 3}, swapCache.getRef()));
    passToTheNextTimer();

    assertThat(queue.statistics().pagesRead()).isEqualTo(2);
    assertThat(queue.statistics().utilisation(220)).isEqualTo(0.5);
    assertThat(queue.unfinished()).isZero();
  }
}
