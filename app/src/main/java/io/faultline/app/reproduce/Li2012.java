package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVRecord;

/**
 * Threads that store at random, with three heuristics of 2012: how long they take and how many
 * pages come in for each that goes out. A second load, where one thread stores in sequence, is
 * known by one ratio of two times.
 */
public final class Li2012 implements Reproduction {

  private static final Run RANDOM = Run.of("li-2012");
  private static final Run MIXTURE = Run.of("li-2012-mix");
  private static final String BASELINE = "shaohua-anon-vma";
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public String name() {
    return "li-2012";
  }

  @Override
  public String description() {
    return "Threads that store at random: seconds, and pages read for each written, with three"
        + " heuristics (Li, October 2012)";
  }

  @Override
  public List<Cell> cells(Scale scale) {
    List<Cell> cells = new ArrayList<>();
    for (CSVRecord row : PublishedTable.rows("li-random-write.csv")) {
      String algorithm = row.get("algorithm");
      switch (row.get("metric")) {
        case "elapsed_seconds" ->
            cells.add(
                Cell.of(
                    algorithm,
                    "random write, seconds",
                    Double.parseDouble(row.get("value")),
                    algorithm.equals(BASELINE) ? Role.CALIBRATED : Role.PREDICTED,
                    with(RANDOM, algorithm),
                    report -> seconds(report) * scale.divisor()));
        case "si_so_ratio" ->
            cells.add(
                Cell.of(
                    algorithm,
                    "random write, si : so",
                    Double.parseDouble(row.get("value")),
                    Role.PREDICTED,
                    with(RANDOM, algorithm),
                    Li2012::pagesInForEachOut));
        case "stated_extra_time_vs_shaohua" -> {
          if (row.get("experiment").equals("li-mixed-sequential-random")) {
            double percent = Double.parseDouble(row.get("value"));
            cells.add(timeOverBaseline(MIXTURE, "mixture", algorithm, 1 + percent / 100));
          }
        }
        default -> {} // the times in another notation
      }
    }
    cells.add(
        timeOverBaseline(
            RANDOM,
            "random write",
            "hugh-2012-10-plus1",
            published(cells, "hugh-2012-10-plus1") / published(cells, BASELINE)));
    return cells;
  }

  private static double published(List<Cell> cells, String algorithm) {
    return cells.stream()
        .filter(cell -> cell.column().endsWith("seconds") && cell.row().equals(algorithm))
        .findFirst()
        .orElseThrow()
        .published();
  }

  private static Cell timeOverBaseline(Run load, String name, String algorithm, double published) {
    return new Cell(
        algorithm,
        name + ", time over " + BASELINE,
        published,
        Role.PREDICTED,
        List.of(with(load, algorithm), with(load, BASELINE)),
        reports -> seconds(reports.get(0)) / seconds(reports.get(1)));
  }

  private static Run with(Run run, String algorithm) {
    return run.with(PublishedAlgorithms.settings(algorithm));
  }

  private static double seconds(MachineReport report) {
    return report.virtualNanos() / NANOS_PER_SECOND;
  }

  private static double pagesInForEachOut(MachineReport report) {
    return (double) report.vmstat().get(VmstatItem.PSWPIN)
        / report.vmstat().get(VmstatItem.PSWPOUT);
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "the machine is not published: its drive, how many threads there are, how much they store"
            + " to, and that one of eight goes in sequence, are assumptions that were chosen with"
            + " the two ratios of times in sight",
        "that hugh-2012-10-plus1 takes 12 % longer is published as a share of the longer time; as a"
            + " share of the shorter it is 14 %");
  }

  @Override
  public ChartStyle chart() {
    return new ChartStyle("threads that store at random", "heuristic", "figures", false, true);
  }

  @Override
  public Optional<Calibration> calibration() {
    return Optional.of(
        new LeastSquaresFit(
            "Written by faultline calibrate li-2012. The drive's time for the first page of a read"
                + " is fitted to one published time, that of li-2012; no other was looked at here.",
            List.of(LeastSquaresFit.Parameter.nanos("devices.ssd.read", 500_000, 10_000)),
            this::cells));
  }
}
