package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.zswap.PoolLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ZswapPoolLimitGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("zswap-pool-limit.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void aFullPoolStaysShutUntilItHasShrunk(GoldenRow row) {
    PoolLimit limit =
        PoolLimit.since610(
            row.unsigned("total_ram_pages"),
            row.integer("max_pool_percent"),
            row.integer("accept_threshold_percent"));
    List<String> decisions = new ArrayList<>();

    for (int pages : row.integers("pool_pages_at_each_store")) {
      decisions.add(limit.refuses(pages) ? "reject" : "accept");
    }

    assertThat(limit.maxPages()).isEqualTo(row.unsigned("expected_max_pages"));
    assertThat(limit.acceptPages()).isEqualTo(row.unsigned("expected_accept_pages"));
    assertThat(decisions).isEqualTo(row.words("expected_decisions"));
    assertThat(limit.limitHits()).isEqualTo(row.unsigned("expected_pool_limit_hit"));
  }
}
