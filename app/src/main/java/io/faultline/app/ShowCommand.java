package io.faultline.app;

import io.faultline.app.laboratory.CurvePlan;
import io.faultline.config.Kernel;
import io.faultline.config.KernelRule;
import io.faultline.config.SweepPresets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows an experiment or a kernel generation as text. */
@Command(
    name = "show",
    description =
        "Shows a preset as it is written, or any experiment with every key resolved; kernel:5.6"
            + " shows the rules of that kernel generation, random-share that curve,"
            + " page-cluster-sweep that sweep.")
final class ShowCommand implements Callable<Integer> {

  @Mixin private final ExperimentChoice choice = new ExperimentChoice();

  @Option(
      names = "--resolved",
      description = "Every key with its value and no comments; also what a file or --set shows.")
  private boolean resolved;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    String text =
        CurvePlan.names().contains(choice.typed())
            ? CurvePlan.text(choice.typed())
            : SweepPresets.names().contains(choice.typed())
                ? SweepPresets.text(choice.typed())
                : choice.kernel().map(ShowCommand::rules).orElseGet(this::experiment);
    Objects.requireNonNull(spec).commandLine().getOut().print(text);
    return CommandLine.ExitCode.OK;
  }

  private static String rules(Kernel kernel) {
    TextTable table =
        new TextTable().left("rules of kernel " + kernel.release()).left("").left("source");
    for (KernelRule rule : KernelRule.of(kernel)) {
      table.row(rule.name(), rule.value(), rule.source());
    }
    return table.render() + "\n[V] read there, [M] known and not read again, [R] inferred\n";
  }

  private String experiment() {
    return resolved ? resolvedText() : choice.asWritten().orElseGet(this::resolvedText);
  }

  private String resolvedText() {
    return choice.reader().read().render();
  }
}
