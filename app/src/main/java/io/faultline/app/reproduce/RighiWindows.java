package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.csv.CSVRecord;

/**
 * How often each window was chosen while swapoff ran: the return values of {@code swapin_nr_pages},
 * with VMA readahead {@code __swapin_nr_pages}, of every caller.
 */
public final class RighiWindows implements Reproduction {

  private static final String VANILLA = "vanilla-5.6";

  @Override
  public String name() {
    return "righi-windows";
  }

  @Override
  public String description() {
    return "Windows chosen while swapoff runs, with each change to its walk that was tried (Righi and"
        + " Huang, April 2020)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (CSVRecord row : rows()) {
      int window = Integer.parseInt(row.get("retval_pages"));
      cells.add(
          Cell.of(
              row.get("variant"),
              row.get("retval_pages"),
              Double.parseDouble(row.get("count")),
              row.get("variant").equals(VANILLA) ? Role.CALIBRATED : Role.PREDICTED,
              RighiSwapoff.run(row),
              report -> (double) windows(report).getOrDefault(window, 0L) * scale.divisor()));
    }
    return cells;
  }

  @Override
  public List<Distribution> distributions() {
    Map<String, Distribution> distributions = new LinkedHashMap<>();
    for (CSVRecord row : rows()) {
      distributions
          .computeIfAbsent(
              row.get("variant"),
              variant ->
                  new Distribution(
                      variant, new TreeMap<>(), RighiSwapoff.run(row), RighiWindows::windows))
          .published()
          .put(Integer.parseInt(row.get("retval_pages")), Long.parseLong(row.get("count")));
    }
    return List.copyOf(distributions.values());
  }

  private static List<CSVRecord> rows() {
    return PublishedTable.rows("righi-window-distribution.csv");
  }

  /** Of everything that ran in the measured phase, as the published probe had it. */
  private static SortedMap<Integer, Long> windows(MachineReport report) {
    return report.windows();
  }

  @Override
  public List<String> remarks() {
    return List.of(
        RighiSwapoff.unknownKernelRemark()
            + "; its 83 calls are of the other function and cannot be the walk's: printed, not"
            + " judged",
        RighiSwapoff.assumptionsRemark());
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("windows while swapoff runs", "variant", "calls", false, true);
  }

  @Override
  public Optional<Calibration> calibration() {
    return Optional.of(new RighiCalibration());
  }
}
