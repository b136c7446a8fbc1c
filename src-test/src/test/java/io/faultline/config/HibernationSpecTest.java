package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A hibernation in an experiment. */
class HibernationSpecTest {

  private static final String SMALL =
      """
      machine { cpus = 2, memory = 16MiB }
      devices { d { model = nvme } }
      swap { a { device = d, size = 64MiB } }
      processes { p { vmas { v { pages = 1024, populate = true } } } }
      push-out = false
      hibernation { image = 2MiB, cpus = 2 }
      """;

  @Test
  void anImageAndItsProcessorsAreReadAndShownAgain() {
    Experiment experiment = small().read();
    assertThat(experiment.hibernation()).contains(new HibernationSpec(512, 2));
    assertThat(experiment.render()).contains("hibernation {\n  cpus = 2\n  image = 2MiB\n}\n");
    assertThat(ExperimentReader.text("small", experiment.render()).read()).isEqualTo(experiment);
  }

  @Test
  void oneProcessorReclaimsIfNoMoreAreStated() {
    Experiment experiment = small().set("hibernation=null").set("hibernation.image=1MiB").read();
    assertThat(experiment.hibernation()).contains(new HibernationSpec(256, 1));
  }

  @Test
  void anExperimentHibernatesOnlyIfItSaysSo() {
    assertThat(Presets.read("mixed").hibernation()).isEmpty();
    assertThat(Presets.read("mixed").render()).doesNotContain("hibernation");
    assertThat(small().set("hibernation=null").read().hibernation()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hibernation.image=17MiB  | hibernation.image is at most machine.memory, 16MiB, not 17MiB
          hibernation.image=0      | hibernation.image is a size from 4KiB to below 8TiB such as 64MiB, not 0
          hibernation.image=null   | hibernation.image is missing; it is a size from 4KiB to below 8TiB such as 64MiB
          hibernation.cpus=0       | hibernation.cpus is a whole number from 1 to 1024, not 0
          hibernation.cpus=3       | hibernation.cpus is at most machine.cpus, 2, not 3
          hibernation.cpu=1        | unknown key hibernation.cpu; the nearest known key is hibernation.cpus
          hibernation=1            | hibernation is an object { ... }, not 1
          """)
  void aHibernationThatCannotBeSaysWhatWouldBeRight(String setting, String message) {
    assertThatThrownBy(() -> small().set(setting).read())
        .isInstanceOf(ConfigError.class)
        .hasMessage("--set " + setting + ": " + message);
  }

  @Test
  void afterAPushOutThereIsNothingToHibernate() {
    assertThatThrownBy(
            () -> ExperimentReader.text("small", SMALL.replace("push-out = false", "")).read())
        .hasMessage(
            "small line 6: hibernation takes the place of the push-out; state push-out = false with"
                + " it");
  }

  private static ExperimentReader small() {
    return ExperimentReader.text("small", SMALL);
  }
}
