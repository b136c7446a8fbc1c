package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.zswap.ShrinkerProtection;
import io.faultline.config.ZswapSpec.Protection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ZswapProtectDecayGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("zswap-protect-decay.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void aStoreProtectsOneMoreAndHalvesBeyondAQuarterOfTheList(GoldenRow row) {
    ShrinkerProtection protection =
        new ShrinkerProtection(Protection.COUNTER, row.integer("protected_before"));
    List<Integer> sequence = new ArrayList<>();

    for (int size : row.integers("lru_sizes_after_each_add")) {
      protection.stored(size);
      sequence.add((int) protection.counter());
    }

    assertThat(sequence).isEqualTo(row.integers("expected_protected_sequence"));
  }
}
