package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faultline.actors.observe.VmstatItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What README.md shows is what the program prints now, and what was recorded. */
class ReadmeTest {

  private static final Path README = Path.of("../README.md");
  private static final Path RUNS = Path.of("src/test/resources/recordings/runs.csv");

  /** One task of a run: its major faults, its calls by window, the hits that they took. */
  private record Share(long majorFaults, SortedMap<Integer, Long> windows, long hits) {

    String callsFrom(int window) {
      return Figures.percent(sum(windows.tailMap(window)), sum(windows));
    }

    private static long sum(Map<Integer, Long> calls) {
      return calls.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  @Test
  void theOutputShownIsWhatTheProgramPrints() throws IOException {
    String shown = Files.readString(README).split("```", -1)[1];

    Typed run = typed("run", "mixed");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().map(String::stripTrailing))
        .as("what ./faultline run mixed prints; README.md shows what it printed once")
        .containsSubsequence(lines(shown));
  }

  @Test
  void theNumbersBesideItAreThoseOfTheRunAndOfTheRecordings() throws IOException {
    List<String> shown =
        Files.readString(README)
            .lines()
            .filter(line -> line.startsWith("| "))
            .limit(names().size())
            .toList();

    Recording old = recorded("6.1/smp2/b-cluster_hdd-pc3-p1s1r-r");
    Recording recent = recorded("6.12/smp2/b-cluster_hdd-pc3-p1s1r-r");
    List<List<String>> columns =
        List.of(names(), emulated(), column("Linux 6.1", old), column("Linux 6.12", recent));

    assertThat(shown)
        .as("the table in README.md")
        .containsExactlyElementsOf(
            IntStream.range(0, names().size())
                .mapToObj(row -> columns.stream().map(column -> column.get(row)))
                .map(cells -> cells.collect(Collectors.joining(" | ", "| ", " |")))
                .toList());
  }

  private static List<String> lines(String block) {
    return block.lines().filter(line -> !line.isBlank()).map(String::stripTrailing).toList();
  }

  private static List<String> names() {
    return List.of(
        "counted",
        "`pgmajfault`",
        "`pswpin`",
        "`swap_ra`",
        "`swap_ra_hit`",
        "hit ratio",
        "p1.seq: major faults",
        "p1.seq: calls with a window of 8",
        "p1.seq: hits spent",
        "p2.rnd: major faults",
        "p2.rnd: calls with a window of 2 or more",
        "p2.rnd: hits spent");
  }

  private static List<String> column(
      String title, Function<VmstatItem, Long> counter, Share sequential, Share random) {
    List<String> cells = new ArrayList<>(List.of(title));
    for (VmstatItem item :
        List.of(
            VmstatItem.PGMAJFAULT, VmstatItem.PSWPIN, VmstatItem.SWAP_RA, VmstatItem.SWAP_RA_HIT)) {
      cells.add(String.valueOf(counter.apply(item)));
    }
    cells.add(
        Figures.percent(counter.apply(VmstatItem.SWAP_RA_HIT), counter.apply(VmstatItem.SWAP_RA)));
    cells.addAll(
        Arrays.asList(
            String.valueOf(sequential.majorFaults()),
            sequential.callsFrom(8),
            String.valueOf(sequential.hits()),
            String.valueOf(random.majorFaults()),
            random.callsFrom(2),
            String.valueOf(random.hits())));
    return cells;
  }

  private static List<String> emulated() {
    JsonNode summary = typed("run", "mixed", "--format", "json").json();
    return column(
        "Faultline",
        item -> summary.at("/vmstat/" + item.kernelName()).longValue(),
        share(summary.at("/tasks/0")),
        share(summary.at("/tasks/1")));
  }

  private static Share share(JsonNode task) {
    SortedMap<Integer, Long> windows = new TreeMap<>();
    task.get("windows")
        .properties()
        .forEach(
            window -> windows.put(Integer.valueOf(window.getKey()), window.getValue().longValue()));
    return new Share(
        task.get("pgmajfault").longValue(), windows, task.get("hitsSpent").longValue());
  }

  private static Recording recorded(String run) {
    return Recording.read(RUNS).stream()
        .filter(row -> row.runId().equals(run))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> column(String title, Recording row) {
    Companions companions = new Companions(RUNS, Set.of(row.runId()));
    return column(title, row::counter, share(row, companions, 0), share(row, companions, 1));
  }

  private static Share share(Recording row, Companions companions, int actor) {
    return new Share(
        companions.majorFaults(row, actor).orElseThrow(),
        companions.windows(row, actor).orElseThrow(),
        companions.hits(row, actor).orElseThrow());
  }
}
