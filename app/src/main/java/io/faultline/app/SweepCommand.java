package io.faultline.app;

import io.faultline.actors.sweep.SweepJournal;
import io.faultline.actors.sweep.SweepSystem;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

  @Option(
      names = "--fresh",
      description = "Discard what the directory has of a sweep, and say how much that was.")
  private boolean fresh;

  @Spec private @Nullable CommandSpec spec;

  private volatile SweepStatus status = SweepStatus.recovering();

  @Override
  public Integer call() throws InterruptedException, IOException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = commandLine.getErr();
    int workers = cores == null ? Runtime.getRuntime().availableProcessors() : cores;
    if (workers < 1) {
      throw new ConfigError("--cores is at least 1, not " + workers);
    }
    SweepPlan plan = plan();
    ResultDirectory.at(out); // says what is wrong with it
    Path path = ResultDirectory.path(out);
    try (SweepDirectory directory =
            SweepDirectory.take(path)
                .orElseThrow(
                    () ->
                        new ConfigError("another process runs a sweep in " + path + " just now"));
        Interruption interruption = new Interruption();
        SweepSystem system = start(directory, workers)) {
      submit(system, plan, directory, err);
      try (StatusFile file = new StatusFile(directory.file(SweepDirectory.STATUS));
          Progress progress =
              Progress.of(err, "points", plan.points(), () -> status.done(), this::failures)) {
        do {
          status = system.status().toCompletableFuture().join();
          file.write(status);
        } while (status.phase() != SweepStatus.Phase.COMPLETE
            && !interruption.await(EVERY_MILLIS, TimeUnit.MILLISECONDS));
      }
      if (status.phase() != SweepStatus.Phase.COMPLETE) {
        err.println(
            "faultline: stopped with "
                + status.done()
                + " of "
                + plan.points()
                + " points done; the same command goes on");
        err.flush();
        return Interruption.EXIT_CODE;
      }
      SweepResults.write(system, plan, directory);
    }
    return told(commandLine, plan, path);
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

  private static SweepSystem start(SweepDirectory directory, int workers) {
    SweepJournal journal = SweepJournal.inDirectory(directory.journal());
    try {
      Files.createDirectories(directory.journal());
      journal.createTables();
    } catch (IOException | SQLException e) {
      throw new UnwritableOutput(
          "the journal in "
              + directory.journal()
              + " cannot be opened: "
              + Failures.oneLine(e.getMessage()),
          e);
    }
    return SweepSystem.local(journal, workers, new PointEmulation());
  }

  private void submit(SweepSystem system, SweepPlan plan, SweepDirectory directory, PrintWriter err)
      throws IOException {
    SubmitReply reply;
    try {
      reply = system.submit(plan, fresh, true).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new UnwritableOutput(
          "the journal in " + directory.journal() + " cannot be read; --verbose says more", e);
    }
    if (reply instanceof SubmitReply.Refused refused) {
      throw new ConfigError(
          directory.path() + ": " + refused.reason() + "\nname another directory, or say --fresh");
    }
    if (reply instanceof SubmitReply.Accepted accepted) {
      if (!accepted.discardedName().isEmpty()) {
        directory.discardResults();
        err.println(
            "faultline: discarded: "
                + accepted.discardedPoints()
                + " points of "
                + accepted.discardedName());
      }
      if (accepted.done() > 0) {
        err.println(
            "faultline: " + accepted.done() + " of " + plan.points() + " points are done already");
      }
      err.flush();
    }
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
      commandLine
          .getErr()
          .println(
              "faultline: "
                  + status.dropped()
                  + (status.dropped() == 1 ? " result" : " results")
                  + " came late, when the point was done already, and was dropped");
      commandLine.getErr().flush();
    }
    return status.failed() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
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
