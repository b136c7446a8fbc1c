package io.faultline.app;

import static io.faultline.app.Typed.runMixed;
import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of a run, and what tells of them. */
class ExplainCommandTest {

  @TempDir private Path directory;

  private String events(String name, String... further) {
    String file = directory.resolve(name).toString();
    String[] arguments = new String[further.length + 2];
    arguments[0] = "--events";
    arguments[1] = file;
    System.arraycopy(further, 0, arguments, 2, further.length);
    assertThat(runMixed(arguments).exitCode()).isZero();
    return file;
  }

  @Test
  void everyLineIsAnEventWithItsTimeAndItsNumber() throws IOException {
    Path file = Path.of(events("events.jsonl"));
    List<String> lines = Files.readAllLines(file);
    ObjectMapper mapper = new ObjectMapper();
    long before = 0;
    long number = 1;
    long hits = 0;
    for (String line : lines) {
      JsonNode event = mapper.readTree(line);
      assertThat(event.get("seq").longValue()).isEqualTo(number++);
      assertThat(event.get("ns").longValue()).isGreaterThanOrEqualTo(before);
      before = event.get("ns").longValue();
      assertThat(event.get("actor").textValue()).isNotEmpty();
      hits += event.get("event").textValue().equals("hit") ? 1 : 0;
    }
    JsonNode summary = runMixed("--format", "json").json();
    assertThat(hits).isEqualTo(summary.at("/vmstat/swap_ra_hit").longValue());
    assertThat(directory).isDirectoryContaining(left -> left.equals(file));
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void aTasksLifeIsToldFromTheFileOrItsDirectory() {
    String file = events("events.jsonl");

    Typed told = typed("explain", directory.toString(), "--task", "p1.seq");

    assertThat(told.exitCode()).isZero();
    assertThat(told.out())
        .containsPattern("^p1.seq decided [0-9]+ windows, of [0-9.]+ pages on average")
        .containsPattern("p2.rnd spent [0-9]+")
        .containsPattern("(?m)^Raised [0-9]+ times: by its own hits [0-9]+")
        .containsPattern("(?m): wide, [0-9]+ windows of [0-9.]+ pages; spent [0-9]+ hits");
    assertThat(typed("explain", file, "--task", "p2.rnd", "--all").out())
        .containsPattern("(?m) ms  window [0-9]+.*: it took [0-9]+ hits? of p1.seq")
        .containsPattern("(?m) ms  window 1.*: no hits");
  }

  @Test
  void whatIsNoTaskOrNoEventIsRefusedInOneLine() throws IOException {
    String file = events("events.jsonl");
    Path other = Files.writeString(directory.resolve("other"), "no event\n");

    assertThat(typed("explain", file, "--task", "p9.x"))
        .satisfies(typed -> assertThat(typed.exitCode()).isEqualTo(2))
        .satisfies(
            typed ->
                assertThat(typed.err())
                    .contains("no window was decided for p9.x", "p1.seq, p2.rnd")
                    .hasLineCount(1));
    assertThat(typed("explain", other.toString(), "--task", "p1.seq").err())
        .contains("line 1 is no event")
        .hasLineCount(1);
    assertThat(typed("explain", directory.resolve("nowhere").toString(), "--task", "t").err())
        .contains("there is no such file");
    assertThat(typed("diff", file, other.toString()).exitCode()).isEqualTo(2);
  }

  @Test
  void theFirstEventInWhichTwoRunsDifferIsNamed() {
    String one = events("one");
    String same = events("same");
    String other = events("other", "--set", "processes.p2.tasks.rnd.seed=101");

    assertThat(typed("diff", one, same))
        .satisfies(typed -> assertThat(typed.exitCode()).isZero())
        .satisfies(typed -> assertThat(typed.out()).startsWith("the same "));
    assertThat(typed("diff", one, other))
        .satisfies(typed -> assertThat(typed.exitCode()).isEqualTo(1))
        .satisfies(
            typed ->
                assertThat(typed.out())
                    .containsPattern("^after [0-9]+ events that are the same")
                    .containsPattern("(?m)^  both +\\{\"ns\":.*")
                    .containsPattern("(?m)^  first +\\{\"ns\":.*")
                    .containsPattern("(?m)^  second +\\{\"ns\":.*"));
  }
}
