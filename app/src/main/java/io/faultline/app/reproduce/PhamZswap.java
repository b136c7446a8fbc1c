package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVRecord;

/**
 * A kernel build in a group with too little memory, in front of zswap with its shrinker, which
 * protects what is stored by a counter, by a second chance, or by a second chance and a count of
 * all that is read from the device.
 */
public final class PhamZswap implements Reproduction {

  private static final String BASELINE = "neither";

  /** Runs of which the published figures are averages, and so are the emulated ones. */
  private static final int AVERAGED = 5;

  private static final Calibration FIT =
      new LeastSquaresFit(
          "Written by faultline calibrate pham-2g. Fitted by least squares on the relative errors to"
              + " the published user time and swap-ins of the column neither, and to"
              + " nothing else.",
          List.of(
              LeastSquaresFit.Parameter.count("builds.make.pages", 24_875, 1_000),
              LeastSquaresFit.Parameter.nanos("builds.make.cpu", 1_790_000_000, 1_000_000)),
          scale ->
              twoGigabytes().cells(scale).stream()
                  .filter(cell -> List.of("user", "swapins").contains(cell.column()))
                  .toList());

  private final String name;
  private final String description;
  private final String table;

  private PhamZswap(String name, String description, String table) {
    this.name = name;
    this.description = description;
    this.table = table;
  }

  /** 2 GiB for the build and nothing else in the group. */
  public static PhamZswap twoGigabytes() {
    return new PhamZswap(
        "pham-2g",
        "A build in 2 GiB, zswap's shrinker protecting by a counter, a second chance, or that and"
            + " every swap-in (Pham, August 2024)",
        "pham-zswap-2g.csv");
  }

  /** 3 GiB, of which half a GiB holds what nobody comes back to. */
  public static PhamZswap coldData() {
    return new PhamZswap(
        "pham-3g-cold",
        "A build in 3 GiB beside cold tmpfs data, zswap's shrinker by the old and the new scheme"
            + " (Pham, August 2024)",
        "pham-zswap-3g-cold.csv");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (CSVRecord row : PublishedTable.rows(table)) {
      BuildReadings.of(row.get("metric"))
          .ifPresent(reading -> cells.add(cell(row, reading, scale)));
    }
    return cells;
  }

  private Cell cell(CSVRecord row, ToDoubleFunction<MachineReport> reading, Scale scale) {
    Run run = Run.of(name).with("zswap.shrinker-protection=" + protection(row.get("variant_key")));
    return new Cell(
        row.get("variant"),
        row.get("metric"),
        Double.parseDouble(row.get("value")),
        row.get("variant").equals(BASELINE) ? Role.CALIBRATED : Role.PREDICTED,
        IntStream.rangeClosed(1, AVERAGED).mapToObj(seed -> run.with("seed=" + seed)).toList(),
        reports -> reports.stream().mapToDouble(reading).average().orElseThrow() * scale.divisor());
  }

  private static String protection(String variant) {
    return switch (variant) {
      case "old" -> "counter";
      case "second-chance" -> "second-chance";
      case "both" -> "second-chance-all";
      default -> throw new IllegalStateException("nothing is called " + variant + " here");
    };
  }

  @Override
  public Optional<Calibration> calibration() {
    return table.endsWith("-2g.csv") ? Optional.of(FIT) : Optional.empty();
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "published are averages of " + AVERAGED + " runs, and emulated averages of as many seeds",
        "the build's processes are assumptions, one set for all schemes and both tables: how much CPU"
            + " time and memory they take is set by the column "
            + BASELINE
            + " of pham-2g; how many run at a time and how local their accesses are was chosen with"
            + " all columns of both tables in sight",
        "counting every swap-in should change little here: the shrinker is asked at least once for"
            + " 32 pages reclaimed and each time uses the counter up, which then holds a few"
            + " swap-ins against a list of 10^4 to 10^5 entries");
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("a build in front of zswap", "scheme", "figures", false, true);
  }
}
