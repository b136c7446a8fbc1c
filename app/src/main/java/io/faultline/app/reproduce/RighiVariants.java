package io.faultline.app.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVRecord;

/** Swapoff's time with each change to its walk that was tried in the thread. */
public final class RighiVariants implements Reproduction {

  @Override
  public String name() {
    return "righi-variants";
  }

  @Override
  public String description() {
    return "Seconds that swapoff takes with each change to its walk that was tried (Righi and Huang,"
        + " April 2020)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (CSVRecord row : PublishedTable.rows("righi-swapoff-variants.csv")) {
      boolean measured = row.get("elapsed_exact").equals("1"); // else a figure quoted from memory
      if (measured) {
        cells.add(
            Cell.of(
                row.get("variant"),
                row.get("readahead_mode"),
                Double.parseDouble(row.get("elapsed_s")),
                Role.PREDICTED,
                RighiSwapoff.run(row),
                report -> RighiSwapoff.seconds(report, scale)));
      }
    }
    return cells;
  }

  @Override
  public List<String> remarks() {
    return List.of(RighiSwapoff.unknownKernelRemark(), RighiSwapoff.assumptionsRemark());
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("swapoff by variant", "variant", "seconds", false, false);
  }

  @Override
  public Optional<Calibration> calibration() {
    return Optional.of(new RighiCalibration());
  }
}
