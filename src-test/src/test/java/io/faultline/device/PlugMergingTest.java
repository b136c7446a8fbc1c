package io.faultline.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.device.DeviceBench.Ended;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every request takes as many nanoseconds as it has pages, so its end tells its length. */
class PlugMergingTest {

  private final DeviceBench device = new DeviceBench(new VirtioBlk(0, 1, 64, 128));

  @Test
  void adjacentPagesOfAPlugAreOneRequest() {
    device.read("window", 8, 9, 10, 11, 12, 13, 14, 15).untilIdle();

    assertThat(device.queue.statistics().requests()).isEqualTo(1);
    assertThat(device.queue.statistics().pagesPerRequest()).isEqualTo(8.0);
    assertThat(device.ended)
        .containsExactly(new Ended(8, "window", List.of(8, 9, 10, 11, 12, 13, 14, 15)));
  }

  @Test
  void aHoleSplitsARequestInTwo() {
    device.read("window", 8, 9, 11, 12, 13).untilIdle();

    assertThat(device.ended)
        .containsExactly(
            new Ended(2, "window", List.of(8, 9)), new Ended(3, "window", List.of(11, 12, 13)));
  }

  @Test
  void descendingPagesMergeAtTheFront() {
    device.read("window", 7, 6, 5, 4, 20).untilIdle();

    assertThat(device.ended)
        .containsExactly(
            new Ended(1, "window", List.of(20)), new Ended(4, "window", List.of(4, 5, 6, 7)));
  }

  @Test
  void pagesThatAlternateBetweenTwoPlacesMergeWithEither() {
    device.read("window", 10, 50, 11, 51, 9, 52).untilIdle();

    assertThat(device.queue.statistics().requests()).isEqualTo(2);
    assertThat(device.ended)
        .containsExactly(new Ended(3, "window", List.of(10, 50, 11, 51, 9, 52)));
  }

  @Test
  void twoRequestsThatAPageWouldJoinStayTwo() {
    device.read("window", 1, 2, 4, 5, 3).untilIdle();

    assertThat(device.ended)
        .containsExactly(
            new Ended(2, "window", List.of(1, 2)), new Ended(3, "window", List.of(3, 4, 5)));
  }

  @Test
  void aRequestEndsAt32Pages() {
    device.read("window", IntStream.range(100, 170).toArray()).untilIdle();

    assertThat(device.queue.statistics().requests()).isEqualTo(3);
    assertThat(device.ended).extracting(Ended::atNanos).containsExactly(6L, 32L);
    assertThat(device.ended.get(0).pages()).containsExactly(164, 165, 166, 167, 168, 169);
  }

  @Test
  void exactly32PagesAreOneRequest() {
    device.read("window", IntStream.range(100, 132).toArray()).untilIdle();

    assertThat(device.queue.statistics().requests()).isEqualTo(1);
  }

  @Test
  void aPlugOf16RequestsIsFlushedAndMergesNoMore() {
    int[] pages = IntStream.rangeClosed(0, 17).map(i -> 10 * i).toArray();
    pages[16] = 160; // the 17th request: it flushes those before
    pages[17] = 1; // adjoins the first, which is gone
    device.read("window", pages).untilIdle();

    assertThat(device.queue.statistics().requests()).isEqualTo(18);
  }

  @Test
  void aPlugOfALaterKernelGathers32Requests() {
    int[] pages = IntStream.rangeClosed(0, 17).map(i -> 10 * i).toArray();
    pages[17] = 1; // adjoins the first, which is still plugged
    DeviceQueue<String> queue = new DeviceQueue<>(new NullBlk(1), (now, nanos) -> nanos, 32);
    queue.submit("window", pages, null, 0);

    assertThat(queue.unfinished()).isEqualTo(17);
  }

  @Test
  void adjacentPagesOfTwoPlugsAreTwoRequests() {
    device.read("one", 1, 2).read("two", 3, 4).untilIdle();

    assertThat(device.queue.statistics().requests()).isEqualTo(2);
    assertThat(device.ended).extracting(Ended::plug).containsExactly("one", "two");
  }

  @Test
  void whatAPlugWritesArrivesWhereItBelongsHoweverItMerges() {
    device.write("swap-out", new int[] {7, 30, 6, 31, 5}, 70, 300, 60, 310, 50).untilIdle();

    assertThat(device.queue.contents(new int[] {5, 6, 7, 30, 31}))
        .containsExactly(50, 60, 70, 300, 310);
  }

  @Test
  void aPlugWithoutPagesIsRefused() {
    assertThatThrownBy(() -> device.read("nothing")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aWriteWithoutATagForEachPageIsRefused() {
    assertThatThrownBy(() -> device.write("swap-out", new int[] {1, 2}, 9))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAddressBelowZeroIsRefusedAndNothingOfItsPlugIsRead() {
    assertThatThrownBy(() -> device.read("window", 1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThat(device.queue.unfinished()).isZero();
  }
}
