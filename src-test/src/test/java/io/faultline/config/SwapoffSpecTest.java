package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.config.SwapoffSpec.Order;
import io.faultline.config.SwapoffSpec.Variant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A swapoff in an experiment, and what comes with it. */
class SwapoffSpecTest {

  private static final String SMALL =
      """
      kernel = "5.6"
      groups { t { memory-max = 4MiB } }
      devices { d { model = nvme } }
      swap { a { device = d, size = 64MiB } }
      processes { p { group = t, vmas { v { pages = 1024, populate = true } } } }
      swapoff { s { area = a } }
      """;

  @ParameterizedTest
  @CsvSource({
    "3.6, kernel, kernel, SLOTS, KERNEL",
    "4.14, kernel, kernel, SLOTS, KERNEL",
    "5.6, kernel, kernel, PAGE_TABLES, VANILLA",
    "5.8, kernel, kernel, PAGE_TABLES, LOOKUP_CORRECT",
    "6.15, kernel, kernel, PAGE_TABLES, LOOKUP_CORRECT",
    "4.14, page-tables, kernel, PAGE_TABLES, VANILLA",
    "6.1, slots, kernel, SLOTS, KERNEL",
    "5.6, kernel, hits-plus-plus, PAGE_TABLES, HITS_PLUS_PLUS",
    "6.1, kernel, vanilla-5.6, PAGE_TABLES, VANILLA"
  })
  void whatIsNotStatedTheKernelDecides(
      String kernel, String order, String variant, Order expected, Variant walk) {
    Experiment experiment =
        small()
            .set("kernel=" + kernel)
            .set("swapoff.s.order=" + order)
            .set("swapoff.s.variant=" + variant)
            .set("swapoff.s.start=2s")
            .read();
    assertThat(experiment.swapoffs())
        .containsExactly(new SwapoffSpec("s", "a", 2_000_000_000, walk, expected));
    assertThat(ExperimentReader.text("small", experiment.render()).read()).isEqualTo(experiment);
  }

  @Test
  void aSwapoffMayWaitForOneBeforeIt() {
    Experiment experiment =
        small()
            .set("swap.b={ device = d, size = 4MiB }")
            .set("swapoff.t={ area = b, after = s }")
            .read();
    assertThat(experiment.swapoffs())
        .extracting(SwapoffSpec::after)
        .containsExactly(Optional.empty(), Optional.of("s"));
    assertThat(ExperimentReader.text("small", experiment.render()).read()).isEqualTo(experiment);
  }

  @Test
  void theVariantsHaveTheNamesOfThePublishedTable() {
    assertThat(Arrays.stream(Variant.values()).map(Variant::word))
        .containsExactly(
            "kernel",
            "vanilla-5.6",
            "fixed",
            "lookup-and-always-readahead",
            "hits-plus-plus",
            "hits-equal-last",
            "lookup-with-hits-equal-last",
            "lookup-correct");
  }

  @Test
  void aPopulatedProcessNeedsNoTask() {
    Experiment experiment = small().read();
    ProcessSpec process = experiment.processes().get(0);
    assertThat(process.vmas()).containsExactly(new VmaSpec("v", 1024, true));
    assertThat(process.tasks()).isEmpty();
    assertThat(experiment.totalAccesses()).isZero();
    assertThat(ExperimentReader.text("small", experiment.render()).read()).isEqualTo(experiment);
  }

  @Test
  void aLimitMayBeLiftedForTheMeasuredPhase() {
    assertThat(small().read().groups()).containsExactly(new GroupSpec("t", 1024, false));
    Experiment lifted = small().set("groups.t.unlimited-when-measuring=true").read();
    assertThat(lifted.groups()).containsExactly(new GroupSpec("t", 1024, true));
    assertThat(ExperimentReader.text("small", lifted.render()).read()).isEqualTo(lifted);
  }

  @Test
  void anExperimentWithoutASwapoffHasNone() {
    assertThat(Presets.read("mixed").swapoffs()).isEqualTo(List.of());
    assertThat(Presets.read("mixed").processes().get(0).vmas().get(0).populate()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          swapoff.s.area=b                         | swapoff.s.area names the swap area b, but there is a; did you mean a?
          swapoff.s.start=soon                     | swapoff.s.start is a duration from 0us to 3600s such as 50us, not soon
          swapoff.s.variant=lookup                 | swapoff.s.variant is kernel, vanilla-5.6, fixed, lookup-and-always-readahead, hits-plus-plus, hits-equal-last, lookup-with-hits-equal-last or lookup-correct, not lookup; did you mean lookup-and-always-readahead?
          swapoff.s.order=slot                     | swapoff.s.order is kernel, slots or page-tables, not slot; did you mean slots?
          swapoff.s.oder=slots                     | unknown key swapoff.s.oder; the nearest known key is swapoff.s.order
          swapoff.s={ area = a, order = slots, variant = fixed } | swapoff.s.variant changes the walk over page tables, but the order is slots; variant is kernel, or order = page-tables
          swapoff.t.area=a                         | swapoff.t.area is switched off by s already: a
          swapoff.s.after=s                        | swapoff.s.after names the swapoff before it s, but there is none
          init=none                                | init is serial or parallel where something is populated, as processes.p.vmas.v is; with none memory is empty
          processes.p.vmas.v.populate=maybe        | processes.p.vmas.v.populate is true or false, not maybe
          groups.t.unlimited-when-measuring=2      | groups.t.unlimited-when-measuring is true or false, not 2
          """)
  void aSwapoffThatCannotBeSaysWhatWouldBeRight(String setting, String message) {
    assertThatThrownBy(() -> small().set(setting).read())
        .isInstanceOf(ConfigError.class)
        .hasMessage("--set " + setting + ": " + message);
  }

  @Test
  void aProcessThatNobodyFillsHasNothingToSwap() {
    assertThatThrownBy(
            () ->
                ExperimentReader.text("small", SMALL + "processes.q { vmas.v.pages = 1, tasks {} }")
                    .read())
        .hasMessage(
            "small line 7: processes.q.tasks is empty; a process has at least one task or a VMA"
                + " with populate = true");
  }

  @Test
  void withoutATaskSomethingMustBePopulated() {
    assertThatThrownBy(
            () -> ExperimentReader.text("small", SMALL.replace(", populate = true", "")).read())
        .hasMessageContaining("processes.p.tasks is missing");
  }

  private static ExperimentReader small() {
    return ExperimentReader.text("small", SMALL);
  }
}
