package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.faultline.actors.readahead.ReadaheadState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NrPagesStatefulGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("nr-pages-stateful.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theWindowsFollowEachOtherAsInTheKernel(GoldenRow row) {
    assumeTrue(
        row.text("algorithm").equals("v3.14+"), "not this algorithm: " + row.text("algorithm"));
    ReadaheadState state =
        new ReadaheadState(
            row.integer("init_hits"),
            row.unsigned("init_prev_offset"),
            row.integer("init_last_or_window"));

    List<Integer> windows = new ArrayList<>();
    for (String step : row.words("steps_offset_plus_hits")) {
      String[] parts = step.split("\\+", -1);
      for (int hit = 0; hit < Integer.parseInt(parts[1]); hit++) {
        state.hit();
      }
      windows.add(state.window(Long.parseUnsignedLong(parts[0]), row.integer("page_cluster")));
    }

    assertThat(windows).isEqualTo(row.integers("expected_pages"));
    assertThat(state.hits()).isEqualTo(row.integer("final_hits"));
    assertThat(state.previousPosition()).isEqualTo(row.unsigned("final_prev_offset"));
    assertThat(state.lastWindow()).isEqualTo(row.integer("final_last_or_window"));
  }
}
