package io.faultline.app;

import io.faultline.config.ExperimentReader;
import io.faultline.config.Presets;
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

/** Shows an experiment as text. */
@Command(
    name = "show",
    description = "Shows a preset as it is written, or any experiment with every key resolved.")
final class ShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PRESET|FILE", description = "Name of a preset, or a file in HOCON.")
  private String experiment = "";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Override a key, for instance machine.cpus=1. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--resolved",
      description = "Every key with its value and no comments; also what a file or --set shows.")
  private boolean resolved;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    boolean asWritten = !resolved && settings.isEmpty() && Presets.names().contains(experiment);
    String text = asWritten ? Presets.text(experiment) : resolvedText();
    Objects.requireNonNull(spec).commandLine().getOut().print(text);
    return CommandLine.ExitCode.OK;
  }

  private String resolvedText() {
    ExperimentReader reader = ExperimentReader.of(experiment);
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    return reader.read().render();
  }
}
