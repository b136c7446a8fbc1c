package io.faultline.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.device.DeviceBench.Ended;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The disk of 2012: 7200 rpm, 8.5 ms average seek, 120 MB/s. One GiB of it is used. */
class RotationalDiskTest {

  private static final int PAGES = 262_144;
  private static final long PAGE_NANOS = 34_133; // 4096 B at 120 MB/s
  private static final long REVOLUTION_NANOS = 8_333_333;

  private final RotationalDisk model =
      new RotationalDisk(7200, 1_000_000, 8_500_000, 120, 32, PAGES);
  private final DeviceBench disk = new DeviceBench(model);

  @Test
  void aRandomReadTakes12To13Milliseconds() {
    assertThat(meanRandomReadNanos(1)).isBetween(12_000_000.0, 13_000_000.0);
  }

  @Test
  void aRandomReadOf32KiBTakesAQuarterOfAMillisecondMoreThanOneOf4KiB() {
    assertThat(meanRandomReadNanos(8) - meanRandomReadNanos(1)).isBetween(230_000.0, 270_000.0);
  }

  private double meanRandomReadNanos(int pages) {
    Random random = new Random(2012);
    int reads = 20_000;
    int head = 0;
    long now = 0;
    long sum = 0;
    for (int i = 0; i < reads; i++) {
      int first = random.nextInt(PAGES - 8);
      now += 1_000_000_007; // long after, so that no phase of the platter is preferred
      sum += model.serviceNanos(now, first, pages, false, head, now);
      head = first + 1;
    }
    return (double) sum / reads;
  }

  @Test
  void sequentialReadsAreAHundredTimesCheaperThanRandomOnes() {
    disk.read("to the start", 0).untilIdle();
    long start = disk.now();
    for (int i = 0; i < 1000; i++) {
      disk.read("page", 1 + i).untilIdle();
    }

    assertThat(disk.now() - start).isEqualTo(1000 * PAGE_NANOS);
    assertThat(1000 * PAGE_NANOS).isLessThan(1000L * 12_000_000 / 100);
  }

  @Test
  void aSequentialReaderThatComputesBetweenItsReadsIsServedFromTheReadAheadBuffer() {
    disk.read("to the start", 0).untilIdle();
    long start = disk.now();
    for (int i = 0; i < 100; i++) {
      disk.until(disk.now() + 10_000); // 10 us
      disk.read("page", 1 + i).untilIdle();
    }

    assertThat(disk.now() - start).isEqualTo(100 * PAGE_NANOS);
  }

  @Test
  void aPageThatTheHeadHasJustPassedComesUpAgainAfterARevolution() {
    int page = 20_000;
    disk.read("there", page).untilIdle();
    long first = disk.now();
    disk.read("again", page).untilIdle();

    assertThat(disk.now() - first).isEqualTo(REVOLUTION_NANOS);
  }

  @Test
  void theSeekGrowsWithTheSquareRootOfTheDistance() {
    assertThat(model.seekNanos(0)).isZero();
    assertThat(model.seekNanos(100)).isZero(); // 244 pages are a track
    assertThat(model.seekNanos(300)).isBetween(1_000_000L, 1_500_000L);
    assertThat(model.seekNanos(PAGES / 12)).isBetween(4_749_000L, 4_750_000L);
    assertThat(model.seekNanos(PAGES / 3)).isBetween(8_499_000L, 8_500_000L);
    assertThat(model.seekNanos(-PAGES / 3)).isEqualTo(model.seekNanos(PAGES / 3));
    assertThat(model.seekNanos(PAGES)).isBetween(13_990_000L, 13_991_000L);
  }

  @Test
  void aDiskServesOneRequestAtATimeTheNearestFirst() {
    disk.read("far", 100_000); // taken at once: nothing else is there
    disk.read("near the start", 10).read("beyond", 103_000).read("behind", 99_000).untilIdle();

    assertThat(disk.ended)
        .extracting(Ended::plug)
        .containsExactly("far", "behind", "beyond", "near the start");
  }

  @Test
  void writesInAscendingOrderWithGapsBetweenThemNeedNoRevolutionEach() {
    disk.read("to the start", 0).untilIdle();
    long start = disk.now();
    for (int i = 0; i < 100; i++) {
      disk.write("page", new int[] {4 * i + 4}, new int[] {1}).untilIdle();
    }

    assertThat(disk.now() - start).isLessThan(2 * 400 * PAGE_NANOS);
  }

  @Test
  void theDriveChoosesOnlyAmongTheRequestsItHolds() {
    DeviceBench shallow =
        new DeviceBench(new RotationalDisk(7200, 1_000_000, 8_500_000, 120, 2, PAGES));
    shallow.read("far", 100_000); // in service at once
    shallow.read("start", 10).read("middle", 50_000).read("near", 100_001).untilIdle();

    assertThat(shallow.ended)
        .extracting(Ended::plug)
        .startsWith("far", "middle") // near was not yet with the drive
        .hasSize(4);
  }

  @Test
  void aReadThatHasWaitedHalfASecondGoesFirst() {
    disk.read("here", 200_000);
    disk.read("far", 10);
    while (disk.ended.stream().noneMatch(each -> each.plug().equals("far"))) {
      disk.read("again", 200_000).read("again", 200_000); // two revolutions, 16.7 ms
      disk.until(disk.now() + 15_000_000);
    }

    assertThat(disk.now()).isBetween(500_000_000L, 600_000_000L);
  }

  @Test
  void aStreamOfWritesRunsAtTheTransferRate() {
    disk.read("to the start", 0).untilIdle();
    long start = disk.now();
    for (int i = 0; i < 10; i++) {
      int[] batch = IntStream.range(1 + 32 * i, 33 + 32 * i).toArray();
      disk.write("swap-out", batch, batch);
    }

    assertThat(disk.untilIdle() - start).isEqualTo(320 * PAGE_NANOS);
    assertThat(disk.queue.statistics().requests()).isEqualTo(11);
  }
}
