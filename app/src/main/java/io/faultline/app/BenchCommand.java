package io.faultline.app;

import io.faultline.app.bench.Bench;
import io.faultline.app.bench.Figure;
import io.faultline.app.bench.HostMachine;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how fast the program is here. */
@Command(
    name = "bench",
    description = {
      "Measures how fast Faultline is on this machine, on one core: the time is that of the one"
          + " thread that emulates, and of the collector that it waits for.",
      "Each figure is the median of several rounds. See docs/performance.md."
    },
    sortOptions = false)
final class BenchCommand implements Callable<Integer> {

  /**
   * What is printed as JSON.
   *
   * @param machine that was measured on
   * @param figures in the order in which they were measured
   */
  record Outcome(HostMachine machine, List<Figure> figures) {}

  @Option(
      names = "--quick",
      description = "Rough figures in about a quarter of the time, two minutes otherwise.")
  private boolean quick;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = commandLine.getErr();
    Bench bench =
        new Bench(
            quick,
            name -> {
              err.println("measuring " + name + " ...");
              err.flush();
            });
    Outcome outcome = new Outcome(HostMachine.here(), bench.measure());
    commandLine.getOut().print(format == Format.JSON ? Json.text(outcome) : table(outcome));
    commandLine.getOut().flush();
    return CommandLine.ExitCode.OK;
  }

  private static String table(Outcome outcome) {
    HostMachine machine = outcome.machine();
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %d cores, %s%n%s, %s%n%n"
            .formatted(
                machine.cpu(), machine.cores(), machine.os(), machine.jdk(), machine.collector()));
    TextTable table =
        new TextTable().left("figure").right("median").left("unit").right("least").right("most");
    StringBuilder absent = new StringBuilder();
    for (Figure figure : outcome.figures()) {
      table.row(
          figure.name(),
          shown(figure.value()),
          figure.unit(),
          shown(figure.least()),
          shown(figure.greatest()));
      if (figure.absent() != null) {
        absent.append("%n%s is absent: %s%n".formatted(figure.name(), figure.absent()));
      }
    }
    return text.append(table.render()).append(absent).toString();
  }

  private static String shown(@Nullable Double value) {
    if (value == null) {
      return "-";
    }
    return value < 100
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%,.0f", value).replace(',', ' ');
  }
}
