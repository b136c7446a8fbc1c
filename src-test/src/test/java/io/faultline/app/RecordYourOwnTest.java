package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What tools/record leaves, here of two Debian kernels and tools/record/jobs/kinds, and what can be
 * told about its scripts without a virtual machine.
 */
class RecordYourOwnTest {

  private static final Path TOOLS = Path.of("../tools/record");
  private static final Path PAGE = Path.of("../docs/record-your-own.md");
  private static final String RECORDED = "src/test/resources/recordings-own/";

  /** One task, pages on swap at the start, no zswap: nothing is left to chance. */
  private static final String ONE_TASK =
      "-(seq|rev|str4|rnd)-(r|w)(-mglru|-2areas|-null2ms)?-(hot|cold)$";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"6.1", "6.12"})
  void everyRowThatTheToolWroteIsReadWithItsWindowsAndLayout(String kernel) throws IOException {
    Path runs = Path.of(RECORDED + kernel + "/runs.csv");
    List<Recording> rows = Recording.read(runs);

    assertThat(rows).hasSize(jobs().size());
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.status()).isEqualTo("ok");
              assertThat(row.kernel()).startsWith(kernel + ".");
              assertThat(row.swapped()).hasSameSizeAs(row.actors());
              long windows = row.windows().values().stream().mapToLong(Long::longValue).sum();
              assertThat(windows).isEqualTo(row.pageCluster() == 0 ? 0 : row.calls());
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.1", "6.12"})
  void aTaskAloneIsEmulatedWithinTwoPercentOfWhatTheToolRecorded(String kernel) {
    Typed typed = typed("validate", RECORDED + kernel + "/runs.csv", "--rows", ONE_TASK);

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out()).containsPattern("rows 7, emulated 7, .*within 2 %: 7,");
  }

  @Test
  void rowsWithZswapAndRowsThatBeginInMemoryAreEmulatedFromTheirInit() {
    Typed typed =
        typed("validate", RECORDED + "6.1/runs.csv", "--from-init", "--rows", "zstd20|nopush");

    assertThat(typed.exitCode()).isZero();
    assertThat(typed.out()).containsPattern("rows 2, emulated 2, .*within 5 %: 2,");
  }

  @Test
  void thePageExplainsEveryColumn() throws IOException {
    String page = Files.readString(PAGE);
    String header = Files.readAllLines(Path.of(RECORDED + "6.1/runs.csv")).get(0);

    for (String column : header.split(",", -1)) {
      if (!column.matches("d_.*|zs_.*|swap_used_kb_.*|cg_.*|layout_a.*")) {
        assertThat(page).contains("`" + column + "`");
      }
    }
  }

  @Test
  void thePageExplainsEveryKeyOfARun() throws IOException {
    String page = Files.readString(PAGE);
    String program = Files.readString(TOOLS.resolve("swapload.c"));
    String keys = between(program, "keys[] = {", "\"out\"");

    assertThat(Pattern.compile("\"([a-z_]+)\"").matcher(keys).results().map(key -> key.group(1)))
        .hasSizeGreaterThan(10)
        .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "fetch-debian-kernel", "init"})
  @DisabledOnOs(OS.WINDOWS)
  void theScriptsAreWhatAShellCanRead(String script) throws Exception {
    assertThat(ended("sh", "-n", TOOLS.resolve(script).toString()).exitCode()).isZero();
    assertThat(Files.isExecutable(TOOLS.resolve(script))).isTrue();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatIsWrongWithTheArgumentsIsToldInOneLine() throws Exception {
    String record = TOOLS.resolve("record").toString();

    assertThat(ended(record)).isEqualTo(refused("--out DIRECTORY says where the tables go"));
    assertThat(ended(record, "--out", directory.resolve("new").toString(), "no-such-jobs"))
        .isEqualTo(refused("cannot read no-such-jobs"));
    assertThat(ended(record, "--out", directory.resolve("new").toString(), "--cpus", "none"))
        .isEqualTo(refused("--cpus is a whole number from 1, not none"));
    assertThat(ended(record, "--out", directory.toString()))
        .isEqualTo(refused(directory + " is there already: name another --out"));
    assertThat(ended(record, "--help").out()).contains("--kernel WHAT", "--accel NAME");
  }

  private static Typed refused(String why) {
    return new Typed(2, "", "record: " + why + "\n");
  }

  private static List<String> jobs() throws IOException {
    try (Stream<String> lines = Files.lines(TOOLS.resolve("jobs/kinds"))) {
      return lines.filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    }
  }

  private static String between(String text, String before, String after) {
    int from = text.indexOf(before);
    return text.substring(from, text.indexOf(after, from));
  }

  private Typed ended(String... command) throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    int exitCode =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Typed(exitCode, Files.readString(out), Files.readString(err));
  }
}
