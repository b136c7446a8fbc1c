package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded sequences of readahead decisions, compared one by one with those of the emulation. */
class ValidateTracesTest {

  private static final String TRACES = "src/test/resources/recordings/traces";

  /** Two readers of 64 pages, each in a VMA of its own, on slots 1 to 64 and 65 to 128. */
  private static final String TWO_TASKS =
      "run_id,kernel,smp,job,rotational,vma_ra_enabled,page_cluster,lru_gen,swappiness,zswap,"
          + "swap_device,swap_areas,tasks,actors,pages_per_actor,memory_max,pushout,swapoff_run,"
          + "init,own_vma,status,d_pgmajfault,d_pswpin,d_pswpout,d_swap_ra,d_swap_ra_hit,"
          + "cg_current_0,window_hist,layout_a0,layout_a1\n"
          + "6.1/smp1/h-two,6.1.0-57-amd64,1,h,1,true,2,0x0000,60,N,virtio-blk,1,threads,"
          + "\"seq,r,0,1,0 rev,r,0,1,0\",64,1048576,1,0,serial,1,ok,34,128,0,94,94,"
          + "0,4:34,\"swapped=64,present=0\",\"swapped=64,present=0\"\n";

  @TempDir private Path directory;

  @Test
  void oneTasksDecisionsAreThoseOfTheTraceOneByOne() {
    Typed typed = typed("validate", "--traces", TRACES, "--rows", "-r");

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out())
        .containsPattern("(?m)^ 6.1-h-vma-pc3-rev-r +1 +1025 +1025 +0 +1025 +100.00 % +-$")
        .containsPattern("(?m)^ 6.12-h-cluster_hdd-pc3-seq-r +1 +1027 +1027 +1 +1027 +100.00 % +-$")
        .doesNotContain("first difference")
        .contains("equal in every decision: 3 of 3 of one task, 0 of 0 of a swapoff;");
  }

  @Test
  void thePrimersLastWindowReachesIntoTheRegionOfAHotStart() {
    assertThat(typed("validate", "--traces", TRACES, "--rows", "seq-r-hot").out())
        .containsPattern(
            "(?m)^ 6.1-s-cluster_hdd-pc3-seq-r-hot +1 +1024 +1024 +0 +1024 +100.00 % +-$");
  }

  @Test
  void aSwapoffIsComparedWithThePagesThatItFoundBesideTheRegion() {
    assertThat(typed("validate", "--traces", TRACES, "--rows", "swapoff").out())
        .containsPattern(
            "(?m)^ 6.12-h-vma-pc3-swapoff +swapoff +1029 +1029 +1 +1029 +100.00 % +-$");
  }

  @Test
  void theFirstDifferenceIsToldWithItsLine() throws IOException {
    twoTasks();
    write(decision(7, 0x100, 1, 0, 0, 4), decision(8, 0x23f, 128, 1, 4, 4));

    Typed typed = typed("validate", "--traces", directory.resolve("traces").toString());

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out())
        .containsPattern(
            "(?m)^6.1-h-two: first difference at decision 1 \\(line 1\\): recorded actor0 slot 0:1,"
                + " hits 0, window 4; emulated actor0 slot 0:1, hits 0, window 2$");
  }

  @Test
  void theOrderInWhichTasksMissIsTheTraces() throws IOException {
    twoTasks();
    String[] events = {
      decision(8, 0x23f, 128, 0, 4, 2),
      decision(8, 0x23e, 127, 0, 2, 2),
      decision(7, 0x100, 1, 0, 2, 1),
    };
    write(events);

    JsonNode trace = traceAsJson();

    assertThat(trace.get("tasks").asInt()).isEqualTo(2);
    assertThat(trace.get("firstDifference").get("decision").asInt()).isEqualTo(4);
    assertThat(trace.get("firstDifference").get("recorded").isNull()).isTrue();
    assertThat(trace.get("equal").asInt()).isEqualTo(3);
  }

  @Test
  void aTraceThatCannotBeReadWhollyIsRefusedWithItsLine() throws IOException {
    twoTasks();
    write(decision(7, 0x100, 1, 0, 4, 4), "what is this\n");

    Typed typed = typed("validate", "--traces", directory.resolve("traces").toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("6.1-h-two.trace:4: is no event of the probes");
  }

  @Test
  void aMissThatThePatternDoesNotMakeIsRefused() throws IOException {
    twoTasks();
    write(decision(7, 0x102, 3, 0, 4, 4), decision(7, 0x101, 2, 0, 4, 4));

    Typed typed = typed("validate", "--traces", directory.resolve("traces").toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("line 4: misses page 1, and actor0 does not");
  }

  @Test
  void aTraceWithoutItsRunIsRefused() throws IOException {
    twoTasks();
    write(decision(7, 0x100, 1, 0, 4, 4));
    Files.move(
        directory.resolve("traces/6.1-h-two.trace"), directory.resolve("traces/6.1-h-one.trace"));

    Typed typed = typed("validate", "--traces", directory.resolve("traces").toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("6.1-h-one.trace belongs to no run of");
  }

  @Test
  void tracesAreComparedOnceAndFromTheLayout() {
    Typed typed = typed("validate", "--traces", TRACES, "--from-init");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("--traces compares one sequence from a recorded layout");
  }

  private JsonNode traceAsJson() throws IOException {
    String out =
        typed("validate", "--traces", directory.resolve("traces").toString(), "--format", "json")
            .out();
    return new ObjectMapper().readTree(out).get("traces").get(0);
  }

  private void twoTasks() throws IOException {
    Files.writeString(directory.resolve("runs.csv"), TWO_TASKS);
    Files.createDirectory(directory.resolve("traces"));
    String header = "run_id,actor,first_page,first_slot,swap_type,length,direction\n";
    try (var out =
        new java.util.zip.GZIPOutputStream(
            Files.newOutputStream(directory.resolve("layout.csv.gz")))) {
      out.write(
          (header + "6.1/smp1/h-two,0,0,1,0,64,1\n6.1/smp1/h-two,1,0,65,0,64,1\n")
              .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  private void write(String... events) throws IOException {
    Files.writeString(directory.resolve("traces/6.1-h-two.trace"), String.join("", events));
  }

  private static String decision(int pid, long page, int slot, int hits, int last, int window) {
    String before = " swapload-" + pid + " [000] ..... 1.5: ";
    return String.format(
        "%ssi: (swapin_readahead+0x0/0x4e0) entry=0x%x addr=0x%x000%n"
            + "%scE: (swap_cluster_readahead+0xb7/0x360) hits=%d pw=%d po=0 off=%d max=4%n"
            + "%scP: (swap_cluster_readahead+0xf4/0x360) win=%d%n",
        before, slot, page, before, hits, last, slot, before, window);
  }
}
