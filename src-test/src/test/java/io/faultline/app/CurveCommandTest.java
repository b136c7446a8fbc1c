package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.laboratory.CurvePlan;
import io.faultline.config.ExperimentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Curves of a small experiment. */
class CurveCommandTest {

  @TempDir private Path directory;
  private Path tiny = Path.of("");

  @BeforeEach
  void theExperiment() throws IOException {
    tiny = Files.writeString(directory.resolve("tiny.conf"), CompareCommandTest.TINY);
  }

  private Typed curve(String... further) {
    List<String> arguments = new ArrayList<>(List.of("curve", tiny.toString()));
    arguments.addAll(List.of(further));
    return typed(arguments.toArray(String[]::new));
  }

  @Test
  void aCurveIsATableAChartAndItsFigures() throws IOException {
    Path out = directory.resolve("out");
    String[] question = {
      "--x", "machine.page-cluster=0..4/3",
      "--line", "hits:readahead.algorithm=hits",
      "--line", "none:readahead.algorithm=none",
      "--metric", "tasks.p1.seq.pgmajfault",
      "--seeds", "3",
      "--out", out.toString()
    };

    Typed typed = curve(question);

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("page-cluster", "hits", "none", "95 % interval");
    assertThat(out.resolve("curve.txt")).hasContent(typed.out());
    assertThat(Files.readAllLines(out.resolve("curve.csv"))).hasSize(1 + 2 * 3);
    assertThat(Files.readAllLines(out.resolve("curve.csv")).get(6))
        .isEqualTo("4,4,none,128,128,128,3");
    String chart = Files.readString(out.resolve("curve.svg"));
    assertThat(chart).contains("<svg ", ">hits</text>", ">none</text>", ">page-cluster</text>");
    assertThat(curve(question).out()).isEqualTo(typed.out());
    assertThat(Files.readString(out.resolve("curve.svg"))).isEqualTo(chart);
  }

  @Test
  void aCurveMayBeWrittenDown() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("mine.conf"),
            """
            curve {
              title = "Mine"
              experiment = "%s"
              x { name = "random tasks", points = [
                { x = 0, set = ["processes.p2.tasks.rnd.pattern=sequential"] }
                { x = 1, set = [] }
              ] }
              lines = [ { name = "fixed", set = ["readahead.algorithm=fixed"] } ]
              metric = swap_ra
              seeds = 2
            }
            """
                .formatted(tiny));

    Typed typed = typed("curve", file.toString());

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out()).startsWith("Mine\nswap_ra, mean of 2 seeds");
    assertThat(typed("curve", file.toString(), "--seeds", "3").out()).contains("of 3 seeds");
  }

  @Test
  void everyCurveThatComesWithTheProgramIsReadAndShown() {
    for (String name : CurvePlan.names()) {
      CurvePlan plan = CurvePlan.read(name, CurvePlan.text(name));
      assertThat(plan.axis().points()).hasSizeGreaterThanOrEqualTo(9);
      assertThat(plan.policies()).hasSize(5);
      assertThat(plan.combinations(ExperimentReader.of(plan.experiment())).size())
          .isEqualTo(5 * plan.axis().points().size());
      assertThat(typed("show", name).out()).isEqualTo(CurvePlan.text(name));
      assertThat(typed("list").out()).contains(CurvePlan.description(name));
    }
  }

  @Test
  void whatMakesNoSenseIsRefusedInOneOrTwoLinesBeforeAnythingIsRun() {
    String[][] wrong = {
      {},
      {"--x", "machine.page-cluster=1"},
      {"--x", "machine.page-clutser=1,2"},
      {"--x", "machine.page-cluster=1,2,x"},
      {"--x", "machine.page-cluster=3,99"},
      {"--x", "machine.page-cluster=1,2", "--line", "hits"},
      {"--x", "machine.page-cluster=1,2", "--line", "hits:readahead.algorithm=hit"},
      {"--x", "machine.page-cluster=1,2", "--seeds", "1"},
      {"--x", "machine.page-cluster=1,2", "--metric", "slow"},
    };
    Path out = directory.resolve("nothing");
    for (String[] arguments : wrong) {
      List<String> all = new ArrayList<>(List.of(arguments));
      all.addAll(List.of("--out", out.toString()));

      Typed typed = curve(all.toArray(String[]::new));

      assertThat(typed.exitCode()).as(String.join(" ", arguments)).isEqualTo(2);
      assertThat(typed.out()).isEmpty();
      assertThat(typed.err()).startsWith("faultline: ");
      assertThat(typed.err().lines().count()).as(typed.err()).isBetween(1L, 2L);
      assertThat(out).doesNotExist();
    }
    assertThat(typed("curve", "random-shar").exitCode()).isEqualTo(2);
  }
}
