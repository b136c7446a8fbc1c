package io.faultline.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A sweep of small machines: of 1024 pages each takes about a tenth of a second. */
final class SmallSweep {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SmallSweep() {}

  static Path file(Path directory, int pages, int seeds) throws IOException {
    return Files.writeString(
        directory.resolve("small.conf"),
        """
        experiment = mixed
        set {
          groups.t.memory-max = %1$dKiB
          swap.a.size = %2$dKiB
          processes { p1.vmas.v.pages = %3$d, p2.vmas.v.pages = %3$d }
        }
        axes { machine.page-cluster = [0, 3], readahead = [cluster, vma] }
        seeds = %4$d
        """
            .formatted(pages * 4, pages * 32, pages, seeds));
  }

  /** How many points a sweep has done, as its directory says; 0 before it says so. */
  static int done(Path out) {
    try {
      Path status = out.resolve("status.json");
      return Files.exists(status)
          ? MAPPER.readTree(Files.readString(status)).path("done").asInt()
          : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Every point is there once, and the results are those of another run, byte for byte. */
  static void assertSame(Path out, Path reference) throws IOException {
    assertThat(out.resolve("results.csv")).hasSameBinaryContentAs(reference.resolve("results.csv"));
    assertThat(out.resolve("results.parquet"))
        .hasSameBinaryContentAs(reference.resolve("results.parquet"));
    Map<Integer, Integer> recorded = new TreeMap<>();
    for (JsonNode run : runs(out)) {
      if (!run.get("outcome").asText().equals("dropped")) {
        recorded.merge(run.get("point").asInt(), 1, Integer::sum);
      }
    }
    assertThat(recorded.values()).containsOnly(1);
    assertThat(recorded).hasSize(Files.readAllLines(out.resolve("results.csv")).size() - 1);
  }

  /** The lines of {@code runs.jsonl}. */
  static List<JsonNode> runs(Path out) throws IOException {
    return Files.readAllLines(out.resolve("runs.jsonl")).stream()
        .map(
            line -> {
              try {
                return MAPPER.readTree(line);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
        .toList();
  }
}
