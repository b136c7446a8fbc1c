package io.faultline.app;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.MachineReport;
import io.faultline.app.reproduce.Emulator;
import io.faultline.app.reproduce.Reproduction;
import io.faultline.app.reproduce.ReproductionChart;
import io.faultline.app.reproduce.ReproductionResult;
import io.faultline.app.reproduce.Reproductions;
import io.faultline.app.reproduce.Run;
import io.faultline.app.reproduce.Scale;
import io.faultline.config.ConfigError;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Emulates published measurements and prints both side by side. */
@Command(
    name = "reproduce",
    description = {
      "Emulates measurements that were published and prints both side by side.",
      "faultline list names them."
    },
    sortOptions = false,
    footer = {
      "",
      "An error is (emulated - published) / published. A cell is calibrated if a parameter was"
          + " fitted to it (see faultline calibrate), else predicted.",
      "",
      "Ends with 0, with 1 if a run failed or an invariant does not hold, with 2 if the input is"
          + " wrong."
    })
final class ReproduceCommand implements Callable<Integer> {

  private static final String JSON = "reproduce.json";
  private static final String TABLE = "reproduce.txt";
  private static final String CHART = "reproduce.svg";

  @Parameters(paramLabel = "NAME", description = "Which measurements.")
  private String name = "";

  @Option(
      names = "--scale",
      paramLabel = "N",
      description = "Divide every page count by N, for a quick look. Default: ${DEFAULT-VALUE}.")
  private int scale = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Write " + JSON + ", the table as " + TABLE + " and a chart as " + CHART + ".",
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
    Reproduction reproduction = Reproductions.named(Failures.oneLine(name));
    Scale divided = scale(scale);
    ResultDirectory directory = out == null ? null : ResultDirectory.at(out);
    Set<Run> runs = ReproductionResult.runsOf(reproduction, divided);
    Emulator emulator = new Emulator();
    long startedAt = System.nanoTime();
    Emulator.Outcomes outcomes;
    try (Progress progress =
        Progress.of(commandLine.getErr(), "runs", runs.size(), emulator::runsDone)) {
      outcomes = emulator.run(runs, divided);
    }
    ReproductionResult result =
        ReproductionResult.of(reproduction, divided, outcomes, System.nanoTime() - startedAt);
    String table = new ReproductionTables(reproduction, result).render();
    if (directory != null) {
      directory.write(files(reproduction, result, table, commandLine.getErr()));
    }
    commandLine.getOut().print(format == Format.JSON ? Json.text(result) : table);
    commandLine.getOut().flush();
    return wentWell(outcomes, commandLine.getErr())
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * A scale that the user typed.
   *
   * @throws ConfigError if it is none
   */
  static Scale scale(int typed) {
    if (typed < 1) {
      throw new ConfigError("--scale is at least 1, not " + typed);
    }
    return new Scale(typed);
  }

  private static Map<String, String> files(
      Reproduction reproduction, ReproductionResult result, String table, PrintWriter err) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(JSON, Json.text(result));
    files.put(TABLE, table);
    Optional<String> chart = ReproductionChart.svg(result, reproduction.chart());
    if (chart.isPresent()) {
      files.put(CHART, chart.get());
    } else {
      err.println("faultline: no " + CHART + ": the system has no fonts for Java");
      err.flush();
    }
    return files;
  }

  private static boolean wentWell(Emulator.Outcomes outcomes, PrintWriter err) {
    boolean well = true;
    for (Emulator.Outcome outcome : outcomes.all()) {
      Throwable failure = outcome.failure();
      MachineReport report = outcome.report();
      if (failure != null) {
        err.println(
            "faultline: the run " + outcome.run() + " failed: " + Failures.describe(failure));
        well = false;
      }
      if (report != null && !report.invariantsHold()) {
        for (Invariant invariant : report.invariants()) {
          if (!invariant.holds()) {
            err.println(
                "faultline: an invariant does not hold in "
                    + outcome.run()
                    + ": "
                    + invariant.name()
                    + ": "
                    + invariant.detail());
          }
        }
        well = false;
      }
    }
    err.flush();
    return well;
  }
}
