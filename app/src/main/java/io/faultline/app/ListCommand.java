package io.faultline.app;

import io.faultline.config.Presets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the presets. */
@Command(
    name = "list",
    description = "Lists the presets, the experiments that come with the program.")
final class ListCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    TextTable table = new TextTable().left("").left("");
    for (String name : Presets.names()) {
      table.row(name, Presets.description(name));
    }
    Objects.requireNonNull(spec).commandLine().getOut().print(table.render());
    return CommandLine.ExitCode.OK;
  }
}
