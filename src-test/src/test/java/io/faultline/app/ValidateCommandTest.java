package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded rows, emulated and shown side by side. */
class ValidateCommandTest {

  private static final String HEADER =
      "run_id,kernel,smp,job,rotational,vma_ra_enabled,page_cluster,lru_gen,swappiness,zswap,"
          + "swap_device,swap_areas,tasks,actors,pages_per_actor,memory_max,pushout,swapoff_run,"
          + "init,own_vma,status,d_pgmajfault,d_pswpin,d_pswpout,d_swap_ra,d_swap_ra_hit,"
          + "cg_current_0,window_hist,layout_a0\n";

  /** A sequential reader of 1024 pages from a hot start, as the kernel would count it. */
  private static final String SEQUENTIAL =
      "lab/s-seq-r-hot,6.1.0-57-amd64,1,s,1,true,3,0x0000,60,N,virtio-blk,1,threads,"
          + "\"seq,r,0,1,0\",1024,2097152,1,0,serial,1,ok,128,1024,0,896,896,"
          + "0,8:128,\"swapped=1024,present=0\"\n";

  private static final String ZSWAP =
      SEQUENTIAL.replace("s-seq-r-hot", "z-zswap").replace(",60,N,", ",60,Y,");

  /** A swapoff of the same pages and 4 more, as a machine that was just booted does it. */
  private static final String SWAPOFF =
      SEQUENTIAL
          .replace("s-seq-r-hot", "h-swapoff")
          .replace("1,0,serial", "1,1,serial")
          .replace("128,1024,0,896,896", "1,1028,0,898,898")
          .replace("8:128", "4:1 8:129");

  private static final String RECORDED = "src/test/resources/recordings/runs.csv";

  @TempDir private Path directory;
  private Path runs = Path.of("");

  @BeforeEach
  void twoRows() throws IOException {
    runs = directory.resolve("runs.csv");
    Files.writeString(runs, HEADER + SEQUENTIAL + ZSWAP);
  }

