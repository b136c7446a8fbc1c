package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.LiMissCounter;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnonVmaMissGoldenTest {

  private static final int PAGE_CLUSTER = 3;

  private final LiMissCounter heuristic = new LiMissCounter();
  private int swapins;
  private int skipped;
  private int firstSkipped;

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("anon-vma-miss.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void anAnonVmaCountsItsMisses(GoldenRow row) {
    LiMissCounter.State anonVma = LiMissCounter.State.withMisses(row.integer("init_counter"));

    for (String event : row.words("events_S_swapin_H_hit")) {
      String[] eventAndTimes = event.split("\\*", -1);
      int times = eventAndTimes.length == 1 ? 1 : Integer.parseInt(eventAndTimes[1]);
      for (int i = 0; i < times; i++) {
        happen(eventAndTimes[0], anonVma);
      }
    }

    assertThat(swapins).isEqualTo(row.integer("expected_swapins"));
    assertThat(skipped).isEqualTo(row.integer("expected_skipped"));
    assertThat(firstSkipped).isEqualTo(row.integer("expected_first_skipped_swapin_1based_0_none"));
    assertThat(anonVma.misses()).isEqualTo(row.integer("expected_final_counter"));
  }

  private void happen(String event, LiMissCounter.State anonVma) {
    if (event.equals("H")) {
      heuristic.hit(anonVma, 0, false);
      return;
    }
    assertThat(event).isEqualTo("S");
    swapins++;
    if (heuristic.window(anonVma, 0, PAGE_CLUSTER) == 1) {
      skipped++;
      firstSkipped = firstSkipped == 0 ? swapins : firstSkipped;
    }
  }
}
