package io.faultline.phenomena;

import static io.faultline.phenomena.Runs.full;
import static io.faultline.phenomena.Runs.majorFaults;
import static io.faultline.phenomena.Runs.share;
import static io.faultline.phenomena.Runs.small;
import static io.faultline.phenomena.Runs.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.PlacementReport;
import io.faultline.actors.observe.VmstatItem;
import org.junit.jupiter.api.Test;

/** Several swap areas: who gets which slots, and what readahead makes of them. */
class StripingTest {

  /** Pages of a sequential task in the small presets. */
  private static final int PAGES = 4096;

  private static final String ONE_AREA = "swap.b.priority=4";

  private static final String TWO_WRITERS =
      """
      kernel = "6.1"
      machine { cpus = 2, memory = 256MiB }
      groups.g.memory-max = 16MiB
      devices { a { model = virtio-blk }, b { model = virtio-blk } }
      swap {
        a { device = a, size = 128MiB, priority = 5 }
        b { device = b, size = 128MiB, priority = 5 }
      }
      processes {
        p1 { group = g, vmas.v.pages = 4096, tasks.one { vma = v, pattern = sequential } }
        p2 { group = g, vmas.v.pages = 4096, tasks.two { vma = v, pattern = sequential } }
      }
      """;

  private static final String SSD_AND_DISK =
      """
      machine { cpus = 1, memory = 256MiB }
      groups.g.memory-max = 8MiB
      devices { hdd { model = disk }, ssd { model = nvme } }
      swap {
        fast { device = ssd, size = 8MiB, priority = 10 }
        slow { device = hdd, size = 128MiB }
      }
      processes.p { group = g, vmas.v.pages = 4096, tasks.seq { vma = v, pattern = sequential } }
      """;

  /** Share of the accesses that found their page read ahead, 0 to 1. */
  private static double hitRate(MachineReport report) {
    return (double) report.vmstat().get(VmstatItem.SWAP_RA_HIT) / PAGES;
  }

  @Test
  void slotBySlotTwoEqualAreasTakeASequentialReaderAHitInFourteen() {
    MachineReport one = small("striping", ONE_AREA);
    MachineReport two = small("striping");

    // with one area 7 of 8 pages are read ahead; with two a window of 8 here is followed by one of
    // 4 there, 16 pages in 3 faults
    assertThat(hitRate(one)).isBetween(0.874, 0.875);
    assertThat(hitRate(two)).isBetween(0.809, 0.814);
    assertThat(majorFaults(one, "seq")).isBetween(512L, 516L);
    assertThat(majorFaults(two, "seq")).isBetween(766L, 776L);
    assertThat(share(two, "seq", 8)).isBetween(0.65, 0.67);
    assertThat(share(two, "seq", 4)).isBetween(0.33, 0.35);
    assertThat(two.placement().meanRun()).isEqualTo(1.0);
  }

  @Test
  void inTurnsOf64SlotsNextToNothingIsLost() {
    MachineReport one = small("striping", ONE_AREA, "kernel=\"6.1\"");
    MachineReport two = small("striping", "kernel=\"6.1\"");

    assertThat(majorFaults(two, "seq"))
        .isBetween(majorFaults(one, "seq"), 1 + PAGES / 8 * 102L / 100);
    assertThat(two.placement().meanRun()).isBetween(50.0, 64.0);
    assertThat(one.placement().meanRun()).isEqualTo(PAGES);
  }

  @Test
  void inTurnsOfAClusterNothingIsLost() {
    MachineReport two = small("striping", "kernel=\"6.15\"");

    assertThat(majorFaults(two, "seq")).isBetween(512L, 516L);
    assertThat(two.areas().get(0).used()).isBetween(PAGES / 2 - 64L, PAGES / 2 + 64L);
  }

  @Test
  void equalPrioritiesOnTwoDevicesShareTheWorkByHalves() {
    MachineReport two = small("striping");

    assertThat(two.areas()).extracting(area -> area.used()).containsExactly(2048L, 2048L);
    assertThat(two.devices())
        .extracting(device -> device.statistics().pagesRead())
        .containsExactly(2048L, 2048L);
  }

  @Test
  void twoTasksThatSwapOutAtOnceIntersperseTheirPages() {
    MachineReport oneByOne = text(TWO_WRITERS, ONE_AREA);
    MachineReport atOnce = text(TWO_WRITERS, ONE_AREA, "init=parallel");

    assertThat(oneByOne.placement().meanRun()).isEqualTo(4096);
    assertThat(atOnce.placement().meanRun()).isLessThan(1.3);
    // a window of slots holds pages of both, and each loses what the other does not want yet
    assertThat(majorFaults(oneByOne, "one")).isLessThan(520);
    assertThat(majorFaults(atOnce, "one")).isGreaterThan(1_000);
  }

