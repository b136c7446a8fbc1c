package io.faultline.app;

import io.faultline.app.laboratory.Axis;
import io.faultline.app.laboratory.Combination;
import io.faultline.app.laboratory.Curve;
import io.faultline.app.laboratory.CurveChart;
import io.faultline.app.laboratory.CurvePlan;
import io.faultline.app.laboratory.Measurement;
import io.faultline.app.laboratory.Policy;
import io.faultline.app.laboratory.Sampling;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.ConfigError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws what policies do as one quantity of an experiment grows, and where they cross. */
@Command(
    name = "curve",
    description = {
      "Draws what policies do as one quantity of an experiment grows, and where they cross.",
      "Of a curve that comes with the program (faultline list names them), of a file with one, or of"
          + " any experiment with --x and --line."
    },
    sortOptions = false,
    footer = {
      "",
      "A band is the 95 %% interval of the average over seeds. Two lines cross where their averages do"
          + " between points; printed are those whose bands part on both sides.",
      "",
      "Ends with 0, with 1 if a run failed or an invariant does not hold, with 2 if the input is"
          + " wrong."
    })
final class CurveCommand implements Callable<Integer> {

  private static final String X = "--x";
  private static final String LINE = "--line";
  private static final String USUAL_METRIC = "slowest";
  private static final int USUAL_SEEDS = 10;
  private static final String JSON = "curve.json";
  private static final String TABLE = "curve.txt";
  private static final String CSV = "curve.csv";
  private static final String CHART = "curve.svg";

  @Mixin private final ExperimentChoice choice = new ExperimentChoice();

  @Option(
      names = X,
      paramLabel = "KEY=VALUES",
      description =
          "What the curve is drawn over: v1,v2,... or from..to/points, with log behind it for equal"
              + " ratios; KEY+KEY gives several keys the same value.")
  private @Nullable String x;

  @Option(
      names = LINE,
      paramLabel = "NAME:KEY=V,...",
      description = "A line and what it sets. May be repeated. Default: one line, as it is.")
  private List<String> lines = new ArrayList<>();

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description =
          "What is drawn, any number in summary.json by its path. Default: "
              + USUAL_METRIC
              + ", the virtual time of the slowest task.")
  private @Nullable String metric;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Workloads of each point, at least 2. Default: " + USUAL_SEEDS + ".")
  private @Nullable Integer seeds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Write "
            + JSON
            + ", "
            + CSV
            + ", the table as "
            + TABLE
            + " and the chart as "
            + CHART
            + ".",
        "If the directory exists, they replace their namesakes and the rest is left alone."
      })
  private @Nullable String out;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    CurvePlan plan = plan();
    List<Combination> combinations = plan.combinations(choice.reader(plan.experiment()));
    Sampling sampling = Sampling.of(plan.seeds(), 1, combinations.size());
    ResultDirectory directory = out == null ? null : ResultDirectory.at(out);
    MetricNames.check(List.of(plan.metric()), combinations.get(0).experiment());
    Emulator emulator = new Emulator();
    Measurement measurement;
    try (Progress progress =
        Progress.of(
            commandLine.getErr(),
            "runs",
            (long) combinations.size() * sampling.runs(),
            emulator::runsDone)) {
      measurement =
          Measurement.of(
              combinations,
              sampling,
              emulator,
              trial -> Metrics.reading(trial, plan.metric()::equals));
    }
    Curve curve = Curve.of(plan, measurement, Metrics.unit(plan.metric()));
    String table = new CurveTables(curve).render();
    PrintWriter err = commandLine.getErr();
    if (directory != null) {
      Map<String, String> files = new LinkedHashMap<>();
      files.put(JSON, Json.text(curve));
      files.put(TABLE, table);
      files.put(CSV, CurveTables.csv(curve));
      Optional<String> chart = CurveChart.svg(curve, plan.axis().logarithmic());
      chart.ifPresent(svg -> files.put(CHART, svg));
      directory.write(files);
      if (chart.isEmpty()) {
        err.println("faultline: no " + CHART + ": the system has no fonts for Java");
      }
    }
    commandLine.getOut().print(format == Format.JSON ? Json.text(curve) : table);
    commandLine.getOut().flush();
    return FailedRuns.told(measurement, err)
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  private CurvePlan plan() {
    Optional<CurvePlan> written = written();
    String typedX = x;
    List<Policy> policies = lines.stream().map(line -> Policy.parse(LINE, line)).toList();
    if (written.isEmpty() && typedX == null) {
      throw new ConfigError(
          Failures.oneLine(choice.typed())
              + " is no curve, so "
              + X
              + " must say what one is drawn over; the curves are "
              + String.join(", ", CurvePlan.names()));
    }
    int wanted = seeds == null ? written.map(CurvePlan::seeds).orElse(USUAL_SEEDS) : seeds;
    String what = metric == null ? written.map(CurvePlan::metric).orElse(USUAL_METRIC) : metric;
    Axis axis = typedX == null ? written.orElseThrow().axis() : Axis.parse(X, typedX);
    List<Policy> drawn =
        policies.isEmpty()
            ? written.map(CurvePlan::policies).orElse(List.of(new Policy("as it is", Map.of())))
            : policies;
    String experiment = written.map(CurvePlan::experiment).orElse(choice.typed());
    String title = written.map(CurvePlan::title).orElse(what + " over " + axis.name());
    return new CurvePlan(title, experiment, axis, drawn, what, wanted);
  }

  private Optional<CurvePlan> written() {
    String name = choice.typed();
    if (CurvePlan.names().contains(name)) {
      return Optional.of(CurvePlan.read("curve " + name, CurvePlan.text(name)));
    }
    Path file = ResultDirectory.path(name);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      String text = Files.readString(file);
      return CurvePlan.isCurve(text) ? Optional.of(CurvePlan.read(name, text)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // who reads it as an experiment says what is wrong with it
    }
  }
}
