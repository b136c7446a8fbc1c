package io.faultline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.app.sweep.SweepDirectory;
import io.faultline.config.ConfigError;
import io.faultline.protocol.sweep.SweepStatus;
import java.io.IOException;
import java.nio.file.Files;
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

/** Says how far a sweep is. */
@Command(
    name = "sweep-status",
    description = "Says how far the sweep in a directory is, also while it is being run.",
    sortOptions = false)
final class SweepStatusCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "Directory of a sweep.")
  private String directory = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path path = ResultDirectory.path(directory);
    Path file = path.resolve(SweepDirectory.STATUS);
    if (!Files.isRegularFile(file)) {
      throw new ConfigError("there is no sweep in " + path + ": it lacks " + SweepDirectory.STATUS);
    }
    SweepStatus status = read(file);
    boolean inUse = SweepDirectory.isTaken(path);
    var out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(format == Format.JSON ? Json.text(status) : table(status, inUse));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private static SweepStatus read(Path file) throws IOException {
    try {
      return new ObjectMapper().readValue(Files.readString(file), SweepStatus.class);
    } catch (JsonProcessingException e) {
      throw new ConfigError(file + " is not the status of a sweep", e);
    }
  }

  private static String table(SweepStatus status, boolean inUse) {
    boolean complete = status.phase() == SweepStatus.Phase.COMPLETE;
    TextTable table = new TextTable().left("sweep").left(status.name());
    table.row(
        "state", complete ? "complete" : inUse ? "running" : "stopped; sweep goes on with it");
    table.row("done", status.done() + " of " + status.points());
    table.row("failed", status.failed());
    table.row("dropped, late", status.dropped());
    if (inUse) {
      table.row("running", status.running());
      table.row("workers", status.workers());
    }
    return table.render();
  }
}
