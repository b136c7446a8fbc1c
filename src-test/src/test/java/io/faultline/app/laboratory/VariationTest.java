package io.faultline.app.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.config.ConfigError;
import org.junit.jupiter.api.Test;

/** What can be typed to vary a key. */
class VariationTest {

  @Test
  void commasInBracketsAndQuotesSeparateNothing() {
    assertThat(Variation.parse("--vary", "a.b = x, {c = 1, d = 2} ,\"y,z\""))
        .isEqualTo(new Variation("a.b", java.util.List.of("x", "{c = 1, d = 2}", "\"y,z\"")));
  }

  @Test
  void whatIsNoListOfDifferentValuesIsRefused() {
    for (String wrong : new String[] {"a", "=1", "a=", "a=1,", "a=1,1"}) {
      assertThatThrownBy(() -> Variation.parse("--vary", wrong))
          .isInstanceOf(ConfigError.class)
          .hasMessageStartingWith("--vary " + wrong + ": ");
    }
  }
}
