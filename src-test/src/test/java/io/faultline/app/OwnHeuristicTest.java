package io.faultline.app;

import static io.faultline.app.Typed.typed;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of docs/own-heuristic.md, typed in by somebody who has the launcher and nothing else,
 * and what the launcher says to a class path that is wrong.
 */
@DisabledOnOs(OS.WINDOWS) // the launcher is a shell script
class OwnHeuristicTest {

  private static final Path PAGE = Path.of("../docs/own-heuristic.md");
  private static final Path LAUNCHER = Path.of("../faultline");
  private static final String CLASS_PATH = System.getProperty("java.class.path", "");

  @TempDir private Path directory;
  private Path work = Path.of("");
  private Path launcher = Path.of("");

  @BeforeEach
  void aCheckoutThatIsBuiltAndADirectoryToWorkIn() throws IOException {
    Path checkout = Files.createDirectory(directory.resolve("a checkout"));
    launcher = Files.copy(LAUNCHER, checkout.resolve("faultline"));
    Path launch = Files.createDirectories(checkout.resolve("target/launch"));
    Path jars = Files.createDirectory(launch.resolve("built"));
    Files.writeString(launch.resolve("current"), "built\n");
    jarOfTheTestsClassPath(jars.resolve("all.jar"));
    work = Files.createDirectory(directory.resolve("my work"));
  }

  @Test
  void theExampleOnThePageRunsAsItStandsThere() throws Exception {
    makeTheJarOfThePage(work.resolve("doubling.jar"));
    List<String> typed =
        block("sh")
            .lines()
            .filter(line -> line.startsWith("./faultline run"))
            .flatMap(line -> Stream.of(line.split(" ")).skip(1))
            .toList();

    Typed run = launched(Map.of(), typed);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Readahead by algorithm, scope and placement: example.Doubling, process, slots.")
        .containsPattern("p1\\.seq \\(sequential\\) chose a window of 8 pages in 9[0-9.]+ %");
  }

  @Test
  void theVariableDoesWhatTheOptionDoesAndTakesSeveral() throws Exception {
    makeTheJarOfThePage(work.resolve("doubling.jar"));
    Files.createDirectory(work.resolve("classes"));

    Typed run =
        launched(
            Map.of("FAULTLINE_CLASSPATH", "classes:" + work.resolve("doubling.jar")),
            List.of("run", "doubling.conf", "--format", "json"));

    assertThat(run.exitCode()).isZero();
    assertThat(run.json().at("/experiment").asText()).isEqualTo("doubling");
  }

  @Test
  void thePageIsAtMostThirtyLinesOfCode() throws IOException {
    assertThat(
            Stream.of("java", "hocon", "sh").mapToLong(kind -> block(kind).lines().count()).sum())
        .isLessThanOrEqualTo(30);
    assertThat(Files.readString(PAGE).split("```", -1)).hasSize(7);
  }

  @Test
  void aJarThatIsNotThereIsNamed() throws Exception {
    Typed option = launched(Map.of(), List.of("run", "mixed", "--class-path", "my jars/no.jar"));
    Typed variable = launched(Map.of("FAULTLINE_CLASSPATH", "no.jar"), List.of("list"));

    assertThat(option)
        .isEqualTo(new Typed(2, "", "faultline: --class-path: there is no my jars/no.jar\n"));
    assertThat(variable)
        .isEqualTo(new Typed(2, "", "faultline: FAULTLINE_CLASSPATH: there is no no.jar\n"));
  }

  @Test
  void aFileThatIsNoJarIsNamed() throws Exception {
    Files.writeString(work.resolve("Doubling.java"), block("java"));

    assertThat(launched(Map.of(), List.of("-cp", "Doubling.java", "run", "mixed")).err())
        .isEqualTo("faultline: -cp: Doubling.java is neither a jar nor a directory\n");
  }

  @Test
  void anOptionThatNoLauncherTookNoticeOfIsRefused() {
    Typed typed = typed("list", "--class-path", "elsewhere.jar");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).contains("elsewhere.jar is not on the class path", "java itself -cp");
    String present = CLASS_PATH.split(File.pathSeparator, -1)[0];
    assertThat(typed("list", "--class-path", present).exitCode()).isZero();
  }

  private void makeTheJarOfThePage(Path jar) throws IOException {
    Files.writeString(work.resolve("doubling.conf"), block("hocon"));
    Path source = Files.writeString(work.resolve("Doubling.java"), block("java"));
    Path classes = work.resolve("compiled");
    int failed =
        Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "this is no JDK")
            .run(null, null, null, "-cp", CLASS_PATH, "-d", classes.toString(), source.toString());
    assertThat(failed).as("the compiler's exit code").isZero();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("example/Doubling.class"));
      Files.copy(classes.resolve("example/Doubling.class"), out);
    }
  }

  private Typed launched(Map<String, String> variables, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", launcher.toString()));
    command.addAll(arguments);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = new HashMap<>(variables);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("FAULTLINE_CLASSPATH");
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    return new Typed(exitCode, Files.readString(out), Files.readString(err));
  }

  /** A class path may have directories, and the launcher has jars; a manifest can name both. */
  private static void jarOfTheTestsClassPath(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(CLASS_PATH.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri())
                .map(URI::toString)
                .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }

  private static String block(String kind) {
    try {
      String page = Files.readString(PAGE, StandardCharsets.UTF_8);
      var matcher = Pattern.compile("(?s)```" + kind + "\n(.*?)```").matcher(page);
      assertThat(matcher.find()).as("a block of " + kind + " in " + PAGE).isTrue();
      return matcher.group(1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
