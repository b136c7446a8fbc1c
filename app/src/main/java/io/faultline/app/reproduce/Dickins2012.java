package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVRecord;

/**
 * Elapsed times of one task that stores through 1000 MB in 900 MB of memory, on a hard disk and an
 * SSD, in sequence and at random, with six heuristics. The loads on shared memory ({@code Shmem} in
 * the table) are left out.
 */
public final class Dickins2012 implements Reproduction {

  private static final String PRESET = "dickins-2012";
  private static final double NANOS_PER_CENTISECOND = 1e7;

  @Override
  public String name() {
    return "dickins-2012";
  }

  @Override
  public String description() {
    return "Centiseconds that a swapping load takes on a hard disk and an SSD with six heuristics"
        + " (Dickins, November 2012)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (CSVRecord row : PublishedTable.rows("hugh-2012-elapsed.csv")) {
      if (row.get("load").endsWith(" Anon")) {
        cells.add(
            Cell.of(
                row.get("column"),
                device(row).toUpperCase(java.util.Locale.ROOT) + " " + row.get("load"),
                Double.parseDouble(row.get("elapsed")),
                row.get("page_cluster").equals("0") ? Role.CALIBRATED : Role.PREDICTED,
                run(row),
                report -> centiseconds(report, scale)));
      }
    }
    return cells;
  }

  private static String device(CSVRecord row) {
    return row.get("device").equals("HDD") ? "hdd" : "ssd";
  }

  private static Run run(CSVRecord row) {
    Run run = Run.of(PRESET);
    if (device(row).equals("hdd")) {
      run = run.with("swap.a.device=hdd");
    }
    if (row.get("load").startsWith("Rand")) {
      run = run.with("processes.p.tasks.t.pattern=random");
    }
    if (!row.get("page_cluster").equals("3")) {
      run = run.with("machine.page-cluster=" + row.get("page_cluster"));
    }
    return run.with(PublishedAlgorithms.settings(row.get("algorithm")));
  }

  /** At full scale; a scaled run makes so many times fewer accesses. */
  private static double centiseconds(MachineReport report, Scale scale) {
    return report.virtualNanos() / NANOS_PER_CENTISECOND * scale.divisor();
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "left out: the 24 cells of shared memory (Seq Shmem, Rand Shmem)",
        "the SSD's channels and its time per page, which no calibrated cell shows, and the distance"
            + " between kswapd's watermarks were chosen by hand with the proportions of the other"
            + " cells in sight",
        "the sequential loads on the hard disk come out several times too fast: probably for the"
            + " elevator of 2012 (CFQ), which is not emulated");
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("a swapping load of 2012", "heuristic", "centiseconds", false, true);
  }

  @Override
  public Optional<Calibration> calibration() {
    return Optional.of(new DickinsCalibration());
  }
}
