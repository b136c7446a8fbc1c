package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faultline.app.sweep.SweepDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps of small machines, as they are typed. */
class SweepCommandTest {

  @TempDir private Path directory;

  private Path sweep(String name, String... lines) throws IOException {
    Path file = directory.resolve(name + ".conf");
    Files.writeString(
        file,
        """
        experiment = mixed
        set {
          groups.t.memory-max = 1MiB
          swap.a.size = 8MiB
          processes { p1.vmas.v.pages = 256, p2.vmas.v.pages = 256 }
        }
        """
            + String.join("\n", lines));
    return file;
  }

  private Typed run(Path file, Path out, String... further) {
    String[] arguments = new String[4 + further.length];
    arguments[0] = "sweep";
    arguments[1] = file.toString();
    arguments[2] = "--out";
    arguments[3] = out.toString();
    System.arraycopy(further, 0, arguments, 4, further.length);
    return typed(arguments);
  }

  private static List<String> csv(Path out) throws IOException {
    return Files.readAllLines(out.resolve("results.csv"));
  }

  @Test
  void everyPointIsARowWithItsPinsHoweverManyCoresThereAre() throws Exception {
    Path file =
        sweep(
            "s", "axes { machine.page-cluster = [0, 3], readahead = [cluster, vma] }", "seeds = 2");
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");

    Typed typed = run(file, one, "--cores", "1");

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("sweep s: 8 points, 0 failed");
    assertThat(csv(one)).hasSize(9);
    assertThat(csv(one).get(0))
        .startsWith(
            "run.point,machine.page-cluster,readahead,run.seed,run.interleaving,run.version,"
                + "run.kernel,run.sweep,run.experiment,run.events,run.error,slowest,");
    assertThat(csv(one).get(8)).matches("7,3,vma,2,fifo,[^,]+,6\\.1(,[0-9a-f]{16,64}){3},,[0-9].*");
    run(file, two, "--cores", "3");
    assertThat(two.resolve("results.csv")).hasSameBinaryContentAs(one.resolve("results.csv"));
    assertThat(two.resolve("results.parquet"))
        .hasSameBinaryContentAs(one.resolve("results.parquet"));
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet rows =
            duck.createStatement()
                .executeQuery(
                    "SELECT count(*), sum(pgmajfault) FROM '"
                        + one.resolve("results.parquet")
                        + "'")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(8);
      assertThat(rows.getDouble(2)).isPositive();
    }
    List<String> runs = Files.readAllLines(one.resolve("runs.jsonl"));
    JsonNode run = new ObjectMapper().readTree(runs.get(0));
    assertThat(runs).hasSize(8);
    assertThat(run.get("outcome").asText()).isEqualTo("recorded");
    assertThat(run.get("attempt").asInt()).isEqualTo(1);
  }

  @Test
  void theSameCommandAgainRunsNothingTwiceAndAnotherSweepIsRefused() throws IOException {
    Path file = sweep("s", "axes { machine.page-cluster = [0, 3] }");
    Path other = sweep("t", "axes { machine.page-cluster = [1, 2] }");
    Path out = directory.resolve("out");
    run(file, out);
    List<String> first = csv(out);

    Typed again = run(file, out);
    Typed refused = run(other, out);

    assertThat(again.err()).contains("2 of 2 points are done already");
    assertThat(csv(out)).isEqualTo(first);
    assertThat(Files.readAllLines(out.resolve("runs.jsonl"))).hasSize(2);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("another sweep is here: s (", "2 of 2 points are done", "--fresh")
        .hasLineCount(2);
    assertThat(csv(out)).isEqualTo(first);
    Typed fresh = run(other, out, "--fresh");
    assertThat(fresh.err()).contains("discarded: 2 points of s");
    assertThat(csv(out)).hasSize(3).isNotEqualTo(first);
  }

  @Test
  void aPointThatFailsIsARowWithItsErrorAndStopsNobodyElse() throws IOException {
    Path file =
        sweep("s", "axes { machine.page-cluster = [99, 3], groups.t.memory-max = [64KiB, 1MiB] }");
    Path out = directory.resolve("out");

    Typed typed = run(file, out);

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.out()).contains("4 points, ");
    assertThat(csv(out)).hasSize(5);
    assertThat(csv(out).stream().filter(line -> line.contains("page-cluster=99")).count())
        .isEqualTo(2);
    assertThat(csv(out))
        .anySatisfy(line -> assertThat(line).contains(",3,", ",,").matches(".*[0-9]$"));
  }

  @Test
  void itsStatusIsToldAndADirectoryThatIsInUseIsLeftAlone() throws IOException {
    Path file = sweep("s", "axes { machine.page-cluster = [0, 3] }");
    Path out = directory.resolve("out");
    run(file, out);

    Typed status = typed("sweep-status", out.toString());

    assertThat(status.exitCode()).as(status.err()).isZero();
    assertThat(status.out()).contains("complete", "2 of 2");
    assertThat(typed("sweep-status", directory.toString()).err()).contains("there is no sweep in");
    try (SweepDirectory taken = SweepDirectory.take(out).orElseThrow()) {
      assertThat(taken.path()).isEqualTo(out);
      Typed refused = run(file, out);
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("another process runs a sweep in");
    }
  }

  @Test
  void whatCannotBeRunIsRefusedBeforeAnythingIsMade() throws IOException {
    Path file = sweep("s", "metrics = [pgmajfautl]");
    Path out = directory.resolve("out");

    Typed typed = run(file, out);

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("metrics: pgmajfautl", "did you mean pgmajfault?");
    assertThat(out).doesNotExist();
    assertThat(run(sweep("t"), out, "--cores", "0").err()).contains("--cores is at least 1");
  }

  @Test
  void aNodeThatCannotListenSaysWhereAndWhy() {
    Typed typed =
        typed(
            "node", "--listen", "192.0.2.1:2551", "--dir", directory.resolve("journal").toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .contains("faultline: cannot listen at 192.0.2.1:2551: ")
        .contains("Cannot assign requested address");
  }
}
