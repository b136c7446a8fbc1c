package io.faultline.app;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows an experiment as text. */
@Command(
    name = "show",
    description = "Shows a preset as it is written, or any experiment with every key resolved.")
final class ShowCommand implements Callable<Integer> {

  @Mixin private final ExperimentChoice choice = new ExperimentChoice();

  @Option(
      names = "--resolved",
      description = "Every key with its value and no comments; also what a file or --set shows.")
  private boolean resolved;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    String text = resolved ? resolvedText() : choice.asWritten().orElseGet(this::resolvedText);
    Objects.requireNonNull(spec).commandLine().getOut().print(text);
    return CommandLine.ExitCode.OK;
  }

  private String resolvedText() {
    return choice.reader().read().render();
  }
}
