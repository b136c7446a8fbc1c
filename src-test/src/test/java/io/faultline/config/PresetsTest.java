package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiments in the jar. */
class PresetsTest {

  static List<String> names() {
    return Presets.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aPresetIsReadAndSaysWhatItShows(String name) {
    assertThat(Presets.read(name).name()).isEqualTo(name);
    assertThat(Presets.description(name)).endsWith(".").doesNotStartWith("#").hasSizeLessThan(125);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aPresetAtItsTestSizeIsSmallAndOtherwiseTheSame(String name) {
    Experiment full = Presets.read(name);
    Experiment small = Presets.test(name);
    assertThat(small.totalAccesses()).isBetween(1_000L, 200_000L).isLessThan(full.totalAccesses());
    assertThat(small.machine().pageCluster()).isEqualTo(full.machine().pageCluster());
    assertThat(small.devices()).isEqualTo(full.devices());
    assertThat(small.processes()).hasSameSizeAs(full.processes());
    assertThat(small.builds()).hasSameSizeAs(full.builds());
  }

  @ParameterizedTest
  @MethodSource("names")
  void aPresetRenderedAndReadBackIsTheSameExperiment(String name) {
    for (Experiment experiment : List.of(Presets.read(name), Presets.test(name))) {
      Experiment again = ExperimentReader.text(name, experiment.render()).read();
      assertThat(again).isEqualTo(experiment);
      assertThat(again.render()).isEqualTo(experiment.render());
      assertThat(again.sha256()).isEqualTo(experiment.sha256()).matches("[0-9a-f]{64}");
    }
  }

  @Test
  void mixedIsTheRecordedRow() {
    Experiment mixed = Presets.read("mixed");
    assertThat(mixed.kernel()).isEqualTo(Kernel.V6_1);
    assertThat(mixed.machine().cpus()).isEqualTo(2);
    assertThat(mixed.machine().pageCluster()).isEqualTo(3);
    assertThat(mixed.machine().memoryPages()).isEqualTo(262_144);
    assertThat(mixed.groups()).containsExactly(new GroupSpec("t", 16_384));
    assertThat(mixed.device("virtio0")).isInstanceOf(DeviceSpec.VirtioBlk.class);
    assertThat(mixed.device("virtio0").rotational()).isTrue();
    assertThat(mixed.swapAreas().get(0).pages()).isEqualTo(131_072);
    assertThat(mixed.swapAreas().get(0).priority()).hasValue(5);
    assertThat(mixed.init()).isEqualTo(Init.SERIAL);
    assertThat(mixed.pushOut()).isTrue();
    assertThat(mixed.interleaving()).isEqualTo(new Interleaving.Fifo());
    TaskSpec sequential = mixed.processes().get(0).tasks().get(0);
    assertThat(sequential.pattern()).isEqualTo(new PatternSpec.Sequential());
    assertThat(sequential.accesses()).isEqualTo(16_384);
    TaskSpec random = mixed.processes().get(1).tasks().get(0);
    assertThat(random.pattern()).isEqualTo(new PatternSpec.UniformRandom());
    assertThat(random.seed()).isEqualTo(100);
    assertThat(random.write()).isFalse();
  }

  @Test
  void inOneMergedVmaEachTaskOwnsAHalf() {
    ProcessSpec process = Presets.read("mixed-merged-vma").processes().get(0);
    assertThat(process.vmas()).containsExactly(new VmaSpec("v", 32_768));
    assertThat(process.tasks())
        .extracting(TaskSpec::name, TaskSpec::firstPage, TaskSpec::pages)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("rnd", 16_384, 16_384),
            org.assertj.core.groups.Tuple.tuple("seq", 0, 16_384));
  }

  @Test
  void theVmaPresetsDoNotRotate() {
    assertThat(Presets.read("mixed-vma").device("virtio0").rotational()).isFalse();
    assertThat(Presets.read("mixed-merged-vma").device("virtio0").rotational()).isFalse();
  }

  @Test
  void theLargePresetIsTwentyPassesOverTwiceSixtyFiveThousandPages() {
    Experiment large = Presets.read("mixed-large");
    assertThat(large.totalAccesses()).isEqualTo(2 * 65_536 * 20);
    assertThat(large.groups().get(0).memoryMaxPages()).isEqualTo(65_536);
    assertThat(large.swapAreas().get(0).pages()).isEqualTo(524_288);
    assertThat(large.jitter()).isEqualTo(JitterSpec.NONE);
  }

  @Test
  void theFoundingExperimentKeepsItsProportions() {
    Experiment huang = Presets.read("huang-2017");
    long sequential = pages(huang, "seq");
    long random = pages(huang, "rnd");
    assertThat(sequential * 3).isEqualTo(random * 5);
    assertThat(huang.machine().memoryPages() * 50).isEqualTo(sequential * 32);
    assertThat(huang.processes()).hasSize(12);
  }

  @Test
  void anUnknownPresetNamesTheNearestAndAll() {
    assertThatThrownBy(() -> ExperimentReader.of("mixd"))
        .isInstanceOf(ConfigError.class)
        .hasMessage(
            "no preset and no file is called mixd; did you mean mixed?\n"
                + "the presets are mixed, mixed-vma, mixed-threads, mixed-merged-vma, mixed-large,"
                + " mixture, metastable, sequential, random, huang-2017, huang-2017-table, dickins-2012, li-2012,"
                + " li-2012-mix, striping, swapoff-under-load, tebibyte, righi,"
                + " khlebnikov-2012, pham-2g, pham-3g-cold");
  }

  private static long pages(Experiment experiment, String prefix) {
    return experiment.processes().stream()
        .filter(process -> process.name().startsWith(prefix))
        .flatMap(process -> process.vmas().stream())
        .mapToLong(VmaSpec::pages)
        .sum();
  }
}
