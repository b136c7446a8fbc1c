package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.Placement;
import io.faultline.actors.memory.OutOfMemory;
import io.faultline.actors.virtualtime.MachineFailure;
import io.faultline.config.ExperimentReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Hibernation shrinks memory to an image. In what order the rest then lies on swap nobody decided:
 * it follows from batches of 32 in the order of the LRU lists and from 64 slots for each processor.
 */
class HibernationTest {

  /** 20 000 pages, of which 12 500 fit into the image. */
  private static final String GUEST =
      """
      kernel = "5.8"
      machine { cpus = 4, memory = 128MiB }
      devices { vda { model = virtio-blk } }
      swap { f { device = vda, size = 64MiB } }
      processes { p { vmas { v { pages = 20_000, populate = true } } } }
      push-out = false
      hibernation { image = 50_000KiB, cpus = 1 }
      """;

  @Test
  void exactlyWhatDoesNotFitIntoTheImageIsOnSwap() {
    for (int cpus : List.of(1, 2, 4)) {
      MachineReport report = run("hibernation.cpus=" + cpus);
      assertThat(report.placement().pages()).isEqualTo(7_500);
      assertThat(report.areas().get(0).used()).isGreaterThanOrEqualTo(7_500);
      assertThat(report.memory().activeAnon() + report.memory().inactiveAnon()).isEqualTo(12_500);
      assertThat(report.memory().swapCached()).isZero();
    }
  }

  @Test
  void inWhateverOrderTheProcessorsComeNoneTakesTooMuch() {
    for (String interleaving : List.of("shuffled", "parallel")) {
      MachineReport report = run("hibernation.cpus=4", "interleaving=" + interleaving);
      assertThat(report.placement().pages()).isEqualTo(7_500);
    }
  }

  @Test
  void oneProcessorLeavesPagesOnARotationalSwapAsTheyFollowEachOtherInMemory() {
    assertThat(run("hibernation.cpus=1").placement()).isEqualTo(new Placement(7_500, 7_500, 1));
  }

  @Test
  void oneProcessorOnASolidStateSwapFillsClusterByCluster() {
    Placement placement = run("hibernation.cpus=1", "devices.vda={ model = nvme }").placement();
    assertThat(placement.meanRun()).isGreaterThanOrEqualTo(256);
  }

  /**
   * Neighbouring batches go to different processors, each with 64 slots of its own: no run is
   * longer than a batch of 32. It is shorter where a part of the batch was written before and is
   * only dropped now, and where the processor's slots end within it.
   */
  @Test
  void severalProcessorsCutThePagesIntoRunsOfUpToABatch() {
    assertThat(run("hibernation.cpus=2").placement().meanRun()).isBetween(16.0, 32.0);
    assertThat(run("hibernation.cpus=4").placement().meanRun()).isBetween(16.0, 32.0);
  }

  @Test
  void nothingIsReclaimedWhereEverythingFits() {
    assertThat(run("hibernation.image=80_000KiB").placement()).isEqualTo(new Placement(0, 0, 0));
  }

  @Test
  void withYoungPagesOnTheInactiveListReclaimGoesRoundOnce() {
    MachineReport report = run("hibernation.cpus=4", "kernel=6.1");
    assertThat(report.placement().pages()).isEqualTo(7_500);
    assertThat(report.placement().meanRun()).isBetween(16.0, 32.0);
  }

  @Test
  void whatTasksDoNotTouchStaysOnSwapAndTheRestComesBack() {
    MachineReport report =
        run(
            "hibernation.cpus=2",
            "processes.p.tasks.t={ vma = v, pages = 5_000, pattern = sequential }");
    assertThat(report.tasks().get(0).record().majorFaults()).isPositive();
    assertThat(report.memory().activeAnon() + report.memory().inactiveAnon())
        .isGreaterThanOrEqualTo(17_500);
  }

  @Test
  void aSwapThatIsTooSmallIsNamed() {
    assertThatThrownBy(() -> run("hibernation.cpus=2", "swap.f.size=20MiB"))
        .isInstanceOf(MachineFailure.class)
        .hasCauseInstanceOf(OutOfMemory.class)
        .hasMessageContaining("hibernation: ")
        .hasMessageContaining("do not fit into the image")
        .hasMessageContaining("swap is full");
  }

  /** Pages that had been chosen lay where nobody looked any more, and no others were chosen. */
  @Test
  void pagesThatCannotBeReclaimedAtOnceDoNotKeepOthersInMemory() {
    String guest =
        """
        kernel = "6.1"
        groups { g { memory-max = 1652KiB } }
        devices { d { model = nvme } }
        swap { a { device = d, size = 32MiB } }
        processes {
          p { group = g, vmas { v { pages = 1024, populate = true } } }
          q { vmas { v { pages = 2 } }, tasks { t { vma = v, pattern = sequential } } }
        }
        push-out = false
        hibernation { image = 1148KiB, cpus = 2 }
        """;
    for (int image : List.of(1148, 900, 600, 300, 100, 4)) {
      MachineReport report =
          new Machine(
                  ExperimentReader.text("guest", guest)
                      .set("hibernation.image=" + image + "KiB")
                      .read())
              .run();
      assertThat(report.invariants()).allMatch(Invariant::holds);
      assertThat(report.areas().get(0).used()).isGreaterThanOrEqualTo(1_024 - image / 4);
    }
  }

  private static MachineReport run(String... settings) {
    ExperimentReader reader = ExperimentReader.text("guest", GUEST);
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    MachineReport report = new Machine(reader.read()).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }
}
