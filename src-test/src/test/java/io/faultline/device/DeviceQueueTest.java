package io.faultline.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.device.DeviceBench.Ended;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeviceQueueTest {

  @Test
  void aNullBlkServesAnyNumberOfRequestsInOneLatency() {
    DeviceBench device = new DeviceBench(new NullBlk(2_000_000));
    for (int i = 0; i < 1000; i++) {
      device.read("fault " + i, 10 * i);
    }

    assertThat(device.untilIdle()).isEqualTo(2_000_000);
    assertThat(device.ended).hasSize(1000);
    assertThat(device.queue.statistics().queueNanos()).isZero();
    assertThat(device.queue.statistics().maxInFlight()).isEqualTo(1000);
  }

  @Test
  void requestsOfAPlugThatStartAndEndTogetherShareATimer() {
    DeviceBench device = new DeviceBench(new NullBlk(2_000_000));
    device.read("window", 9, 1, 7, 3, 5).untilIdle();

    assertThat(device.timers).isEqualTo(1);
    assertThat(device.queue.statistics().requests()).isEqualTo(5);
    assertThat(device.ended)
        .containsExactly(new Ended(2_000_000, "window", List.of(9, 1, 7, 3, 5)));
  }

  @Test
  void theRequestBeyondTheLastChannelWaitsForTheFirstToEnd() {
    DeviceBench device = new DeviceBench(new Nvme(2, 100, 300, 10, 1023));
    device.read("a", 1).read("b", 3, 4).read("c", 7).untilIdle();

    assertThat(device.ended)
        .containsExactly(
            new Ended(100, "a", List.of(1)),
            new Ended(110, "b", List.of(3, 4)),
            new Ended(200, "c", List.of(7)));
    assertThat(device.queue.statistics().queueNanos()).isEqualTo(100);
  }

  @Test
  void anNvmeWriteTakesItsOwnTime() {
    DeviceBench device = new DeviceBench(new Nvme(2, 100, 300, 10, 1023));
    device.write("swap-out", new int[] {1, 2}, 8, 9);

    assertThat(device.untilIdle()).isEqualTo(310);
  }

  @Test
  void aQueueDepthOfTwoDelaysTheThirdThoughFourCouldBeServed() {
    DeviceBench device = new DeviceBench(new VirtioBlk(50, 5, 4, 2));
    device.read("a", 1).read("b", 3).read("c", 5).read("d", 7).read("e", 9).untilIdle();

    assertThat(device.ended).extracting(Ended::atNanos).containsExactly(55L, 55L, 110L, 110L, 165L);
    assertThat(device.queue.statistics().maxInFlight()).isEqualTo(2);
    assertThat(device.queue.statistics().queueNanos()).isEqualTo(55 + 55 + 110);
  }

  @Test
  void aPlugWiderThanTheChannelsIsAnsweredInParts() {
    DeviceBench device = new DeviceBench(new Nvme(2, 100, 300, 10, 1023));
    device.read("window", 1, 3, 5).untilIdle();

    assertThat(device.ended)
        .containsExactly(
            new Ended(100, "window", List.of(1, 3)), new Ended(200, "window", List.of(5)));
  }

  @Test
  void waitingRequestsAreServedInOrderOfArrivalHoweverManyThereAre() {
    DeviceBench device = new DeviceBench(new VirtioBlk(1, 0, 1, 1));
    List<String> plugs = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      plugs.add("fault " + i);
      device.read("fault " + i, 7 * i);
      if (i % 3 == 0) {
        device.until(device.now() + 1);
      }
    }
    device.untilIdle();

    assertThat(device.ended).extracting(Ended::plug).containsExactlyElementsOf(plugs);
  }

  @Test
  void aPageHoldsWhatWasLastWrittenAndNothingBefore() {
    DeviceBench device = new DeviceBench(new NullBlk(10));
    device.write("first", new int[] {5000, 5001}, 11, 12).untilIdle();
    device.write("second", new int[] {5001, 5002}, 21, 22).untilIdle();

    assertThat(device.queue.contents(new int[] {4999, 5000, 5001, 5002, 1 << 30}))
        .containsExactly(0, 11, 21, 22, 0);
  }

  @Test
  void aWriteIsOnTheDeviceOnlyWhenItEnds() {
    DeviceBench device = new DeviceBench(new NullBlk(10));
    device.write("swap-out", new int[] {3}, 33).until(9);
    assertThat(device.queue.content(3)).isZero();

    device.until(10);
    assertThat(device.queue.content(3)).isEqualTo(33);
  }

  @Test
  void utilisationIsTheShareOfTimeWithARequestInService() {
    DeviceBench device = new DeviceBench(new NullBlk(100));
    device.read("a", 1).until(50).read("b", 2).until(200); // busy from 0 to 150
    device.until(1000).read("c", 3).until(1050); // and from 1000 on

    assertThat(device.queue.statistics().busyNanos(1050)).isEqualTo(200);
    assertThat(device.queue.statistics().utilisation(1050)).isEqualTo(200 / 1050.0);
  }

  @Test
  void readsAndWritesAreCountedApart() {
    DeviceBench device = new DeviceBench(new NullBlk(100));
    device.read("a", 1, 2, 3, 9).write("b", new int[] {20, 21}, 1, 1).untilIdle();

    DeviceStatistics statistics = device.queue.statistics();
    assertThat(statistics.readRequests()).isEqualTo(2);
    assertThat(statistics.pagesRead()).isEqualTo(4);
    assertThat(statistics.writeRequests()).isEqualTo(1);
    assertThat(statistics.pagesWritten()).isEqualTo(2);
    assertThat(statistics.pagesPerRequest()).isEqualTo(2.0);
    assertThat(statistics.serviceNanos()).isEqualTo(300);
  }

  @Test
  void anIdleDeviceHasNoUtilisationAndNoRequests() {
    DeviceStatistics statistics = new DeviceBench(new NullBlk(100)).queue.statistics();

    assertThat(statistics.utilisation(0)).isZero();
    assertThat(statistics.pagesPerRequest()).isZero();
  }

  @Test
  void jitterIsAskedOnceARequestInOrderOfTheirStart() {
    List<String> asked = new ArrayList<>();
    DeviceQueue<String> queue =
        new DeviceQueue<>(
            new Nvme(4, 100, 300, 10, 1023),
            (now, nanos) -> {
              asked.add(now + ": " + nanos);
              return nanos + asked.size();
            });
    List<String> timers = new ArrayList<>();
    queue.submit("window", new int[] {1, 5, 6}, null, 7);
    queue.start(7, (delay, tag) -> timers.add(delay + " ns, tag " + tag));

    assertThat(asked).containsExactly("7: 100", "7: 110");
    assertThat(timers).containsExactly("101 ns, tag 0", "112 ns, tag 1");
  }

  @Test
  void aTagThatIsNotInServiceIsRefused() {
    DeviceBench device = new DeviceBench(new NullBlk(100));

    assertThatThrownBy(() -> device.queue.served(0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tag 0");
  }

  @Test
  void figuresThatNoDeviceHasAreRefused() {
    assertThatThrownBy(() -> new Nvme(0, 1, 1, 1, 1)).hasMessage("channels is at least 1, got 0");
    assertThatThrownBy(() -> new NullBlk(-1)).hasMessage("latency is at least 0, got -1");
    assertThatThrownBy(() -> new VirtioBlk(1, 1, 1, 0)).hasMessageContaining("queue depth");
    assertThatThrownBy(() -> new RotationalDisk(7200, 9, 8, 120, 32, 1000))
        .hasMessageContaining("average seek");
  }

  @Test
  void aRandomMixOfPlugsNamesEveryPageOnceAndReadsBackWhatWasWritten() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      DeviceBench device =
          new DeviceBench(
              seed % 2 == 0
                  ? new RotationalDisk(7200, 1_000_000, 8_500_000, 120, 4, 4096)
                  : new Nvme(3, 100, 300, 10, 5));
      int[] pages = IntStream.range(0, 2048).toArray();
      for (int i = pages.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1) / (1 + seed % 3); // some seeds leave runs
        int page = pages[i];
        pages[i] = pages[j];
        pages[j] = page;
      }
      for (int from = 0; from < pages.length; ) {
        int to = Math.min(from + 1 + random.nextInt(60), pages.length);
        int[] plug = Arrays.copyOfRange(pages, from, to);
        device.write("plug " + from, plug, IntStream.of(plug).map(page -> page + 1).toArray());
        from = to;
      }
      device.untilIdle();

      List<Integer> named = new ArrayList<>();
      device.ended.forEach(each -> named.addAll(each.pages()));
      assertThat(named).doesNotHaveDuplicates().hasSize(2048);
      for (int page = 0; page < 2048; page++) {
        assertThat(device.queue.content(page)).isEqualTo(page + 1);
      }
    }
  }
}
