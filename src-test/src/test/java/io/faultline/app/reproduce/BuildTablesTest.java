package io.faultline.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The published builds, at a fraction of their size. */
class BuildTablesTest {

  @Test
  void twoColumnsOfKhlebnikovsBuildAreCalibratedAndAllOthersPredicted() {
    assertThat(new Khlebnikov2012().cells(Scale.FULL))
        .hasSize(42)
        .allSatisfy(
            cell ->
                assertThat(cell.role() == Role.CALIBRATED)
                    .isEqualTo(List.of("RA=0", "RA=3").contains(cell.row())));
  }

  @Test
  void onlyTheColumnNeitherOfPhamsBuildsIsCalibrated() {
    assertThat(PhamZswap.twoGigabytes().cells(Scale.FULL))
        .hasSize(12)
        .allSatisfy(
            cell ->
                assertThat(cell.role() == Role.CALIBRATED).isEqualTo(cell.row().equals("neither")));
    assertThat(PhamZswap.coldData().cells(Scale.FULL))
        .hasSize(8)
        .allMatch(cell -> cell.role() == Role.PREDICTED);
    assertThat(PhamZswap.coldData().calibration()).isEmpty();
  }

  @Test
  void aLargerWindowReadsMoreAndSavesFaults() throws InterruptedException {
    Map<String, Double> emulated = emulated(new Khlebnikov2012(), new Scale(8));
    assertThat(emulated.get("pswpin RA=0")).isLessThan(emulated.get("pswpin RA=1"));
    assertThat(emulated.get("pswpin RA=1")).isLessThan(emulated.get("pswpin RA=3"));
    assertThat(emulated.get("pswpin RA=3")).isLessThan(emulated.get("pswpin RA=4"));
    assertThat(emulated.get("pgmajfault RA=3")).isLessThan(emulated.get("pgmajfault RA=0"));
  }

  @Test
  void aSecondChanceKeepsInZswapWhatIsNeededAgain() throws InterruptedException {
    Map<String, Double> emulated = emulated(PhamZswap.twoGigabytes(), new Scale(16));
    assertThat(emulated.get("swapins second-chance")).isLessThan(emulated.get("swapins neither"));
  }

  private static Map<String, Double> emulated(Reproduction table, Scale scale)
      throws InterruptedException {
    List<Cell> cells = table.cells(scale);
    Emulator.Outcomes outcomes =
        new Emulator().run(cells.stream().flatMap(cell -> cell.runs().stream()).toList(), scale);
    Map<String, Double> emulated = new LinkedHashMap<>();
    for (Cell cell : cells) {
      emulated.put(
          cell.column() + " " + cell.row(),
          cell.reading()
              .applyAsDouble(
                  cell.runs().stream().map(run -> outcomes.of(run).reportOrThrow()).toList()));
    }
    return emulated;
  }
}
