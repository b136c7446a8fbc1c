package io.faultline.app;

import io.faultline.app.reproduce.Calibrated;
import io.faultline.app.reproduce.Calibration;
import io.faultline.app.reproduce.Emulator;
import io.faultline.app.reproduce.Reproduction;
import io.faultline.app.reproduce.Reproductions;
import io.faultline.app.reproduce.Scale;
import io.faultline.config.ConfigError;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds the parameters that a reproduction leaves open. */
@Command(
    name = "calibrate",
    description = {
      "Fits the parameters that a reproduction leaves open to its cells that are marked calibrated.",
      "Prints them as a file for a preset to include, with what remains at each cell."
    },
    sortOptions = false,
    footer = {"", "Ends with 0, with 1 if a run failed, with 2 if the input is wrong."})
final class CalibrateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "Which reproduction.")
  private String name = "";

  @Option(
      names = "--scale",
      paramLabel = "N",
      description = "Divide every page count by N, for a quick look. Default: ${DEFAULT-VALUE}.")
  private int scale = 1;

  @Option(names = "--out", paramLabel = "FILE", description = "Write to a file instead.")
  private @Nullable String out;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    Reproduction reproduction = Reproductions.named(Failures.oneLine(name));
    Calibration calibration =
        reproduction
            .calibration()
            .orElseThrow(
                () ->
                    new ConfigError(
                        reproduction.name()
                            + " has nothing to calibrate: none of its cells is marked so"));
    Scale divided = ReproduceCommand.scale(scale);
    Path file = out == null ? null : ResultDirectory.path(out);
    if (file != null) {
      ResultDirectory.checkFile(file);
    }
    Emulator emulator = new Emulator();
    Calibrated calibrated;
    try (Progress progress =
        Progress.of(
            commandLine.getErr(), "runs at most", calibration.mostRuns(), emulator::runsDone)) {
      calibrated = calibration.calibrate(emulator, divided);
    }
    String text = calibrated.render(divided);
    if (file == null) {
      commandLine.getOut().print(text);
      commandLine.getOut().flush();
    } else {
      ResultDirectory.writeFile(file, text);
    }
    return CommandLine.ExitCode.OK;
  }
}
