package io.faultline.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The random writes of 2012 at a thirty-second of their size. */
@TestInstance(Lifecycle.PER_CLASS)
class Li2012Test {

  private static final Scale SMALL = new Scale(32);

  private final List<Cell> cells = new Li2012().cells(SMALL);
  private final Map<String, Double> emulated = new LinkedHashMap<>();

  @BeforeAll
  void emulate() throws InterruptedException {
    List<Run> runs = cells.stream().flatMap(cell -> cell.runs().stream()).toList();
    Emulator.Outcomes outcomes = new Emulator().run(runs, SMALL);
    for (Cell cell : cells) {
      emulated.put(
          cell.column() + ", " + cell.row(),
          cell.reading()
              .applyAsDouble(
                  cell.runs().stream().map(run -> outcomes.of(run).reportOrThrow()).toList()));
    }
  }

  @Test
  void oneTimeIsCalibratedAndAllElseIsPredicted() {
    assertThat(cells)
        .filteredOn(cell -> cell.role() == Role.CALIBRATED)
        .extracting(Cell::row)
        .containsExactly("shaohua-anon-vma");
    assertThat(cells).hasSize(7);
  }

  @Test
  void aWindowThatNeverFallsBelowTwoReadsAlmostAPageTooManyForEachThatIsWanted() {
    assertThat(value("random write, si : so, hugh-2012-10-plus1")).isBetween(1.4, 1.8);
    assertThat(value("random write, si : so, shaohua-anon-vma"))
        .isLessThan(value("random write, si : so, hugh-2012-10-plus1") / 1.5);
    assertThat(value("random write, si : so, hugh-2012-10-noplus"))
        .isCloseTo(value("random write, si : so, shaohua-anon-vma"), withinPercentage(3));
  }

  @Test
  void andTakesLonger() {
    assertThat(value("random write, time over shaohua-anon-vma, hugh-2012-10-plus1"))
        .isBetween(1.03, 1.2);
    assertThat(value("mixture, time over shaohua-anon-vma, hugh-2012-10-plus1"))
        .isBetween(1.03, 1.25);
  }

  private double value(String cell) {
    return emulated.getOrDefault(cell, Double.NaN);
  }
}
