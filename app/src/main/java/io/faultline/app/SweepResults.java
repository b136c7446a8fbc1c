package io.faultline.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.actors.sweep.SweepSystem;
import io.faultline.app.sweep.ResultTable;
import io.faultline.app.sweep.SweepDirectory;
import io.faultline.protocol.sweep.PointRun;
import io.faultline.protocol.sweep.RowsPage;
import io.faultline.protocol.sweep.SweepPlan;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Fetches the rows of a complete sweep and writes them to its directory. */
final class SweepResults {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SweepResults() {}

  /**
   * How a row came about.
   *
   * @param outcome {@code recorded}, {@code failed} or {@code dropped}: it came when another result
   *     of the point had been recorded
   */
  private record RunLine(
      int point, String outcome, int attempt, String worker, String endedAt, double wallMillis) {

    static RunLine of(RowsPage.Entry entry) {
      PointRun run = entry.run();
      return new RunLine(
          entry.row().point(),
          entry.dropped() ? "dropped" : entry.row().failed() ? "failed" : "recorded",
          run.attempt(),
          run.worker(),
          Instant.ofEpochMilli(run.endedAtMillis()).toString(),
          Math.round(run.wallNanos() / 1e4) / 100.0);
    }
  }

  /**
   * Writes {@code results.csv}, {@code results.parquet} and {@code runs.jsonl}.
   *
   * @throws UnwritableOutput if they cannot be written
   */
  static void write(SweepSystem system, SweepPlan plan, SweepDirectory directory) {
    List<String> names = List.of(SweepDirectory.CSV, SweepDirectory.PARQUET, SweepDirectory.RUNS);
    try (ResultTable table = ResultTable.in(directory.path(), plan)) {
      try (Writer runs = Files.newBufferedWriter(directory.incomplete(SweepDirectory.RUNS))) {
        long next = 0;
        RowsPage page;
        do {
          page = system.rows(plan.id(), next).toCompletableFuture().join();
          if (!page.error().isEmpty()) {
            throw new UnwritableOutput("the rows cannot be read: " + page.error());
          }
          for (RowsPage.Entry entry : page.entries()) {
            runs.write(MAPPER.writeValueAsString(RunLine.of(entry)) + "\n");
            if (!entry.dropped()) {
              table.add(entry.row());
            }
          }
          next = page.next();
        } while (!page.last());
      }
      if (table.size() != plan.points()) {
        throw new UnwritableOutput(
            "the journal has " + table.size() + " of " + plan.points() + " rows");
      }
      table.write(
          directory.incomplete(SweepDirectory.CSV), directory.incomplete(SweepDirectory.PARQUET));
      directory.complete(names);
    } catch (IOException | SQLException e) {
      throw new UnwritableOutput(
          "cannot write to " + directory.path() + ": " + Failures.oneLine(e.getMessage()), e);
    }
  }
}
