package io.faultline.app;

import static io.faultline.app.Typed.runMixed;
import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faultline.actors.observe.VmstatItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run prints and leaves behind. */
class RunCommandTest {

  @TempDir private Path directory;

  @Test
  void theTablesShowARandomTaskWithWindowsItNeverEarned() {
    Typed typed = runMixed();

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out())
        .contains("p2.rnd (random) chose a window of 2 pages or more in")
        .contains("it inherits windows that it never earned; p1.seq did.")
        .containsPattern("(?m)^ *[0-9]+  \\$retval = 1$")
        .containsPattern("(?m)^ *[0-9]+  \\$retval = 8$")
        .containsPattern("(?m)^ pgmajfault +[0-9]+$")
        .containsPattern("(?m)^ event hash +-$")
        .containsPattern("(?m)^ holds +hits earned = hits spent \\+ pending$")
        .contains("wall time", "virtual time", "messages", "swap faults");
  }

  @Test
  void theHitLedgerIsPrintedAndInTheSummary() {
    assertThat(runMixed().out())
        .containsPattern("(?m)^ hits +spent by p1.seq +spent by p2.rnd +pending +forgotten$")
        .containsPattern("(?m)^ earned by p1.seq +[0-9]+ +[0-9]+ +[0-9]+ +0$")
        .containsPattern("(?m)^ provided by p2.rnd +[0-9]+ +[0-9]+ +[0-9]+ +0$")
        .containsPattern("(?m)^cross-talk: [0-9.]+ % .* p2.rnd of p1.seq .* p1.seq of p2.rnd")
        .containsPattern("(?m)^placement: (99.9|100.0) % of adjacent slots hold adjacent pages");

    JsonNode summary = runMixed("--format", "json").json();
    JsonNode ledger = summary.get("ledger");
    long hits = summary.at("/vmstat/swap_ra_hit").longValue();
    for (String matrix : new String[] {"earnedBySpentBy", "providedBySpentBy"}) {
      assertThat(ledger.get(matrix).fieldNames())
          .toIterable()
          .containsExactly("p1.seq", "p2.rnd", "boot");
      long sum = 0;
      for (JsonNode row : ledger.get(matrix)) {
        assertThat(row.fieldNames())
            .toIterable()
            .containsExactly("p1.seq", "p2.rnd", "pending", "forgotten");
        for (JsonNode cell : row) {
          sum += cell.longValue();
        }
      }
      assertThat(sum).isEqualTo(hits); // the preset begins without any
    }
    assertThat(ledger.get("crossTalk").doubleValue()).isBetween(0.001, 0.5);
    assertThat(ledger.get("stolenWindowPages").longValue()).isPositive();
    assertThat(ledger.get("wastedReadahead").longValue())
        .isEqualTo(summary.at("/vmstat/swap_ra").longValue() - hits);
    assertThat(summary.at("/placement/adjacency").doubleValue()).isGreaterThan(0.999);
    assertThat(summary.at("/placement/meanRun").doubleValue()).isGreaterThan(1);
    assertThat(summary.at("/placement/byVma")).hasSize(2);
  }

  @Test
  void aTaskThatIsAloneHasNoLedgerTable() {
    assertThat(typed("run", "sequential", "--set", "processes.p1.vmas.v.pages=64").out())
        .doesNotContain("hit ledger");
  }

  @Test
  void withACounterPerVmaTheRandomTaskInheritsNothing() {
    assertThat(typed("run", "mixed-vma").out())
        .contains("Readahead by VMA")
        .contains("one page at a time, as if it were alone")
        .doesNotContain("inherits");
  }

  @Test
  void jsonHasEveryKeyAndNothingElseIsPrinted() {
    JsonNode summary = runMixed("--format", "json", "--event-hash", "--seed", "7").json();

    assertThat(summary.fieldNames())
        .toIterable()
        .contains(
            "version",
            "experiment",
            "experimentSha256",
            "kernel",
            "seed",
            "interleaving",
            "eventHash",
            "virtualNanos",
            "wallNanos",
            "messages",
            "vmstat",
            "windows",
            "tasks",
            "swapoffs",
            "builds",
            "devices",
            "swaps",
            "invariants");
    assertThat(summary.get("experiment").asText()).isEqualTo("mixed");
    assertThat(summary.get("experimentSha256").asText()).matches("[0-9a-f]{64}");
    assertThat(summary.get("seed").asLong()).isEqualTo(7);
    assertThat(summary.get("eventHash").asText()).matches("[0-9a-f]{16,64}");
    JsonNode task = summary.get("tasks").get(0);
    assertThat(task.fieldNames())
        .toIterable()
        .contains(
            "name",
            "process",
            "pattern",
            "accesses",
            "pgfault",
            "pgmajfault",
            "virtualNanos",
            "windows",
            "faultLatencyNanos");
    assertThat(task.get("accesses").asLong()).isEqualTo(1024);
    assertThat(task.get("faultLatencyNanos").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("count", "p50", "p80", "p90", "p95", "p99", "max");
    assertThat(summary.get("invariants")).allMatch(invariant -> invariant.get("holds").asBoolean());
  }

  @Test
  void theTasksMajorFaultsAndWindowsAddUpToTheMachines() {
    JsonNode summary = runMixed("--format", "json").json();

    long faults = 0;
    long calls = 0;
    for (JsonNode task : summary.get("tasks")) {
      faults += task.get("pgmajfault").asLong();
      for (JsonNode count : task.get("windows")) {
        calls += count.asLong();
      }
    }
    assertThat(summary.get("vmstat").get("pgmajfault").asLong()).isEqualTo(faults);
    long all = 0;
    for (JsonNode count : summary.get("windows")) {
      all += count.asLong();
    }
    assertThat(all).isEqualTo(calls).isPositive();
  }

  @Test
  void theDirectoryHoldsTheResultInTheKernelsFormats() throws IOException {
    Path out = directory.resolve("a/b");

    assertThat(runMixed("--out", out.toString()).exitCode()).isZero();

    assertThat(namesIn(out))
        .containsExactly(
            "experiment.conf",
            "latency.csv",
            "ledger.csv",
            "queue.csv",
            "report.html",
            "slots.csv",
            "summary.json",
            "swaps",
            "vmstat",
            "window.csv");
    assertThat(namesIn(directory.resolve("a"))).containsExactly("b");
    assertThat(Files.readAllLines(out.resolve("vmstat")))
        .allMatch(line -> line.matches("[a-z_0-9]+ [0-9]+"))
        .anyMatch(line -> line.startsWith("nr_inactive_anon "))
        .anyMatch(line -> line.startsWith("nr_swapcached "))
        .hasSize(VmstatItem.values().length + 5);
    assertThat(Files.readAllLines(out.resolve("swaps")))
        .hasSize(2)
        .startsWith("Filename\tType\tSize\tUsed\tPriority")
        .last()
        .asString()
        .matches("/dev/a\tpartition\t32764\t[0-9]+\t5");
  }

  @Test
  void anExistingDirectoryKeepsWhatIsNotTheRuns() throws IOException {
    Files.writeString(directory.resolve("notes.txt"), "mine");
    Files.writeString(directory.resolve("vmstat"), "of an older run");

    assertThat(runMixed("--out", directory.toString()).exitCode()).isZero();

    assertThat(directory.resolve("notes.txt")).hasContent("mine");
    assertThat(directory.resolve("vmstat")).content().contains("pgmajfault ");
    assertThat(namesIn(directory))
        .contains("experiment.conf", "notes.txt", "summary.json", "swaps", "vmstat");
  }

  @Test
  void theExperimentItLeavesGivesTheSameEventsAndTheSameSummary() throws IOException {
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    runMixed(
        "--event-hash", "--interleaving", "shuffled", "--seed", "3", "--out", first.toString());

    typed(
        "run",
        first.resolve("experiment.conf").toString(),
        "--event-hash",
        "--out",
        second.toString());

    ObjectNode one = summary(first);
    ObjectNode other = summary(second);
    assertThat(one.get("eventHash").asText()).isNotEqualTo("null");
    for (ObjectNode summary : new ObjectNode[] {one, other}) {
      summary.remove("wallNanos");
      summary.remove("experiment"); // a file has its own name
    }
    assertThat(other).isEqualTo(one);
    assertThat(second.resolve("experiment.conf"))
        .hasSameTextualContentAs(first.resolve("experiment.conf"));
  }

  @Test
  void aRunThatFailsPrintsNoResultAndWritesNone() {
    Typed typed =
        runMixed("--set", "groups.t.memory-max=4KiB", "--out", directory.resolve("out").toString());

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).startsWith("faultline: the run failed: out of memory");
    assertThat(typed.err().lines()).hasSizeBetween(1, 2);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aGroupThatMustNotSwapIsToldSo() {
    Typed typed = runMixed("--set", "machine.swappiness=0");

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.err()).contains("with swappiness 0 a group's limit does not make it swap");
    assertThat(typed.err().lines()).hasSizeBetween(1, 2);
  }

  /** The smallest machine that shows it: 2048 pages on swap, and two tasks beside the swapoff. */
  private static Typed runSwapoff(String... more) {
    String[] all = {
      "run",
      "swapoff-under-load",
      "--set",
      "groups.t.memory-max=4MiB",
      "--set",
      "processes.p1.vmas.v.pages=1024",
      "--set",
      "processes.p2.vmas.v.pages=1024"
    };
    String[] arguments = java.util.Arrays.copyOf(all, all.length + more.length);
    System.arraycopy(more, 0, arguments, all.length, more.length);
    return typed(arguments);
  }

  @Test
  void aSwapoffIsInATableOfItsOwnAndBesideTheTasks() {
    Typed typed = runSwapoff();

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out())
        .contains("Swapoff emptied a in ")
        .containsPattern("(?m)^ swapoff +area +variant +order +virtual time +pages +outcome$")
        .containsPattern("(?m)^ s +a +lookup-correct +page-tables +[0-9.]+ ms +[0-9]+ +emptied$")
        .containsPattern("(?m)^ swapoff s +[0-9]+ .* -$")
        .containsPattern("(?m)^ p2\\.rnd +random, write, background +[0-9]+ ");
    JsonNode swapoff = runSwapoff("--format", "json").json().get("swapoffs").get(0);
    assertThat(swapoff.fieldNames())
        .toIterable()
        .containsExactly(
            "name",
            "area",
            "variant",
            "order",
            "elapsedNanos",
            "pages",
            "emptied",
            "interrupted",
            "slotsLeft",
            "windows");
    assertThat(swapoff.get("emptied").asBoolean()).isTrue();
    assertThat(swapoff.get("slotsLeft").asLong()).isZero();
  }

  @Test
  void aSwapoffThatFindsNoMemoryIsAResultLikeAnyOther() {
    Typed typed = runSwapoff("--set", "groups.t.unlimited-when-measuring=false");

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out())
        .containsPattern("Swapoff of a failed with ENOMEM: .* and the area is in use again\\.")
        .containsPattern("(?m)^ s +a .* ENOMEM after [0-9]+ pages, [0-9]+ slots left$");
  }

  @Test
  void racingCarriersSayThatNothingIsReproducible() {
    Typed typed = runMixed("--interleaving", "parallel:2", "--event-hash");

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out()).contains("parallel:2 (threads race: not reproducible)");
    assertThat(typed.out()).containsPattern("(?m)^ event hash +-$");
  }

  @Test
  void everyPresetIsListedAndShown() {
    assertThat(typed("list").out())
        .contains("mixed-merged-vma", "huang-2017", "swapoff-under-load", "global hit counter");
    assertThat(typed("show", "mixed").out()).startsWith("# A sequential and a random task");
    assertThat(typed("show", "mixed", "--set", "seed=5").out()).contains("seed = 5");
  }

  @Test
  void theRulesOfAKernelGenerationAreATable() {
    Typed typed = typed("show", "kernel:5.6");

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out()).startsWith(" rules of kernel 5.6 ");
    assertThat(typed.out())
        .containsPattern(
            "(?m)^ swapoff for each page +reads ahead without lookup \\(vanilla-5\\.6\\) +mm/swap")
        .containsPattern("(?m)^ slots per turn of equal areas +64 +");
  }

  private static ObjectNode summary(Path directory) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
  }

  private static Stream<String> namesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }
}
