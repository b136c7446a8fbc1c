package io.faultline.app;

import static io.faultline.app.Typed.runMixed;
import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An input that cannot be used is named in a line or two; nothing is run and nothing written. */
class WrongInputTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run mixd",
        "run mixed --set machine.cpu-count=2",
        "run mixed --set machine.cpus=two",
        "run mixed --set machine.cpus",
        "run mixed --set swap.a.size=0",
        "run mixed --set machine.memory=0MiB",
        "run mixed --set groups.t.memory-max=2GiB",
        "run mixed --set processes.p1.tasks.seq.pattern=strided"
            + " --set processes.p1.tasks.seq.stride=3",
        "run mixed --set processes.p1.tasks.seq.think=50",
        "run mixed --set include=3",
        "run mixed --interleaving random",
        "run mixed --seed one",
        "run mixed --sed 1",
        "run mixed --format xml",
        "run no-such-file.conf"
      })
  void aRunOfItEndsWithTwoAndSaysWhy(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    Path out = directory.resolve("out");
    words.addAll(List.of("--out", out.toString()));

    Typed typed = typed(words.toArray(String[]::new));

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err().lines()).hasSizeBetween(1, 2);
    assertThat(typed.err()).startsWith("faultline: ").doesNotContain("\tat ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aKeyThatDoesNotExistIsAnsweredWithTheNearestThatDoes() {
    assertThat(typed("run", "mixed", "--set", "machine.page-clustr=4").err())
        .contains("machine.page-cluster");
  }

  @Test
  void aMisspeltPresetIsAnsweredWithTheNearest() {
    assertThat(typed("run", "mixde").err()).contains("did you mean mixed");
  }

  @Test
  void anUnknownKernelGenerationIsAnsweredWithTheNearestAndAll() {
    Typed typed = typed("show", "kernel:5.5");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err())
        .isEqualTo(
            """
            faultline: no kernel generation is called 5.5; the nearest is 5.6
            the kernel generations are 3.6, 3.14, 4.14, 5.6, 5.8, 6.1, 6.8, 6.12, 6.15
            """);
    assertThat(typed("show", "kernel:5.6", "--set", "seed=2").exitCode()).isEqualTo(2);
  }

  @Test
  void aMisspeltOptionIsAnsweredWithTheNearest() {
    assertThat(typed("run", "mixed", "--sed", "3").err()).contains("--seed");
  }

  @Test
  void aSyntaxErrorIsNamedWithFileAndLine() throws IOException {
    Path file = directory.resolve("mine.conf");
    Files.writeString(file, "machine {\n  cpus = 2\n  memory = = 3\n}\n");

    Typed typed = typed("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("mine.conf").contains("3");
    assertThat(typed.out()).isEmpty();
  }

  @Test
  void aStackTraceIsPrintedForThoseWhoAskForIt() {
    assertThat(typed("run", "mixd").err()).doesNotContain("\tat ");
    assertThat(typed("run", "mixd", "--verbose").err()).contains("\tat ");
    assertThat(typed("--verbose", "run", "mixd").err()).contains("\tat ");
  }

  @Test
  void withoutACommandItSaysWhatThereIs() {
    Typed typed = typed();

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).contains("run", "list", "show", "validate", "reproduce", "calibrate");
  }

  static Set<String> commands() {
    return Main.commandLine().getSubcommands().keySet();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String command) {
    PrintStream before = System.err;
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
    Typed typed;
    try {
      typed = typed(command, "--help");
    } finally {
      System.setErr(before);
    }

    assertThat(typed.exitCode()).isZero();
    assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty(); // of a description's %
    assertThat(typed.out()).startsWith("Usage: faultline " + command);
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsRefusedBeforeTheRun() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "mine");

    Typed typed = runMixed("--out", file.resolve("out").toString());

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err().lines()).hasSize(1);
    assertThat(file).hasContent("mine");
  }

  @Test
  void aFileNestedTooDeeplyIsRefusedAndOverflowsNoStack() throws IOException {
    Path file = Files.writeString(directory.resolve("deep.conf"), "a=" + "[".repeat(200_000));

    Typed typed = typed("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err().lines()).hasSize(1);
    assertThat(typed.err()).contains("deep.conf", "nested too deeply");
  }

  /** A terminal obeys what is quoted to it. */
  @Test
  void whatIsQuotedOfAnInputHoldsNoControlCharacters() throws IOException {
    Path file = Files.writeString(directory.resolve("zero.conf"), "\0\u001b[31m".repeat(3_000));

    Typed typed = typed("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err().strip()).doesNotContainPattern("\\p{Cntrl}").hasSizeLessThan(500);
    assertThat(typed("run", "mixed", "--set", "seed=\u001b[X").err().strip())
        .doesNotContainPattern("\\p{Cntrl}");
  }

  @Test
  void aMissingIncludeIsNamedWithTheFileThatIncludesIt() throws IOException {
    Path file = Files.writeString(directory.resolve("a.conf"), "include \"b.conf\"");

    assertThat(typed("run", file.toString()).err())
        .contains("a.conf includes ", "b.conf, which cannot be read: there is no such file");
  }

  /** An unset variable of a shell; the empty path is where the user is. */
  @Test
  void anEmptyNameIsNoPlaceForAResult() {
    Typed typed = runMixed("--out", "");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err().lines()).hasSize(1);
  }
}
