package io.faultline.app;

import io.faultline.app.sweep.SweepDirectory;
import io.faultline.config.ConfigError;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what came of a sweep. */
@Command(
    name = "report",
    description = {
      "Prints what came of the sweep in a directory: a table for each metric, with a row for each"
          + " combination of the values swept and its average over seeds.",
      "Interleavings of one seed share its workload and are averaged first."
    },
    sortOptions = false)
final class SweepReportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "Directory of a sweep that has ended.")
  private String directory = "";

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description =
          "Which columns of "
              + SweepDirectory.CSV
              + "; * stands for any text. May be repeated. Default: all.")
  private List<String> metrics = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Path path = ResultDirectory.path(directory);
    Path csv = path.resolve(SweepDirectory.CSV);
    if (!Files.isRegularFile(csv)) {
      throw new ConfigError(
          Files.exists(path.resolve(SweepDirectory.STATUS))
              ? directory + ": the sweep has not ended; faultline sweep goes on with it"
              : directory + ": there is no sweep in it");
    }
    SweepReport report = new SweepReport();
    new CsvFile(csv).forEach(SweepReport.COLUMNS, report::add);
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(report.render(chosen(report)));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private List<String> chosen(SweepReport report) {
    if (metrics.isEmpty()) {
      return report.metrics();
    }
    List<String> chosen = Metrics.selected(metrics, report.metrics());
    if (chosen.isEmpty()) {
      throw new ConfigError(
          "--metric "
              + String.join(", ", metrics)
              + ": there is no such column; there are "
              + String.join(", ", report.metrics()));
    }
    return chosen;
  }
}
