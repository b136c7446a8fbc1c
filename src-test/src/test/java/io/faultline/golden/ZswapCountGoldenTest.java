package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.zswap.ShrinkerProtection;
import io.faultline.config.ZswapSpec.Protection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ZswapCountGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("zswap-count.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theShrinkerCountsWhatIsNotProtectedWeighedByTheCompression(GoldenRow row) {
    List<Protection> variants =
        row.text("variant").equals("old")
            ? List.of(Protection.COUNTER)
            : List.of(Protection.SECOND_CHANCE, Protection.SECOND_CHANCE_ALL);
    for (Protection variant : variants) {
      ShrinkerProtection protection =
          new ShrinkerProtection(variant, row.integer("counter_before"));

      boolean scans = protection.allowsScan(row.integer("lru_size"), row.integer("nr_to_scan"));
      long count =
          protection.count(
              row.integer("lru_size"), row.integer("backing_pages"), row.integer("stored_pages"));

      assertThat(count).isEqualTo(row.integer("expected_count"));
      assertThat(protection.counter()).isEqualTo(row.integer("expected_counter_after"));
      assertThat(scans).isEqualTo(row.integer("expected_scan_allowed") == 1);
    }
  }
}
