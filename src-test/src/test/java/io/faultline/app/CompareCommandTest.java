package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variants of a small experiment side by side. */
class CompareCommandTest {

  static final String TINY =
      """
      kernel = "6.1"
      machine { cpus = 1, memory = 64MiB }
      groups { t { memory-max = 512KiB } }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 4MiB } }
      processes {
        p1 { group = t, vmas { v { pages = 128 } }, tasks { seq { vma = v, pattern = sequential } } }
        p2 { group = t, vmas { v { pages = 128 } }, tasks { rnd { vma = v, pattern = random, seed = 9 } } }
      }
      """;

  @TempDir private Path directory;
  private Path tiny = Path.of("");

  @BeforeEach
  void theExperiment() throws IOException {
    tiny = Files.writeString(directory.resolve("tiny.conf"), TINY);
  }

  private Typed compare(String... further) {
    List<String> arguments = new ArrayList<>(List.of("compare", tiny.toString()));
    arguments.addAll(List.of(further));
    return typed(arguments.toArray(String[]::new));
  }

  @Test
  void theClaimsOfLiAndDickinsAreTestedOnBothLayouts() {
    Typed typed =
        typed(
            "compare", "mixed",
            "--set", "groups.t.memory-max=16MiB",
            "--set", "processes.p1.vmas.v.pages=4096",
            "--set", "processes.p2.vmas.v.pages=4096",
            "--vary", "init=serial,parallel",
            "--vary", "readahead.scope=global,vma",
            "--vary", "readahead.placement=slots,addresses",
            "--seeds", "5",
            "--metric", "pswpin");

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out())
        .contains("claims: major faults of p1.seq", " init = serial ", " init = parallel ")
        .contains(
            "than whose counter it is, holds with init = parallel and is not shown with init = serial.");
  }

  @Test
  void claimsAreMadeOnlyWhereBothLayoutsAndAllThreePoliciesAreCompared() {
    Typed typed =
        compare(
            "--vary",
            "init=serial,parallel",
            "--vary",
            "readahead.scope=global,vma",
            "--seeds",
            "2",
            "--metric",
            "pswpin");

    assertThat(typed.out()).doesNotContain("claims");
  }

  @Test
  void everyCombinationIsHeldAgainstTheFirst() throws IOException {
    Path out = directory.resolve("out");

    Typed typed =
        compare(
            "--vary", "readahead.algorithm=hits,none",
            "--vary", "readahead.scope=global,vma",
            "--seeds", "4",
            "--out", out.toString());

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out())
        .startsWith("tiny: 4 seeds\n")
        .contains("equal seeds are pairs", "Holm", "harmonic mean", "tasks.p1.seq.pgmajfault");
    assertThat(out.resolve("compare.txt")).hasContent(typed.out());
    assertThat(Files.readAllLines(out.resolve("runs.csv"))).hasSize(1 + 4 * 4);
    JsonNode json =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(out.resolve("compare.json").toFile());
    for (JsonNode metric : json.get("metrics")) {
      assertThat(metric.get("combinations")).hasSize(4);
      assertThat(metric.get("combinations").get(0).get("difference").isNull()).isTrue();
    }
    JsonNode faults = metric(json, "tasks.p1.seq.pgmajfault").get("combinations");
    assertThat(faults.get(2).get("average").asDouble()).isEqualTo(128);
    assertThat(faults.get(2).get("difference").get("significant").asBoolean()).isTrue();
    assertThat(faults.get(2).get("difference").get("low").asDouble()).isPositive();
  }

  private static JsonNode metric(JsonNode json, String name) {
    for (JsonNode metric : json.get("metrics")) {
      if (metric.get("name").asText().equals(name)) {
        return metric;
      }
    }
    throw new AssertionError(name + " is not there");
  }

  @Test
  void aComparisonIsTheSameTwiceByteForByte() throws IOException {
    String[] question = {
      "--vary",
      "machine.page-cluster=2,3",
      "--seeds",
      "3",
      "--interleavings",
      "2",
      "--distribution",
      "slowest",
      "--out",
      directory.resolve("twice").toString()
    };

    Typed once = compare(question);

    assertThat(once.exitCode()).as(once.err()).isZero();
    assertThat(once.out())
        .contains("each in 2 interleavings", "between seeds", "between interleavings")
        .contains("distribution of slowest, 2", "distribution of slowest, 3");
    String chart = Files.readString(directory.resolve("twice/distribution-2.svg"));
    assertThat(chart).contains("<svg ", ">slowest</text>", ">runs</text>");
    assertThat(compare(question).out()).isEqualTo(once.out());
    assertThat(directory.resolve("twice/distribution-2.svg")).hasContent(chart);
  }

  @Test
  void seedsVaryTheWorkloadOfATaskThatStatesItsSeedToo() {
    JsonNode json =
        compare("--seeds", "6", "--metric", "tasks.p2.rnd.pgmajfault", "--format", "json").json();

    JsonNode column = json.get("metrics").get(0).get("combinations").get(0);
    assertThat(column.get("spreadOfSeeds").asDouble()).isPositive();
    assertThat(column.get("spreadOfInterleavings").isNull()).isTrue();
  }

  @Test
  void otherSeedsOnBothSidesAreNoPairs() {
    Typed typed = compare("--vary", "seed=1,1001", "--seeds", "5", "--metric", "slowest");

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("Welch").doesNotContain("pairs");
  }

  @Test
  void theBaselineCanBeAnyCombination() {
    JsonNode json =
        compare(
                "--vary",
                "machine.page-cluster=1,3",
                "--vary",
                "readahead.scope=global,vma",
                "--baseline",
                "readahead.scope=vma,machine.page-cluster=3",
                "--seeds",
                "2",
                "--metric",
                "swap_ra",
                "--format",
                "json")
            .json();

    assertThat(json.get("baseline").toString())
        .isEqualTo("{\"machine.page-cluster\":\"3\",\"readahead.scope\":\"vma\"}");
    JsonNode columns = json.get("metrics").get(0).get("combinations");
    assertThat(columns.get(3).get("difference").isNull()).isTrue();
    assertThat(columns.get(0).get("difference").get("relative").asDouble()).isNegative();
  }

  @Test
  void aRunThatFailsIsReportedAndTheOthersStand() {
    Typed typed =
        compare("--vary", "swap.a.size=4MiB,256KiB", "--seeds", "2", "--metric", "slowest");

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.out()).contains("2 runs failed");
    assertThat(typed.err().lines()).hasSize(2);
    assertThat(typed.err()).contains("swap.a.size=256KiB", "with seed 1", "with seed 2");
  }

  @Test
  void whatMakesNoSenseIsRefusedInOneOrTwoLinesBeforeAnythingIsRun() {
    String[][] wrong = {
      {"--vary", "foo=1,2"},
      {"--vary", "machine.page-cluster=3,x"},
      {"--vary", "machine.page-cluster"},
      {"--vary", "machine.page-cluster=3", "--vary", "machine.page-cluster=4"},
      {"--vary", "machine.page-cluster=1,2", "--baseline", "machine.page-cluster=3"},
      {"--baseline", "machine.page-cluster=3"},
      {"--seeds", "1"},
      {"--seeds", "0"},
      {"--seeds", "-3"},
      {"--seeds", "1000000"},
      {"--interleavings", "0"},
      {"--metric", "slow"},
      {"--distribution", "nothing-of-the-kind"},
      {"--set", "interleaving=parallel"},
      {
        "--vary", "machine.page-cluster=0,1,2,3,4,5,6,7,8,9",
        "--vary", "swap.a.priority=0,1,2,3,4,5,6,7,8,9"
      },
    };
    Path out = directory.resolve("nothing");
    for (String[] arguments : wrong) {
      List<String> all = new ArrayList<>(List.of(arguments));
      all.addAll(List.of("--out", out.toString()));

      Typed typed = compare(all.toArray(String[]::new));

      assertThat(typed.exitCode()).as(String.join(" ", arguments)).isEqualTo(2);
      assertThat(typed.out()).isEmpty();
      assertThat(typed.err()).startsWith("faultline: ");
      assertThat(typed.err().lines().count()).as(typed.err()).isBetween(1L, 2L);
      assertThat(out).doesNotExist();
    }
  }
}
