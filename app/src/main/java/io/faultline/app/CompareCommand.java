package io.faultline.app;

import io.faultline.app.laboratory.Claims;
import io.faultline.app.laboratory.Combination;
import io.faultline.app.laboratory.Compared;
import io.faultline.app.laboratory.Groups;
import io.faultline.app.laboratory.GroupsChart;
import io.faultline.app.laboratory.Measurement;
import io.faultline.app.laboratory.Sampling;
import io.faultline.app.laboratory.Unit;
import io.faultline.app.laboratory.Variation;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Sets variants of an experiment side by side and says which differences are more than chance. */
@Command(
    name = "compare",
    description = {
      "Sets variants of an experiment side by side and says which differences are more than chance.",
      "Every combination of the values is run with the same seeds, all runs side by side on all"
          + " cores."
    },
    sortOptions = false,
    footer = {
      "",
      "Seeds vary the workload, device and CPU times; interleavings the order of actors within an"
          + " instant.",
      "",
      "Ends with 0, with 1 if a run failed or an invariant does not hold, with 2 if the input is"
          + " wrong."
    })
final class CompareCommand implements Callable<Integer> {

  private static final String VARY = "--vary";
  private static final String BASELINE = "--baseline";
  private static final String JSON = "compare.json";
  private static final String TABLE = "compare.txt";
  private static final String RUNS = "runs.csv";

  @Mixin private final ExperimentChoice choice = new ExperimentChoice();

  @Option(
      names = VARY,
      paramLabel = "KEY=A,B",
      description =
          "Give a key these values in turn. May be repeated: then every combination is run.")
  private List<String> variations = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Workloads of each combination, at least 2. Default: ${DEFAULT-VALUE}.")
  private int seeds = 20;

  @Option(
      names = "--interleavings",
      paramLabel = "N",
      description = {
        "Shuffled orders of each workload, to tell their spread from that of the workloads.",
        "Default: the order that the experiment has."
      })
  private int interleavings = 1;

  @Option(
      names = BASELINE,
      paramLabel = "KEY=A,...",
      description =
          "What the others are held against; a key that is left out has its first value. Default:"
              + " the first combination.")
  private @Nullable String baseline;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description =
          "What is compared, any number in summary.json by its path, for instance"
              + " tasks.p1.seq.pgmajfault; * stands for any text. May be repeated.")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--distribution",
      paramLabel = "NAME",
      description =
          "Print the distribution of a metric over all runs, and where it falls into two groups. May"
              + " be repeated.")
  private List<String> distributions = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Write " + JSON + ", the tables as " + TABLE + ", every run's figures as " + RUNS,
        "and distributions also as distribution.svg, or numbered if there are several.",
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
    List<Combination> combinations =
        Combination.of(
            VARY,
            choice.reader(),
            variations.stream().map(typed -> Variation.parse(VARY, typed)).toList());
    Sampling sampling = Sampling.of(seeds, interleavings, combinations.size());
    int base = baseline(combinations);
    ResultDirectory directory = out == null ? null : ResultDirectory.at(out);
    List<String> patterns = metrics.isEmpty() ? Metrics.USUAL : metrics;
    checkMetrics(combinations.get(base).experiment());
    List<String> wanted = new ArrayList<>(patterns);
    wanted.addAll(distributions);
    wanted.addAll(Claims.METRICS);
    Predicate<String> kept = directory == null ? Metrics.meantBy(wanted) : metric -> true;
    Emulator emulator = new Emulator();
    Measurement measurement;
    try (Progress progress =
        Progress.of(
            commandLine.getErr(),
            "runs",
            (long) combinations.size() * sampling.runs(),
            emulator::runsDone)) {
      measurement =
          Measurement.of(combinations, sampling, emulator, trial -> Metrics.reading(trial, kept));
    }
    Compared compared =
        Compared.of(
            measurement, base, Metrics.selected(patterns, measurement.metrics()), Metrics::unit);
    List<Distribution> shown = distributions(measurement);
    String table =
        new ComparedTables(compared).render()
            + shown.stream().map(Distribution::text).collect(Collectors.joining())
            + Claims.of(measurement).map(ClaimsText::of).orElse("");
    if (directory != null) {
      Map<String, String> files = new LinkedHashMap<>();
      files.put(JSON, Json.text(compared));
      files.put(TABLE, table);
      files.put(RUNS, RunsCsv.of(measurement));
      for (int i = 0; i < shown.size(); i++) {
        String name = shown.size() == 1 ? "distribution.svg" : "distribution-" + (i + 1) + ".svg";
        shown.get(i).svg().ifPresent(svg -> files.put(name, svg));
      }
      directory.write(files);
    }
    commandLine.getOut().print(format == Format.JSON ? Json.text(compared) : table);
    commandLine.getOut().flush();
    return FailedRuns.told(measurement, commandLine.getErr())
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  /** The names that were typed are known when one run has been made, and before all others. */
  private void checkMetrics(Experiment experiment) throws InterruptedException {
    List<String> typed = new ArrayList<>(metrics);
    typed.addAll(distributions);
    if (!typed.isEmpty()) {
      MetricNames.check(typed, experiment);
    }
  }

  private int baseline(List<Combination> combinations) {
    String typed = baseline;
    if (typed == null) {
      return 0;
    }
    Map<String, String> wanted = new LinkedHashMap<>(combinations.get(0).values());
    for (String part : Variation.list(typed)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals).strip();
      if (equals < 0 || !wanted.containsKey(key)) {
        throw new ConfigError(
            BASELINE
                + " "
                + Failures.oneLine(typed)
                + ": "
                + (equals < 0
                    ? "a baseline is KEY=VALUE,..."
                    : key + " is not varied; " + varied(combinations)));
      }
      wanted.put(key, part.substring(equals + 1).strip());
    }
    for (int i = 0; i < combinations.size(); i++) {
      if (combinations.get(i).values().equals(wanted)) {
        return i;
      }
    }
    throw new ConfigError(
        BASELINE
            + " "
            + Failures.oneLine(typed)
            + ": no combination has these values; take them from --vary as they stand there");
  }

  private static String varied(List<Combination> combinations) {
    Set<String> keys = new LinkedHashSet<>(combinations.get(0).values().keySet());
    return keys.isEmpty() ? "nothing is" : "what is: " + String.join(", ", keys);
  }

  /** A distribution as text, and as a chart if there are runs and fonts enough. */
  private record Distribution(String text, Optional<String> svg) {}

  private List<Distribution> distributions(Measurement measurement) {
    List<Distribution> shown = new ArrayList<>();
    for (String metric : Metrics.selected(distributions, measurement.metrics())) {
      Unit unit = Metrics.unit(metric);
      for (int i = 0; i < measurement.combinations().size(); i++) {
        Combination combination = measurement.combinations().get(i);
        String values = combination.values().isEmpty() ? "" : ", " + combination.label();
        String title = "\ndistribution of " + metric + values;
        double[] figures = measurement.sample(i, metric, unit).all();
        if (figures.length < 2) {
          shown.add(new Distribution(title + ": too few runs\n", Optional.empty()));
        } else {
          Groups groups = Groups.of(figures);
          shown.add(
              new Distribution(
                  GroupsText.of(title, groups, unit),
                  GroupsChart.svg(
                      measurement.combinations().get(0).experiment().name() + values,
                      metric,
                      groups)));
        }
      }
    }
    return shown;
  }
}
