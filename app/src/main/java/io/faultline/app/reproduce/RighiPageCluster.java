package io.faultline.app.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVRecord;

/** Swapoff's time for page-cluster 1 to 8, with the kernel's window and with a fixed one. */
public final class RighiPageCluster implements Reproduction {

  private static final String FIXED = "fixed";

  @Override
  public String name() {
    return "righi-page-cluster";
  }

  @Override
  public String description() {
    return "Seconds that swapoff takes, by page-cluster, with and without a fixed window (Righi,"
        + " April 2020)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (String column : List.of("vanilla-5.6", FIXED)) {
      for (CSVRecord row : PublishedTable.rows("righi-swapoff-page-cluster.csv")) {
        if (row.get("variant").equals(column)) {
          cells.add(cell(row, scale));
        }
      }
    }
    return cells;
  }

  private static Cell cell(CSVRecord row, Scale scale) {
    int pageCluster = Integer.parseInt(row.get("page_cluster"));
    boolean calibrated =
        row.get("variant").equals(FIXED) && Integer.bitCount(pageCluster) == 1; // 1, 2, 4 and 8
    return Cell.of(
        row.get("page_cluster"),
        row.get("variant"),
        Double.parseDouble(row.get("elapsed_s")),
        calibrated ? Role.CALIBRATED : Role.PREDICTED,
        RighiSwapoff.run(row),
        report -> RighiSwapoff.seconds(report, scale));
  }

  @Override
  public List<String> remarks() {
    return List.of(RighiSwapoff.assumptionsRemark());
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("swapoff by page-cluster", "page-cluster", "seconds", true, false);
  }

  @Override
  public Optional<Calibration> calibration() {
    return Optional.of(new RighiCalibration());
  }
}
