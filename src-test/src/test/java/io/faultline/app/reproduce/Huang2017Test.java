package io.faultline.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The founding experiment of VMA readahead at an eighth of the preset's size. */
@TestInstance(Lifecycle.PER_CLASS)
class Huang2017Test {

  private static final Scale EIGHTH = new Scale(8);

  private final Huang2017 table = new Huang2017();
  private final Map<String, Double> emulated = new LinkedHashMap<>();

  @BeforeAll
  void emulate() throws InterruptedException {
    List<Cell> cells = table.cells(EIGHTH);
    List<Run> runs = cells.stream().flatMap(cell -> cell.runs().stream()).toList();
    Emulator.Outcomes outcomes = new Emulator().run(runs, EIGHTH);
    for (Cell cell : cells) {
      List<MachineReport> reports = new ArrayList<>();
      cell.runs().forEach(run -> reports.add(outcomes.of(run).reportOrThrow()));
      emulated.put(cell.column() + " " + cell.row(), cell.reading().applyAsDouble(reports));
    }
  }

  @Test
  void everyFigureIsThereForBothAndAsAStepAndNoneIsCalibrated() {
    assertThat(table.cells(Scale.FULL)).hasSize(21);
    assertThat(table.cells(Scale.FULL)).allMatch(cell -> cell.role() == Role.PREDICTED);
    assertThat(table.calibration()).isEmpty();
  }

  @Test
  void aCounterPerVmaIsRightAlmostAlwaysAndACounterForAllAboutHalfOfTheTime() {
    assertThat(emulated.get("readahead hits, percent vma")).isGreaterThanOrEqualTo(99);
    assertThat(emulated.get("readahead hits, percent cluster")).isBetween(40.0, 75.0);
  }

  @Test
  void theSequentialSideIsFasterWhereNoRandomFaultSpendsItsHits() {
    assertThat(emulated.get("vma / cluster throughput")).isGreaterThan(1.1);
    assertThat(emulated.get("vma / cluster mean latency")).isLessThan(0.9);
  }

  @Test
  void mostOfItsFaultsFindTheirPageAndTheSlowestTakeLongerBecauseTheyReadMore() {
    assertThat(emulated.get("vma / cluster p80 latency")).isLessThan(0.5);
    assertThat(emulated.get("vma / cluster p95 latency")).isGreaterThan(1.0);
  }
}
