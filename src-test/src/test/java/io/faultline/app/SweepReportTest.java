package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed of a sweep that has ended. */
class SweepReportTest {

  @TempDir private Path directory;

  @BeforeEach
  void aSweepOfTwoValues() throws IOException {
    Files.writeString(
        directory.resolve("results.csv"),
        """
        run.point,machine.cpus,run.seed,run.interleaving,run.error,pgmajfault,slowest
        0,1,1,shuffled:1,,100,1000000
        1,1,1,shuffled:2,,300,1000000
        2,1,2,shuffled:1,,250,3000000
        3,1,2,shuffled:2,,350,3000000
        4,2,1,shuffled:1,,7,5000
        5,2,1,shuffled:2,out of memory,,
        6,2,2,shuffled:1,out of memory,,
        7,2,2,shuffled:2,out of memory,,
        """);
  }

  @Test
  void interleavingsOfASeedAreAveragedAndFailuresCounted() {
    Typed report = typed("report", directory.toString());

    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(report.out())
        .startsWith("8 points: 2 combinations, 2 seeds, 2 interleavings\n")
        .containsPattern("(?m)^ 1 +4 +250 +-385 to 885 ") // of 200 and 300
        .containsPattern("(?m)^ 2 +1 +- +- ") // no seed has both interleavings
        .containsPattern("(?m)^ 1 +4 +2\\.00 ms +-10\\.7 ms to 14\\.7 ms")
        .containsPattern("(?m)^ +3 +out of memory");
  }

  @Test
  void onlyTheMetricsAskedForAreShown() {
    assertThat(typed("report", directory.toString(), "--metric", "pg*").out())
        .contains("pgmajfault")
        .doesNotContain("slowest");
    assertThat(typed("report", directory.toString(), "--metric", "x"))
        .satisfies(typed -> assertThat(typed.exitCode()).isEqualTo(2))
        .satisfies(
            typed ->
                assertThat(typed.err())
                    .isEqualToIgnoringNewLines(
                        "faultline: --metric x: there is no such column; there are pgmajfault,"
                            + " slowest"));
  }

  @Test
  void aDirectoryWithoutResultsIsRefusedInOneLine() throws IOException {
    Path none = Files.createDirectory(directory.resolve("none"));

    assertThat(typed("report", none.toString()))
        .satisfies(typed -> assertThat(typed.exitCode()).isEqualTo(2))
        .satisfies(typed -> assertThat(typed.err()).contains("there is no sweep in it"))
        .satisfies(typed -> assertThat(typed.err()).hasLineCount(1));
  }
}
