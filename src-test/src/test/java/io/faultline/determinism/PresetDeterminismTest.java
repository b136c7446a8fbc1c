package io.faultline.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.Interleaving;
import io.faultline.config.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every preset, at its test size, is a function of its experiment and seed, unless it races. */
class PresetDeterminismTest {

  static List<String> presets() {
    return Presets.names();
  }

  private static Experiment preset(String name, String interleaving, long seed) {
    return ExperimentReader.preset(name)
        .atTestSize()
        .interleaving(Interleaving.parse(interleaving))
        .seed(seed)
        .read();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void twoFirstComeFirstServedRunsAreEqualInAllFigures(String name) {
    Experiment experiment = preset(name, "fifo", 1);
    assertThat(Figures.of(experiment)).isEqualTo(Figures.of(experiment));
  }

  @ParameterizedTest
  @MethodSource("presets")
  void twoShuffledRunsOfOneSeedAreEqualInAllFigures(String name) {
    Experiment experiment = preset(name, "shuffled", 7);
    assertThat(Figures.of(experiment)).isEqualTo(Figures.of(experiment));
  }

  @Test
  void tenSeedsShuffleToSeveralRunsAndKeepTheInvariants() {
    Set<String> hashes = new TreeSet<>();
    for (int seed = 1; seed <= 10; seed++) {
      MachineReport report = new Machine(preset("mixed", "shuffled", seed)).withEventHash().run();
      hashes.add(String.valueOf(report.eventHash()));
      assertThat(report.invariants()).hasSize(5).allMatch(Invariant::holds);
    }
    assertThat(hashes).hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @MethodSource("presets")
  void aRacingRunKeepsTheInvariants(String name) {
    MachineReport report = new Machine(preset(name, "parallel:2", 1)).withEventHash().run();
    assertThat(report.invariants()).hasSizeBetween(5, 6).allMatch(Invariant::holds);
    assertThat(report.builds()).allMatch(build -> build.record().done());
    assertThat(report.tasks())
        .allMatch(
            task -> task.spec().background() || task.record().accesses() == task.spec().accesses());
    assertThat(report.eventHash()).isNull();
  }

  @Test
  void twoMachinesSideBySideDoNotDisturbEachOther() throws InterruptedException {
    Experiment experiment = preset("mixed-threads", "shuffled", 7);
    String alone = Figures.of(experiment);
    Set<String> beside = java.util.concurrent.ConcurrentHashMap.newKeySet();
    List<Thread> threads =
        List.of(
            new Thread(() -> beside.add(Figures.of(experiment))),
            new Thread(() -> beside.add(Figures.of(experiment))));
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(beside).containsExactly(alone);
  }

  @Test
  void anotherJvmComputesTheSameFigures() throws IOException, InterruptedException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=2", // one identity hash for all objects: nothing may depend on it
                "-cp",
                System.getProperty("java.class.path"),
                PrintedFigures.class.getName(),
                "mixed",
                "shuffled",
                "7")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor()).isZero();
    assertThat(printed.strip()).isEqualTo(Figures.of(preset("mixed", "shuffled", 7)).strip());
  }

  /** What the other JVM runs. */
  static final class PrintedFigures {

    private PrintedFigures() {}

    public static void main(String[] arguments) {
      System.out.println(
          Figures.of(preset(arguments[0], arguments[1], Long.parseLong(arguments[2]))));
    }
  }
}
