package io.faultline.app;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.Interleaving;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs an experiment and prints what came of it. */
@Command(
    name = "run",
    description = "Runs a preset or an experiment of your own and prints what came of it.",
    sortOptions = false,
    footer = {
      "",
      "Ends with 0, with 1 if the run failed or an invariant does not hold, with 2 if the input is"
          + " wrong."
    })
final class RunCommand implements Callable<Integer> {

  @Mixin private final ExperimentChoice choice = new ExperimentChoice();

  @Option(names = "--seed", paramLabel = "N", description = "Override the key seed.")
  private @Nullable Long seed;

  @Option(
      names = "--interleaving",
      paramLabel = "ORDER",
      description =
          "Override the key interleaving: fifo, shuffled, shuffled:SEED, parallel or parallel:N.")
  private @Nullable String interleaving;

  @Option(
      names = "--event-hash",
      description =
          "Hash every delivery, so that two runs can be compared event by event. Always on with"
              + " --out; costs about a seventh of the speed.")
  private boolean eventHash;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Write summary.json, vmstat, swaps, experiment.conf and report.html, a page with charts"
            + " and their data in CSV, to a directory.",
        "If it exists, they replace their namesakes and the rest is left alone."
      })
  private @Nullable String out;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description =
          "Write every event, a line of JSON each (see docs/events.md): some 100 MB for a second of"
              + " mixed. For explain and diff.")
  private @Nullable String events;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Spec private @Nullable CommandSpec spec;

  private long measuringSince;
  private long measuringUntil;

  @Override
  public Integer call() {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    Experiment checked = read();
    ResultDirectory directory = out == null ? null : ResultDirectory.at(out);
    Machine machine =
        new Machine(checked)
            .onMeasuring(() -> measuringSince = System.nanoTime())
            .onMeasured(() -> measuringUntil = System.nanoTime());
    if (eventHash || directory != null) {
      machine.withEventHash();
    }
    if (directory != null) {
      machine.mappingSlots();
    }
    EventsFile log = events == null ? null : EventsFile.at(events);
    if (log != null) {
      machine.withEventLog(log.begin());
    }
    long startedAt = System.nanoTime();
    MachineReport report;
    try (Progress progress =
        Progress.of(
            commandLine.getErr(), "accesses", checked.totalAccesses(), machine::accessesMade)) {
      report = machine.run();
    } finally {
      if (log != null) {
        log.end();
      }
    }
    if (log != null) {
      log.keep();
    }
    long endedAt = System.nanoTime();
    Summary summary = Summary.of(report, measuringUntil - measuringSince);
    if (directory != null) {
      directory.write(checked, summary, new ReportPage(report, summary).files());
    }
    commandLine
        .getOut()
        .print(
            format == Format.JSON
                ? Json.text(summary)
                : new RunTables(summary, endedAt - startedAt, checked.hibernation().isPresent())
                    .render());
    commandLine.getOut().flush();
    return report.invariantsHold() ? CommandLine.ExitCode.OK : violated(commandLine, summary);
  }

  private Experiment read() {
    ExperimentReader reader = choice.reader();
    if (seed != null) {
      reader = reader.seed(seed);
    }
    if (interleaving != null) {
      reader = reader.interleaving(interleaving(interleaving));
    }
    return reader.read();
  }

  /**
   * An interleaving that the user typed.
   *
   * @throws ConfigError if it is none
   */
  static Interleaving interleaving(String typed) {
    try {
      return Interleaving.parse(typed);
    } catch (IllegalArgumentException e) {
      throw new ConfigError("--interleaving: " + e.getMessage(), e);
    }
  }

  private static int violated(CommandLine commandLine, Summary summary) {
    for (Summary.Held invariant : summary.invariants()) {
      if (!invariant.holds()) {
        commandLine
            .getErr()
            .println(
                "faultline: an invariant does not hold: "
                    + invariant.name()
                    + ": "
                    + invariant.detail());
      }
    }
    commandLine.getErr().flush();
    return CommandLine.ExitCode.SOFTWARE;
  }
}