  @Test
  void ofAMixtureThatSwapsOutAtOnceFewerAdjacentSlotsHoldAdjacentPages() {
    String[] writers = {
      "jitter.distribution=none",
      "processes.p1.tasks.seq.write=true",
      "processes.p2.tasks.rnd.write=true",
      "init=serial"
    };
    MachineReport oneByOne = small("mixed", writers);
    writers[3] = "init=parallel";
    MachineReport atOnce = small("mixed", writers);

    assertThat(oneByOne.placement().adjacency()).isGreaterThan(0.999);
    assertThat(atOnce.placement().adjacency()).isLessThan(0.7);
    assertThat(atOnce.placements().end().adjacency())
        .isLessThan(0.7 * oneByOne.placements().end().adjacency());
    assertThat(atOnce.placements().inTime()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(atOnce.placements().vmas())
        .extracting(PlacementReport.OfVma::name)
        .containsExactly("p1.v", "p2.v");
  }

  @Test
  void writersThatSwapOutAtOnceLeaveSwapAtLeastAQuarterLessSequentialThanReaders() {
    MachineReport readers = full("mixed");
    MachineReport writers =
        full(
            "mixed",
            "init=parallel",
            "processes.p1.tasks.seq.write=true",
            "processes.p2.tasks.rnd.write=true");

    // with the jitter of the recordings' host; over 20 seeds it is 34 % less
    assertThat(writers.placements().end().adjacency())
        .isLessThan(0.75 * readers.placements().end().adjacency());
  }

  @Test
  void twoTasksThatSwapOutAtOnceToTwoAreasIntersperseTheirPagesOnBoth() {
    MachineReport oneByOne = text(TWO_WRITERS);
    MachineReport atOnce = text(TWO_WRITERS, "init=parallel");

    assertThat(oneByOne.placement().meanRun()).isBetween(50.0, 64.0);
    assertThat(atOnce.placement().meanRun()).isLessThan(2);
    assertThat(Math.abs(atOnce.areas().get(0).used() - atOnce.areas().get(1).used()))
        .isLessThanOrEqualTo(64);
  }

  @Test
  void theHigherPriorityIsFilledFirstAndTheRestSpillsOver() {
    MachineReport spilled = text(SSD_AND_DISK);

    assertThat(spilled.areas().get(0).used()).isEqualTo(spilled.areas().get(0).pages());
    assertThat(spilled.areas().get(1).used()).isBetween(4096 - 2047L, 4096 - 2047 + 64L);
    assertThat(spilled.areas()).extracting(area -> area.priority()).containsExactly(10, -2);
  }

  @Test
  void oneDiskSwitchesVmaReadaheadOffForTheSsdToo() {
    MachineReport mixed = text(SSD_AND_DISK);
    MachineReport flash = text(SSD_AND_DISK, "devices.hdd.rotational=false");

    assertThat(mixed.vmaReadahead()).isFalse();
    assertThat(flash.vmaReadahead()).isTrue();
    assertThat(mixed.devices())
        .extracting(device -> device.statistics().pagesRead())
        .allSatisfy(pages -> assertThat(pages).isBetween(2_000L, 2_100L));
  }

  @Test
  void withoutPrioritiesAreasAreFilledOneAfterTheOtherInTheOrderOfTheirNames() {
    String[] automatic = {"swap.fast.priority=-1", "swap.fast.size=64MiB"};

    MachineReport since414 = text(SSD_AND_DISK, automatic);
    assertThat(since414.areas()).extracting(area -> area.priority()).containsExactly(-2, -3);
    assertThat(since414.areas().get(1).used()).isZero();

    MachineReport before = text(SSD_AND_DISK, automatic[0], automatic[1], "kernel=\"3.14\"");
    assertThat(before.areas()).extracting(area -> area.priority()).containsExactly(-1, -2);
  }

  @Test
  void pagesThatTakeTurnsAreWrittenToEachDeviceInOneRequestNonetheless() {
    MachineReport two = small("striping", "processes.p.tasks.seq.write=true");

    assertThat(two.devices())
        .extracting(device -> device.statistics())
        .allSatisfy(
            disk ->
                assertThat((double) disk.pagesWritten() / disk.writeRequests()).isGreaterThan(8));
  }
}
