package io.faultline.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.config.Experiment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The swapoff tables of April 2020: what they hold, and their shapes at a small scale. */
class RighiTablesTest {

  private static final Scale SMALL = new Scale(64);

  @Test
  void onlyTheFixedWindowsAtPageCluster1And2And4And8AreCalibrated() {
    List<Cell> cells = new RighiPageCluster().cells(Scale.FULL);

    assertThat(cells).hasSize(16);
    assertThat(cells)
        .filteredOn(cell -> cell.role() == Role.CALIBRATED)
        .extracting(cell -> cell.column() + " " + cell.row())
        .containsExactly("fixed 1", "fixed 2", "fixed 4", "fixed 8");
    assertThat(new RighiVariants().cells(Scale.FULL))
        .hasSize(9)
        .allMatch(cell -> cell.role() == Role.PREDICTED);
    assertThat(new RighiWindows().cells(Scale.FULL))
        .filteredOn(cell -> cell.role() == Role.CALIBRATED)
        .extracting(Cell::row)
        .containsOnly("vanilla-5.6");
  }

  @Test
  void rowsThatAreTheSameExperimentAreOneRun() {
    assertThat(ReproductionResult.runsOf(new RighiPageCluster(), Scale.FULL)).hasSize(16);
    assertThat(ReproductionResult.runsOf(new RighiVariants(), Scale.FULL)).hasSize(8);
    assertThat(ReproductionResult.runsOf(new RighiWindows(), Scale.FULL))
        .containsExactlyElementsOf(ReproductionResult.runsOf(new RighiVariants(), Scale.FULL));
  }

  @Test
  void aScaleDividesEverythingThatIsCountedInPages() {
    Experiment full = Run.of("righi").experiment(Scale.FULL);
    Experiment small = Run.of("righi").experiment(SMALL);

    assertThat(full.processes().get(1).vmas().get(0).pages()).isEqualTo(891_290);
    assertThat(small.processes().get(1).vmas().get(0).pages()).isEqualTo(891_290 / 64);
    assertThat(small.machine().memoryPages() * 64).isEqualTo(full.machine().memoryPages());
    assertThat(small.hibernation().orElseThrow().imagePages())
        .isEqualTo(full.hibernation().orElseThrow().imagePages() / 64);
  }

  /** Nothing that the walk reads earns it a hit, so page-cluster, a bound, means nothing to it. */
  @Test
  void theKernelsWindowIsIndifferentToPageClusterAndAFixedOneIsNot() throws InterruptedException {
    Emulator.Outcomes outcomes =
        new Emulator().run(ReproductionResult.runsOf(new RighiPageCluster(), SMALL), SMALL);
    ReproductionResult result = ReproductionResult.of(new RighiPageCluster(), SMALL, outcomes, 1);
    List<Double> vanilla = column(result, "vanilla-5.6");
    List<Double> fixed = column(result, "fixed");
    double mean = vanilla.stream().mapToDouble(Double::doubleValue).average().orElseThrow();

    assertThat(vanilla).allSatisfy(time -> assertThat(time).isBetween(0.8 * mean, 1.2 * mean));
    assertThat(fixed.subList(0, 4)).isSortedAccordingTo(Collections.reverseOrder());
    assertThat(fixed.indexOf(Collections.min(fixed)) + 1).isBetween(4, 6);
    assertThat(fixed.get(7)).isGreaterThan(Collections.min(fixed));
  }

  private static List<Double> column(ReproductionResult result, String name) {
    List<Double> times = new ArrayList<>();
    for (ReproductionResult.CellResult cell : result.cells()) {
      Double emulated = cell.emulated();
      if (cell.column().equals(name) && emulated != null) {
        times.add(emulated);
      }
    }
    return times;
  }

  @Test
  void theDistanceOfTwoDistributionsIsWhatMustBeMovedFromOneToTheOther() {
    assertThat(Distribution.distance(shares(1, 10L, 2, 30L), shares(1, 1L, 2, 1L))).isEqualTo(0.25);
    assertThat(Distribution.distance(shares(1, 1L, 2, 1L), shares(4, 7L, 8, 7L))).isEqualTo(1);
    assertThat(Distribution.distance(shares(1, 1L, 2, 1L), shares(1, 0L, 2, 0L))).isNaN();
  }

  private static SortedMap<Integer, Long> shares(int first, long calls, int second, long more) {
    return new TreeMap<>(Map.of(first, calls, second, more));
  }
}
