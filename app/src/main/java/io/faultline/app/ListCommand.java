package io.faultline.app;

import io.faultline.app.laboratory.CurvePlan;
import io.faultline.app.reproduce.Reproduction;
import io.faultline.app.reproduce.Reproductions;
import io.faultline.config.Presets;
import io.faultline.config.SweepPresets;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the presets and the reproductions. */
@Command(
    name = "list",
    description = {
      "Lists the presets, the experiments that come with the program, the reproductions, the"
          + " published measurements that it is held against, and the curves and the"
          + " sweeps."
    })
final class ListCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    TextTable table = new TextTable().left("").left("");
    for (String name : Presets.names()) {
      table.row(name, Presets.description(name));
    }
    TextTable published = new TextTable().left("").left("");
    for (Reproduction reproduction : Reproductions.all()) {
      published.row(reproduction.name(), reproduction.description() + ".");
    }
    TextTable curves = new TextTable().left("").left("");
    for (String name : CurvePlan.names()) {
      curves.row(name, CurvePlan.description(name));
    }
    TextTable sweeps = new TextTable().left("").left("");
    for (String name : SweepPresets.names()) {
      sweeps.row(name, SweepPresets.description(name));
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print("Presets, for faultline run:\n" + table.render());
    out.print("\nPublished, for faultline reproduce:\n" + published.render());
    out.print("\nCurves, for faultline curve:\n" + curves.render());
    out.print("\nSweeps, for faultline sweep:\n" + sweeps.render());
    return CommandLine.ExitCode.OK;
  }
}
