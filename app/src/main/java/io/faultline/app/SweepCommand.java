package io.faultline.app;

import io.faultline.app.sweep.SweepDirectory;
import io.faultline.config.ConfigError;
import io.faultline.config.SweepReader;
import io.faultline.config.SweepSpec;
import io.faultline.protocol.sweep.SubmitReply;
import io.faultline.protocol.sweep.SweepPlan;
import io.faultline.protocol.sweep.SweepStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs all points of a sweep, and goes on where it was stopped. */
@Command(
    name = "sweep",
    description = {
      "Runs an experiment with every combination of values, seeds and interleavings that a sweep"
          + " names.",
      "Every result is kept in a journal as soon as it is there: a sweep that was stopped, in"
          + " whatever way, goes on with the same command and ends with the same bytes."
    },
    sortOptions = false,
    footer = {
      "",
      "Ends with 0, with 1 if a point failed, with 2 if the input is wrong, with 130 if it was"
          + " interrupted."
    })
final class SweepCommand implements Callable<Integer> {

  private static final long EVERY_MILLIS = 200;

  @Parameters(paramLabel = "PRESET|FILE", description = "Name of a sweep, or a file in HOCON.")
  private String sweep = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = {
        "Write " + SweepDirectory.CSV + " and " + SweepDirectory.PARQUET + ", a row a point, and",
        SweepDirectory.RUNS + " with who ran each and for how long. The journal is here as well."
      })
  private String out = "";

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Points to run at the same time. Default: one a core.")
  private @Nullable Integer cores;

  @Mixin private final NodeOptions node = new NodeOptions();

  @Option(
      names = "--fresh",
      description = "Discard what the directory has of a sweep, and say how much that was.")
  private boolean fresh;

  @Spec private @Nullable CommandSpec spec;

  private volatile SweepStatus status = SweepStatus.recovering();

  @Override
  public Integer call() throws Exception {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = commandLine.getErr();
    int workers = cores == null ? Runtime.getRuntime().availableProcessors() : cores;
    if (workers < 1) {
      throw new ConfigError("--cores is at least 1, not " + workers);
    }
    SweepPlan plan = plan();
    ResultDirectory.at(out); // says what is wrong with it
    Path path = ResultDirectory.path(out);
    try (SweepDirectory directory = take(path);
        Interruption interruption = new Interruption();
        SweepConnection connection =
            node.joined().isEmpty()
                ? SweepConnection.local(directory, workers)
                : SweepConnection.joined(node.settings(0, Optional.empty()), interruption)) {
      begin(connection.submit(plan, fresh), plan, directory, err);
      try (StatusFile file = new StatusFile(directory.file(SweepDirectory.STATUS));
          Progress progress =
              Progress.of(err, "points", plan.points(), () -> status.done(), this::failures)) {
        do {
          connection.status(plan).ifPresent(latest -> status = latest);
          file.write(status);
        } while (status.phase() != SweepStatus.Phase.COMPLETE
            && !interruption.await(EVERY_MILLIS, TimeUnit.MILLISECONDS));
      }
      if (status.phase() != SweepStatus.Phase.COMPLETE) {
        tell(err, stopped(plan, connection.isRemote()));
        return Interruption.EXIT_CODE;
      }
      SweepResults.write(connection.system(), plan, directory);
    }
    return told(commandLine, plan, path);
  }

  private static SweepDirectory take(Path path) {
    try {
      return SweepDirectory.take(path)
          .orElseThrow(
              () -> new ConfigError("another process runs a sweep in " + path + " just now"));
    } catch (IOException e) {
      throw ResultDirectory.unwritable(path, e);
    }
  }

  private SweepPlan plan() throws InterruptedException {
    SweepSpec read = SweepReader.read(sweep);
    try {
      MetricNames.check(read.metrics(), read.asItIs());
    } catch (ConfigError e) {
      throw new ConfigError(
          sweep + ": " + String.valueOf(e.getMessage()).replaceFirst("^--metric ", "metrics: "), e);
    }
    String version = Main.Version.number();
    String text = read.text();
    return new SweepPlan(sha256(version + "\n" + text), read.name(), version, read.points(), text);
  }

  private static void begin(
      SubmitReply.Accepted accepted, SweepPlan plan, SweepDirectory directory, PrintWriter err)
      throws IOException {
    if (!accepted.discardedName().isEmpty()) {
      directory.discardResults();
      tell(
          err,
          "discarded: " + accepted.discardedPoints() + " points of " + accepted.discardedName());
    }
    if (accepted.done() > 0) {
      tell(err, accepted.done() + " of " + plan.points() + " points are done already");
    }
  }

  private String stopped(SweepPlan plan, boolean remote) {
    return (remote ? "left with " : "stopped with ")
        + status.done()
        + " of "
        + plan.points()
        + (remote
            ? " points done; the cluster goes on, and the same command waits for it again"
            : " points done; the same command goes on");
  }

  private String failures() {
    int failed = status.failed();
    return failed == 0 ? "" : ", " + failed + " failed";
  }

  private int told(CommandLine commandLine, SweepPlan plan, Path directory) {
    PrintWriter text = commandLine.getOut();
    text.println(
        "sweep "
            + plan.name()
            + ": "
            + plan.points()
            + (plan.points() == 1 ? " point, " : " points, ")
            + status.failed()
            + " failed");
    text.println(
        "rows in "
            + directory.resolve(SweepDirectory.CSV)
            + " and "
            + SweepDirectory.PARQUET
            + ", who ran them in "
            + SweepDirectory.RUNS);
    text.flush();
    if (status.dropped() > 0) {
      tell(
          commandLine.getErr(),
          status.dropped()
              + (status.dropped() == 1 ? " result" : " results")
              + " came late, when the point was done already, and was dropped");
    }
    return status.failed() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private static void tell(PrintWriter err, String what) {
    err.println("faultline: " + what);
    err.flush();
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform has SHA-256", impossible);
    }
  }
}
