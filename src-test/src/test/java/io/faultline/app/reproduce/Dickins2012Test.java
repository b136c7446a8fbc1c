package io.faultline.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The load of 2012 at a fortieth of its size: its ratios hardly depend on the size. */
@TestInstance(Lifecycle.PER_CLASS)
class Dickins2012Test {

  private static final Scale FORTIETH = new Scale(40);

  private final Dickins2012 table = new Dickins2012();
  private final Map<String, Double> emulated = new LinkedHashMap<>();

  @BeforeAll
  void emulate() throws InterruptedException {
    List<Cell> cells =
        table.cells(FORTIETH).stream()
            .filter(cell -> !cell.column().equals("HDD Seq Anon"))
            .toList();
    Emulator.Outcomes outcomes =
        new Emulator().run(cells.stream().map(cell -> cell.runs().get(0)).toList(), FORTIETH);
    for (Cell cell : cells) {
      emulated.put(
          cell.column() + " " + cell.row(),
          cell.reading().applyAsDouble(List.of(outcomes.of(cell.runs().get(0)).reportOrThrow())));
    }
  }

  @Test
  void allAnonymousCellsAreThereAndThoseWithoutReadaheadAreCalibrated() {
    assertThat(table.cells(Scale.FULL)).hasSize(24);
    assertThat(table.cells(Scale.FULL))
        .filteredOn(cell -> cell.role() == Role.CALIBRATED)
        .extracting(Cell::row)
        .containsExactly("HughPC0", "HughPC0", "HughPC0", "HughPC0");
    assertThat(table.remarks()).anyMatch(remark -> remark.contains("Shmem"));
  }

  @Test
  void onAnSsdAReadPerPageTakesASequentialLoadAlmostThreeTimesAsLong() {
    assertThat(ratio("SSD Seq Anon", "HughPC0", "HughNew")).isBetween(2.3, 3.3);
  }

  @Test
  void sixteenPagesAWindowSaveASequentialLoadWhatHalfOfItsRequestsCost() {
    assertThat(ratio("SSD Seq Anon", "HughPC4", "HughNew")).isCloseTo(0.86, within(0.05));
  }

  @Test
  void onAnSsdARandomLoadPaysForAFixedWindowAndNotForOneThatAdapts() {
    assertThat(ratio("SSD Rand Anon", "Vanilla", "HughNew")).isBetween(1.4, 1.9);
    assertThat(ratio("SSD Rand Anon", "HughPC0", "HughNew")).isBetween(0.9, 1.1);
  }

  @Test
  void theWindowOfOctoberNeverFallsBelowTwoPagesWhichARandomLoadFeels() {
    assertThat(ratio("SSD Rand Anon", "HughOld", "HughNew")).isBetween(1.05, 1.2);
  }

  @Test
  void onAHardDiskEveryRandomCellIsNearThePublishedOneForTheSeekIsWhatCosts() {
    for (Cell cell : table.cells(FORTIETH)) {
      if (cell.column().equals("HDD Rand Anon")) {
        double time = emulated.getOrDefault(cell.column() + " " + cell.row(), Double.NaN);
        assertThat(time / cell.published()).as(cell.row()).isBetween(0.9, 1.1);
      }
    }
  }

  private double ratio(String column, String row, String over) {
    return emulated.getOrDefault(column + " " + row, Double.NaN)
        / emulated.getOrDefault(column + " " + over, Double.NaN);
  }
}