  @Test
  void aRowIsEmulatedFromItsLayoutAndComparedCountByCount() throws IOException {
    writeCompanions();

    Typed typed = typed("validate", runs.toString());

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out())
        .containsPattern("(?m)^ lab/s-seq-r-hot +pgmajfault +128 +[0-9]+ +[0-9.]+ % +hot start$")
        .containsPattern("(?m)^ lab/s-seq-r-hot +actor0 seq pgmajfault +128 +[0-9]+ ")
        .containsPattern("(?m)^ lab/s-seq-r-hot +actor0 seq window calls +128 +[0-9]+ ")
        .containsPattern("(?m)^ lab/s-seq-r-hot +actor0 seq hits spent +896 +[0-9]+ ");
  }

  @Test
  void whatIsMissingBesideTheRowsPrintsADash() {
    Typed typed = typed("validate", runs.toString(), "--rows", "seq");

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out())
        .contains("no layout recorded: from init")
        .containsPattern("(?m)^ lab/s-seq-r-hot +actor0 seq pgmajfault +- +[0-9]+ +-$")
        .containsPattern("(?m)^ lab/s-seq-r-hot +actor0 seq hits spent +- +[0-9]+ +-$");
  }

  @Test
  void aRowThatCannotBeEmulatedIsListedWithItsReason() {
    assertThat(typed("validate", runs.toString(), "--rows", "zswap").out())
        .containsPattern("(?m)^ lab/z-zswap +zswap was on, and how it was set is not in the row$")
        .endsWith(
            "rows 1, emulated 0, within 1 %: 0, within 2 %: 0, within 5 %: 0, median error - %\n");
  }

  @Test
  void aSwapoffIsComparedByItsCallsAndHasNoMajorFaultsOfItsOwn() throws IOException {
    Files.writeString(runs, HEADER + SWAPOFF);
    writeCompanions();
    writeLayout("lab/h-swapoff,0,0,4,0,1024,1\n");

    Typed typed = typed("validate", runs.toString());

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out())
        .containsPattern("(?m)^ lab/h-swapoff +pgmajfault +1 +0 +- +boot start, start unknown$")
        .containsPattern("(?m)^ lab/h-swapoff +pswpin +1028 +1028 +0.00 %$")
        .containsPattern("(?m)^ lab/h-swapoff +ra_calls +130 +130 +0.00 %$")
        .containsPattern("(?m)^ lab/h-swapoff +window 8 +129 +129 +0.00 %$")
        .doesNotContain("actor0")
        .contains("within 1 %: 1,");
  }

  /** Where the windows are large, so that there are few, and where each process's lie in pieces. */
  @Test
  void recordedSwapoffsAreMetWithinTwoPerCent() {
    Typed typed =
        typed("validate", RECORDED, "--rows", "/c-.*(ssd-pc8|vma-pc6)|6.12.*/c-.*hdd-pc5-4proc");

    assertThat(typed.out()).contains("rows 6, emulated 6,").contains("within 2 %: 6,");
    assertThat(typed.exitCode()).isZero();
  }

  /** Runs of 64 slots alternate between the areas, and a, then b is switched off. */
  @Test
  void recordedRunsOfTwoAreasAreMetFromTheInitAndFromTheirLayout() {
    for (String start : new String[] {"--from-init", "--format=table"}) {
      Typed typed =
          typed(
              "validate", RECORDED, start, "--rows", "/d-(cluster_hdd-pc5|vma-pc5-seq|.*swapoff)");

      assertThat(typed.out()).contains("rows 8, emulated 8,").contains("within 2 %: 8,");
      assertThat(typed.out())
          .contains("within 10 %: 8 of 8; areas' use within 256 KiB of equal: 6 of 6");
      assertThat(typed.exitCode()).isZero();
    }
  }

  @Test
  void theLastLineCountsTheRows() throws IOException {
    writeCompanions();

    assertThat(typed("validate", runs.toString()).out().lines())
        .last()
        .asString()
        .matches(
            "rows 2, emulated 1, within 1 %: [01], within 2 %: [01], within 5 %: 1,"
                + " median error [0-9]+\\.[0-9]+ %");
  }

  @Test
  void severalSeedsGiveASpreadAndSayWhetherTheRowHolds() throws IOException {
    writeCompanions();

    String out =
        typed("validate", runs.toString(), "--seeds", "3", "--interleaving", "shuffled").out();

    assertThat(out)
        .containsPattern("(?m)^ run +figure +recorded +median +min +max +error +remarks$")
        .containsPattern("(?m)^holds: [01] of 1$");
  }

  @Test
  void theFileHoldsTheComparisonAsJson() throws IOException {
    writeCompanions();
    Path out = directory.resolve("out.json");

    typed("validate", runs.toString(), "--out", out.toString());

    JsonNode json = new ObjectMapper().readTree(out.toFile());
    JsonNode row = json.get("rows").get(0);
    assertThat(row.get("run_id").asText()).isEqualTo("lab/s-seq-r-hot");
    assertThat(row.get("status").asText()).isEqualTo("emulated");
    assertThat(row.get("counters").fieldNames())
        .toIterable()
        .containsExactly("pgmajfault", "pswpin", "pswpout", "swap_ra", "swap_ra_hit");
    JsonNode counter = row.get("counters").get("pgmajfault");
    assertThat(counter.get("recorded").asLong()).isEqualTo(128);
    assertThat(counter.get("error").asDouble())
        .isEqualTo(Math.abs(counter.get("emulated").asLong() - 128) / 128.0);
    assertThat(row.get("windowDistance").asDouble()).isBetween(0.0, 1.0);
    assertThat(row.get("tasks")).hasSize(1);
    assertThat(json.get("rows").get(1).get("status").asText()).isEqualTo("skipped");
    assertThat(json.get("rows").get(1).get("reason").asText()).contains("zswap");
    assertThat(json.get("summary").get("rows").asInt()).isEqualTo(2);
  }

  /** {@code --out /dev/null} put a file in the device's place, which harms the whole system. */
  @Test
  void whatIsNoRegularFileIsNeverReplaced() throws IOException {
    writeCompanions();
    Path socket = directory.resolve("socket");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));

      Typed typed = typed("validate", runs.toString(), "--out", socket.toString());

      assertThat(typed.exitCode()).isEqualTo(1);
      assertThat(typed.err()).contains("cannot write to " + socket);
      assertThat(Files.isRegularFile(socket)).isFalse();
    }
  }

  @Test
  void aLinkStaysALinkToTheFileItNames() throws IOException {
    writeCompanions();
    Path file = Files.writeString(directory.resolve("file.json"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link.json"), file);

    typed("validate", runs.toString(), "--out", link.toString());

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(file).content().contains("run_id");
  }

  @Test
  void jsonOnStandardOutputIsTheSameAsInTheFile() throws IOException {
    writeCompanions();
    Path out = directory.resolve("out.json");

    Typed typed = typed("validate", runs.toString(), "--format", "json", "--out", out.toString());

    assertThat(out).hasContent(typed.out().stripTrailing());
  }

  @Test
  void fromInitMemoryIsPopulatedAndPushedOut() throws IOException {
    writeCompanions();

    assertThat(typed("validate", runs.toString(), "--rows", "seq", "--from-init").out())
        .containsPattern("(?m)^ lab/s-seq-r-hot +pgmajfault +128 +[0-9]+ ");
  }

  @Test
  void aTableThatCannotBeUsedIsRefusedWholly() throws IOException {
    refused("lacks the column d_swap_ra_hit", HEADER.replace("d_swap_ra_hit", "x") + SEQUENTIAL);
    refused(
        ":3: d_pswpin is a whole number",
        HEADER + ZSWAP + SEQUENTIAL.replace("1024,0,896", "-,0,896"));
    refused(":2: has 3 cells", HEADER + "a,b,c\n");
    refused("has no rows", HEADER);
  }

  @Test
  void aRowThatMakesNoExperimentIsNamedWithItsFile() throws IOException {
    refused(
        "runs.csv: lab/s-seq-r-hot: machine.swappiness is a whole number from 0 to 200",
        HEADER + SEQUENTIAL.replace(",60,", ",999,"));
  }

  /** Spreadsheets put a byte order mark before the header, which made run_id a missing column. */
  @Test
  void aByteOrderMarkIsNoPartOfTheFirstColumn() throws IOException {
    writeCompanions();
    Files.writeString(runs, '\uFEFF' + Files.readString(runs));

    assertThat(typed("validate", runs.toString(), "--rows", "seq").exitCode()).isZero();
  }

  @Test
  void aLayoutThatContradictsItselfIsRefused() throws IOException {
    writeCompanions();
    writeLayout("lab/s-seq-r-hot,0,0,4,0,600,1\nlab/s-seq-r-hot,0,600,500,0,424,1\n");

    Typed typed = typed("validate", runs.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("layout.csv.gz", "slot 500", "twice");
  }

  @Test
  void pagesBehindTheLastExtentAreLaidOutInOrderAndTheRowSaysSo() throws IOException {
    writeCompanions();
    writeLayout("lab/s-seq-r-hot,0,0,4,0,600,1\n");

    assertThat(typed("validate", runs.toString(), "--rows", "seq").out())
        .contains("layout incomplete");
  }

  @Test
  void aBadExpressionAndAFileThatIsNotThereAreNamed() {
    assertThat(typed("validate", "--rows", "(", runs.toString()).exitCode()).isEqualTo(2);
    assertThat(typed("validate", "--rows", "nothing", runs.toString()).exitCode()).isEqualTo(2);
    assertThat(typed("validate", "--seeds", "0", runs.toString()).exitCode()).isEqualTo(2);
    Typed missing = typed("validate", directory.resolve("none.csv").toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err().lines()).hasSize(1);
    assertThat(missing.err()).contains("none.csv", "there is no such file");
  }

  private void refused(String reason, String table) throws IOException {
    Files.writeString(runs, table);

    Typed typed = typed("validate", runs.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).contains("runs.csv").contains(reason);
    assertThat(typed.err().lines()).hasSize(1);
  }

  private void writeCompanions() throws IOException {
    Files.writeString(
        directory.resolve("windows.csv"),
        """
        run_id,function,path,who,window,count
        lab/s-seq-r-hot,swap_cluster_readahead,hits>0,actor0,8,128
        """);
    Files.writeString(
        directory.resolve("hits.csv"),
        "run_id,mode,who,hits,count\nlab/s-seq-r-hot,cluster,actor0,7,128\n");
    Files.writeString(
        directory.resolve("per_thread.csv"), "run_id,actor,majflt\nlab/s-seq-r-hot,0,128\n");
    writeLayout("lab/s-seq-r-hot,0,0,4,0,1024,1\n");
  }

  private void writeLayout(String extents) throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("layout.csv.gz")))) {
      out.write(
          ("run_id,actor,first_page,first_slot,swap_type,length,direction\n" + extents)
              .getBytes(StandardCharsets.UTF_8));
    }
  }
}
