package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.laboratory.Mixture;
import io.faultline.config.ExperimentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search of a few mixtures. */
class SearchCommandTest {

  @TempDir private Path directory;

  private static Typed search(Path out, String... further) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "search",
                "--mixtures",
                "5",
                "--refinements",
                "2",
                "--seeds",
                "1",
                "--out",
                out.toString()));
    arguments.addAll(List.of(further));
    return typed(arguments.toArray(String[]::new));
  }

  @Test
  void aSearchThatWasInterruptedAnywhereEndsWithTheSameBytes() throws IOException {
    Path whole = directory.resolve("whole");
    Typed typed = search(whole);

    assertThat(typed.exitCode()).as(typed.err()).isZero();
    assertThat(typed.out())
        .contains("5 mixtures drawn", "faster with one counter per VMA")
        .isEqualTo(Files.readString(whole.resolve("search.txt")));
    String log = Files.readString(whole.resolve("search.jsonl"));
    for (int kept : new int[] {10, log.length() / 3, log.length() - 20}) {
      Path begun = Files.createDirectory(directory.resolve("begun-" + kept));
      Files.writeString(begun.resolve("search.jsonl"), log.substring(0, kept));

      Typed resumed = search(begun);

      assertThat(resumed.out()).as("after %d bytes", kept).isEqualTo(typed.out());
      assertThat(Files.readString(begun.resolve("search.jsonl"))).isEqualTo(log);
    }
  }

  @Test
  void theBestAreFilesToRun() throws IOException {
    Path out = directory.resolve("out");
    search(out);

    Path best = out.resolve("vma-faster-1.conf");
    String ratio = Files.readAllLines(best).get(0).replaceFirst("\\D*([0-9.]+) times.*", "$1");
    assertThat(Files.readString(out.resolve("search.txt"))).contains(" " + ratio);
    assertThat(Files.readString(best)).contains("faultline compare vma-faster-1.conf --vary");
    assertThat(ExperimentReader.file(best).read().machine().pageCluster()).isBetween(0, 5);
    Typed compared =
        typed(
            "compare",
            best.toString(),
            "--vary",
            "machine.vma-ra-enabled=false,true",
            "--seeds",
            "2",
            "--metric",
            "slowest");
    assertThat(compared.exitCode()).as(compared.err()).isZero();
  }

  @Test
  void aLogOfAnotherSearchIsNotGoneOnWith() throws IOException {
    Path out = Files.createDirectory(directory.resolve("out"));
    Files.writeString(
        out.resolve("search.jsonl"), "{\"seed\":2,\"mixtures\":5,\"refinements\":2,\"seeds\":1}\n");

    Typed typed = search(out);

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("is of another search").hasLineCount(2);
    assertThat(out.resolve("search.txt")).doesNotExist();
    Files.writeString(out.resolve("search.jsonl"), "anything else\n");
    assertThat(search(out).exitCode()).isEqualTo(2);
    assertThat(out.resolve("search.jsonl")).hasContent("anything else");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    for (String[] wrong :
        new String[][] {{"--mixtures", "0"}, {"--refinements", "-1"}, {"--seeds", "0"}}) {
      Typed typed =
          typed("search", "--out", directory.resolve("nothing").toString(), wrong[0], wrong[1]);

      assertThat(typed.exitCode()).isEqualTo(2);
      assertThat(typed.err()).startsWith("faultline: " + wrong[0] + " is ");
      assertThat(directory.resolve("nothing")).doesNotExist();
    }
  }

  @Test
  void aMixtureIsAnExperimentInEachLayout() {
    Mixture.Worker one = new Mixture.Worker("strided", 4, 20, true);
    Mixture.Worker other = new Mixture.Worker("random", 1, 0, false);
    for (String layout : List.of("processes", "threads", "merged")) {
      Mixture mixture = new Mixture(3, 50, "serial", layout, "nvme", 2, 2, List.of(one, other));

      var experiment = ExperimentReader.text("it", mixture.text(List.of())).read();

      assertThat(experiment.totalAccesses()).isEqualTo(2L * 2 * Mixture.PAGES);
      assertThat(experiment.processes()).hasSize(layout.equals("processes") ? 2 : 1);
      assertThat(experiment.processes().get(0).vmas()).hasSize(layout.equals("threads") ? 2 : 1);
      assertThat(experiment.groups().get(0).memoryMaxPages()).isEqualTo(Mixture.PAGES);
    }
  }
}
