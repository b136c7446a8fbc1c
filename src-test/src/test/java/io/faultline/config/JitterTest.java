package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.faultline.config.JitterSpec.Distribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How times vary. */
class JitterTest {

  @Test
  void withoutJitterEveryTimeIsWhatItIs() {
    JitterSource source = JitterSpec.NONE.source(1, "disk");
    assertThat(source.apply(0, 123)).isEqualTo(123);
    assertThat(new JitterSpec(Distribution.UNIFORM, 0, 0, 0).source(1, "disk").apply(5, 123))
        .isEqualTo(123);
  }

  @ParameterizedTest
  @EnumSource(
      value = Distribution.class,
      names = {"UNIFORM", "EXPONENTIAL", "LOGNORMAL"})
  void theMeanFactorIsOneWhateverTheShape(Distribution distribution) {
    JitterSource source = new JitterSpec(distribution, 0.3, 0, 0).source(1, "disk");
    double total = 0;
    for (int i = 0; i < 100_000; i++) {
      total += source.apply(i, 1_000_000);
    }
    assertThat(total / 100_000).isCloseTo(1_000_000, within(5_000.0));
  }

  @Test
  void uniformStaysWithinItsShare() {
    JitterSource source = new JitterSpec(Distribution.UNIFORM, 0.25, 0, 0).source(1, "disk");
    for (int i = 0; i < 10_000; i++) {
      assertThat(source.apply(i, 1_000)).isBetween(750L, 1_250L);
    }
  }

  @Test
  void exponentialNeverFallsBelowItsSteadyPart() {
    JitterSource source = new JitterSpec(Distribution.EXPONENTIAL, 0.25, 0, 0).source(1, "disk");
    for (int i = 0; i < 10_000; i++) {
      assertThat(source.apply(i, 1_000)).isGreaterThanOrEqualTo(750);
    }
  }

  @Test
  void aFactorHoldsForItsPeriodAndBelongsToIt() {
    JitterSpec spec = new JitterSpec(Distribution.LOGNORMAL, 0, 0.5, 1_000);
    JitterSource one = spec.source(1, "host");
    long first = one.apply(0, 1_000_000);
    assertThat(one.apply(999, 1_000_000)).isEqualTo(first);
    long sixth = one.apply(5_000, 1_000_000);
    assertThat(sixth).isNotEqualTo(first);
    // another source that never looked at the periods between finds the same factor
    assertThat(spec.source(1, "host").apply(5_999, 1_000_000)).isEqualTo(sixth);
    assertThat(spec.source(2, "host").apply(5_999, 1_000_000)).isNotEqualTo(sixth);
  }

  @Test
  void nothingTakesNoTimeWithJitterEither() {
    assertThat(new JitterSpec(Distribution.LOGNORMAL, 1, 0, 0).source(1, "disk").apply(0, 0))
        .isZero();
  }

  @Test
  void aShareThatWouldTurnTimeBackIsRefused() {
    assertThatThrownBy(() -> new JitterSpec(Distribution.UNIFORM, 1.1, 0, 0))
        .hasMessage("share of uniform is 0 to 1.0, not 1.1");
  }
}
