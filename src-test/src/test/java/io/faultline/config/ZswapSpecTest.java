package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.config.ZswapSpec.Compressor;
import io.faultline.config.ZswapSpec.Protection;
import io.faultline.config.ZswapSpec.ZpoolKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** zswap in an experiment. */
class ZswapSpecTest {

  private static ExperimentReader small(String kernel) {
    return ExperimentReader.text(
        "small",
        """
        kernel = "%s"
        machine.memory = 16MiB
        groups.g.memory-max = 1MiB
        devices.d.model = nvme
        swap.a { device = d, size = 8MiB }
        processes.p { group = g, vmas.v.pages = 512, tasks.t { vma = v, pattern = random } }
        """
            .formatted(kernel));
  }

  @Test
  void thereIsNoneUnlessItIsStated() {
    assertThat(small("6.12").read().zswap()).isEmpty();
    assertThat(small("6.12").read().render()).doesNotContain("zswap");
    assertThat(small("6.12").set("zswap.enabled=false").read().zswap()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"6.1, COUNTER, false", "6.8, COUNTER, true", "6.12, SECOND_CHANCE_ALL, true"})
  void theKernelChoosesWhatIsNotStated(String kernel, Protection protection, boolean exclusive) {
    assertThat(small(kernel).set("zswap.compressor=zstd").read().zswap())
        .contains(
            new ZswapSpec(
                Compressor.ZSTD,
                ZpoolKind.ZBUD,
                20,
                90,
                false,
                protection,
                exclusive,
                true,
                16_000,
                2_650,
                2_000));
  }

  @Test
  void itsTextReadsBackAsItIs() {
    Experiment experiment =
        small("6.12")
            .set("zswap.compressor=lz4")
            .set("zswap.zpool=zsmalloc")
            .set("zswap.shrinker-enabled=true")
            .set("zswap.shrinker-protection=second-chance")
            .set("zswap.exclusive-loads=false")
            .set("groups.g.zswap-max=64KiB")
            .set("groups.g.zswap-writeback=false")
            .set("processes.p.vmas.v.content=index")
            .set("processes.p.vmas.v.same-filled=0.25")
            .read();

    assertThat(ExperimentReader.text("small", experiment.render()).read()).isEqualTo(experiment);
    assertThat(experiment.groups().get(0).zswapMaxPages()).isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zswap.shrinker-enabled=true | shrinker-enabled is false with kernel 6.1; the shrinker came"
            + " with 6.8",
        "zswap.compressor=lzma | zswap.compressor is lzo, lz4 or zstd, not lzma",
        "zswap.max-pool-percent=101 | zswap.max-pool-percent is a whole number from 0 to 100, not"
            + " 101",
        "zswap.zpol=zbud | unknown key zswap.zpol; the nearest known key is zswap.zpool",
        "processes.p.vmas.v.same-filled=2 | same-filled is a number from 0 to 1, not 2"
      })
  void whatIsWrongIsRefusedWithWhatWouldBeRight(String setting, String message) {
    assertThatThrownBy(() -> small("6.1").set(setting).read())
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining(message);
  }

  @Test
  void sharesOfContentAreAtMostOneTogether() {
    assertThatThrownBy(
            () ->
                small("6.1")
                    .set("processes.p.vmas.v.same-filled=0.6")
                    .set("processes.p.vmas.v.incompressible=0.5")
                    .read())
        .hasMessageContaining("and same-filled are at most 1 together");
  }

  @Test
  void pagesComeInTheSharesAndSizesOfTheirContent() {
    ContentSpec content = new ContentSpec(ContentSpec.Kind.PROGRAM, 0.25, 0.125);
    int same = 0;
    int poor = 0;
    long bytes = 0;
    for (int tag = 1; tag <= 10_000; tag++) {
      int size = content.compressedBytes(tag, Compressor.ZSTD);
      same += size == ContentSpec.SAME_FILLED ? 1 : 0;
      poor += size == 4096 ? 1 : 0;
      bytes += size == 4096 ? 0 : size;
    }
    assertThat(same).isBetween(2_350, 2_650);
    assertThat(poor).isBetween(1_150, 1_350);
    assertThat(bytes / (10_000 - same - poor)).isBetween(1_280L, 1_320L);
  }
}
