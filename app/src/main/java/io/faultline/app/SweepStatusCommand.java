package io.faultline.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.app.sweep.SweepDirectory;
import io.faultline.config.ConfigError;
import io.faultline.protocol.sweep.SweepStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says how far a sweep is. */
@Command(
    name = "sweep-status",
    description =
        "Says how far the sweep in a directory is, also while it is being run, or that of a cluster.",
    sortOptions = false)
final class SweepStatusCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", arity = "0..1", description = "Directory of a sweep.")
  private @Nullable String directory;

  @Mixin private final NodeOptions node = new NodeOptions();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String typed = directory;
    boolean remote = !node.joined().isEmpty();
    if ((typed == null) != remote) {
      throw new ConfigError("name either the directory of a sweep or, with --join, a cluster");
    }
    SweepStatus status;
    boolean inUse = true;
    if (typed == null) {
      status = asked();
    } else {
      Path path = ResultDirectory.path(typed);
      status = read(path);
      inUse = SweepDirectory.isTaken(path);
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(format == Format.JSON ? Json.text(status) : table(status, inUse));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private SweepStatus asked() throws InterruptedException {
    try (Interruption interruption = new Interruption();
        SweepConnection connection =
            SweepConnection.joined(node.settings(0, Optional.empty()), interruption)) {
      return connection.system().status().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new UnwritableOutput("the cluster has no coordinator that answers", e);
    }
  }

  private static SweepStatus read(Path path) throws IOException {
    Path file = path.resolve(SweepDirectory.STATUS);
    if (!Files.isRegularFile(file)) {
      throw new ConfigError("there is no sweep in " + path + ": it lacks " + SweepDirectory.STATUS);
    }
    try {
      return new ObjectMapper().readValue(Files.readString(file), SweepStatus.class);
    } catch (JsonProcessingException e) {
      throw new ConfigError(file + " is not the status of a sweep", e);
    }
  }

  private static String table(SweepStatus status, boolean inUse) {
    if (status.phase() == SweepStatus.Phase.IDLE) {
      return "no sweep\n";
    }
    if (status.phase() == SweepStatus.Phase.RECOVERING) {
      return "the coordinator reads its journal\n";
    }
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
