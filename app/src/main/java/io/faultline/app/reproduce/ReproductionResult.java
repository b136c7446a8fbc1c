package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.jspecify.annotations.Nullable;

/**
 * What was published and what was emulated, as {@code reproduce.json} has it.
 *
 * @param name of the reproduction
 * @param scale by how much page counts were divided; 1 is the published size
 * @param cells in the order of the reproduction
 * @param medianPredictedError median of the sizes of the relative errors of the predicted cells;
 *     null if none was emulated
 * @param rankCorrelation Spearman's coefficient of each column's published and emulated figures;
 *     null where there are fewer than three or all are equal
 * @param totalVariationDistance of each distribution from the published one: 0 to 1; null where a
 *     run failed
 * @param runs what the cells were read from
 * @param wallNanos real time that the runs took together
 */
public record ReproductionResult(
    String name,
    int scale,
    List<CellResult> cells,
    @Nullable Double medianPredictedError,
    Map<String, @Nullable Double> rankCorrelation,
    Map<String, @Nullable Double> totalVariationDistance,
    List<RunResult> runs,
    long wallNanos) {

  private static final int FEWEST_RANKED = 3;

  /**
   * A cell.
   *
   * @param emulated in the published unit; null if a run failed
   * @param relativeError (emulated - published) / published: negative if the emulation is below
   * @param role {@code calibrated} or {@code predicted}
   */
  public record CellResult(
      String row,
      String column,
      double published,
      @Nullable Double emulated,
      @Nullable Double relativeError,
      String role) {}

  /**
   * A run.
   *
   * @param settings what was overridden in the preset
   * @param sha256 of the experiment's canonical text
   * @param virtualNanos duration of the measured phase; null if the run failed
   */
  public record RunResult(
      String preset, List<String> settings, String sha256, @Nullable Long virtualNanos) {}

  /** Puts together what the runs gave. */
  public static ReproductionResult of(
      Reproduction reproduction, Scale scale, Emulator.Outcomes outcomes, long wallNanos) {
    List<CellResult> cells =
        reproduction.cells(scale).stream().map(cell -> result(cell, outcomes)).toList();
    List<RunResult> runs = outcomes.all().stream().map(ReproductionResult::runResult).toList();
    return new ReproductionResult(
        reproduction.name(),
        scale.divisor(),
        cells,
        median(cells),
        rankCorrelations(cells),
        distances(reproduction, outcomes),
        runs,
        wallNanos);
  }

  /** The runs that a reproduction needs, each once. */
  public static Set<Run> runsOf(Reproduction reproduction, Scale scale) {
    Set<Run> runs = new LinkedHashSet<>();
    reproduction.cells(scale).forEach(cell -> runs.addAll(cell.runs()));
    reproduction.distributions().forEach(distribution -> runs.add(distribution.run()));
    return runs;
  }

  private static RunResult runResult(Emulator.Outcome outcome) {
    MachineReport report = outcome.report();
    return new RunResult(
        outcome.run().preset(),
        outcome.run().settings(),
        outcome.experiment().sha256(),
        report == null ? null : report.virtualNanos());
  }

  private static CellResult result(Cell cell, Emulator.Outcomes outcomes) {
    Double emulated = emulated(cell, outcomes);
    return new CellResult(
        cell.row(),
        cell.column(),
        cell.published(),
        emulated,
        emulated == null ? null : (emulated - cell.published()) / cell.published(),
        cell.role().word());
  }

  private static @Nullable Double emulated(Cell cell, Emulator.Outcomes outcomes) {
    List<MachineReport> reports = new ArrayList<>();
    for (Run run : cell.runs()) {
      MachineReport report = outcomes.of(run).report();
      if (report == null) {
        return null;
      }
      reports.add(report);
    }
    return cell.reading().applyAsDouble(reports);
  }

  private static @Nullable Double median(List<CellResult> cells) {
    double[] errors =
        cells.stream()
            .filter(cell -> cell.role().equals(Role.PREDICTED.word()))
            .map(CellResult::relativeError)
            .filter(error -> error != null)
            .mapToDouble(error -> Math.abs(error))
            .toArray();
    return errors.length == 0 ? null : new Median().evaluate(errors);
  }

  private static Map<String, @Nullable Double> rankCorrelations(List<CellResult> cells) {
    Map<String, List<CellResult>> columns = new LinkedHashMap<>();
    cells.forEach(
        cell -> columns.computeIfAbsent(cell.column(), name -> new ArrayList<>()).add(cell));
    Map<String, @Nullable Double> correlations = new LinkedHashMap<>();
    columns.forEach((name, column) -> correlations.put(name, rankCorrelation(column)));
    return correlations;
  }

  private static @Nullable Double rankCorrelation(List<CellResult> column) {
    List<CellResult> known = column.stream().filter(cell -> cell.emulated() != null).toList();
    if (known.size() < FEWEST_RANKED || known.size() < column.size()) {
      return null;
    }
    double correlation =
        new SpearmansCorrelation()
            .correlation(
                known.stream().mapToDouble(CellResult::published).toArray(),
                known.stream()
                    .map(CellResult::emulated)
                    .mapToDouble(emulated -> emulated == null ? 0 : emulated)
                    .toArray());
    return Double.isNaN(correlation) ? null : correlation;
  }

  private static Map<String, @Nullable Double> distances(
      Reproduction reproduction, Emulator.Outcomes outcomes) {
    Map<String, @Nullable Double> distances = new LinkedHashMap<>();
    for (Distribution distribution : reproduction.distributions()) {
      MachineReport report = outcomes.of(distribution.run()).report();
      double distance = report == null ? Double.NaN : distribution.distance(report);
      distances.put(distribution.row(), Double.isNaN(distance) ? null : distance);
    }
    return distances;
  }
}
