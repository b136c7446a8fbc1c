package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.csv.CSVRecord;

/**
 * A kernel build in too little memory, on a hard disk, with windows of 1 to 16 pages and with two
 * heuristics of 2012: how long it takes and what it swaps. The counters of all block I/O are left
 * out: they hold the files of the system too.
 */
public final class Khlebnikov2012 implements Reproduction {

  private static final String PRESET = "khlebnikov-2012";

  @Override
  public String name() {
    return PRESET;
  }

  @Override
  public String description() {
    return "A kernel build that swaps to a hard disk, with windows of 1 to 16 pages and two"
        + " heuristics (Khlebnikov, October 2012)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (CSVRecord row : PublishedTable.rows("khlebnikov-kernel-build.csv")) {
      BuildReadings.of(row.get("metric"))
          .ifPresent(reading -> cells.add(cell(row, reading, scale)));
    }
    return cells;
  }

  private static Cell cell(CSVRecord row, ToDoubleFunction<MachineReport> reading, Scale scale) {
    String readahead = row.get("column_in_seed");
    return Cell.of(
        readahead,
        row.get("metric"),
        Double.parseDouble(row.get("value")),
        readahead.equals("RA=0") || readahead.equals("RA=3") ? Role.CALIBRATED : Role.PREDICTED,
        Run.of(PRESET)
            .with(PublishedAlgorithms.settings(row.get("algorithm")))
            .with("machine.page-cluster=" + row.get("page_cluster")),
        report -> reading.applyAsDouble(report) * scale.divisor());
  }

  @Override
  public Optional<Calibration> calibration() {
    return Optional.of(
        new LeastSquaresFit(
                "Written by faultline calibrate khlebnikov-2012. Fitted by least squares on the"
                    + " relative errors to the published pswpin, pswpout, pgmajfault and real time"
                    + " of the columns RA=0 and RA=3, and to nothing else.",
                List.of(
                    new LeastSquaresFit.Parameter("machine.memory", 420, 64, "MiB"),
                    LeastSquaresFit.Parameter.count("builds.b.pages", 6000, 100),
                    LeastSquaresFit.Parameter.count("builds.b.revisits", 3000, 50),
                    LeastSquaresFit.Parameter.thousandths("builds.b.hot-revisits", 600, 0),
                    LeastSquaresFit.Parameter.thousandths("builds.b.writes", 500, 0),
                    LeastSquaresFit.Parameter.nanos("devices.hdd.avg-seek", 2_500_000, 500_000)),
                scale ->
                    cells(scale).stream()
                        .filter(cell -> !cell.column().startsWith("user"))
                        .filter(cell -> !cell.column().startsWith("sys"))
                        .toList())
            .byEvolution(120));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "left out: pgpgin and pgpgout, which are swap and some 200 MB of files of the system",
        "how many processes there are, how large the tree is and that a process goes back to three"
            + " pages in a row are assumptions, the last chosen with all columns in sight");
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("a build that swaps", "readahead", "figures", false, true);
  }
}
