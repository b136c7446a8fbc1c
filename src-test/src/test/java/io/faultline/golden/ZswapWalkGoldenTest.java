package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.zswap.LruWalk;
import io.faultline.actors.zswap.ZswapLru;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ZswapWalkGoldenTest {

  private static final int GROUP = 0;

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("zswap-walk.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void aWalkRotatesWritesBackAndStops(GoldenRow row) {
    List<String> names = new ArrayList<>();
    ZswapLru lru = new ZswapLru(1);
    for (String word : row.words("lru_head_first_star_is_referenced")) {
      names.add(word.replace("*", ""));
      lru.add(names.size() - 1, GROUP, word.endsWith("*"));
    }
    List<String> cached = row.words("already_in_swapcache");
    LruWalk walk =
        new LruWalk(lru, GROUP, row.integer("nr_to_walk"), row.integer("second_chance") == 1, true);
    List<String> writtenBack = new ArrayList<>();

    for (int entry = walk.next(); entry != ZswapLru.NONE; entry = walk.next()) {
      if (cached.contains(names.get(entry))) {
        walk.failed(true);
      } else {
        writtenBack.add(names.get(entry));
        lru.remove(entry);
        walk.writtenBack();
      }
    }

    assertThat(writtenBack).isEqualTo(row.words("expected_written_back"));
    assertThat(walk.written()).isEqualTo(writtenBack.size());
    assertThat(walk.rotated()).isEqualTo(row.integer("expected_rotated"));
    assertThat(walk.failures()).isEqualTo(row.integer("expected_reject_reclaim_fail"));
    assertThat(walk.stopped()).isEqualTo(row.integer("expected_stopped") == 1);
    assertThat(walk.budgetLeft()).isEqualTo(row.integer("expected_budget_left"));
    assertThat(remaining(lru, names)).isEqualTo(row.words("expected_lru_after"));
  }

  private static List<String> remaining(ZswapLru lru, List<String> names) {
    List<String> remaining = new ArrayList<>();
    for (int entry = lru.head(GROUP); entry != ZswapLru.NONE; entry = lru.next(entry)) {
      remaining.add(names.get(entry) + (lru.referenced(entry) ? "*" : ""));
    }
    return remaining;
  }
}
