package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.Heuristics;
import io.faultline.actors.readahead.ReadaheadHeuristic;
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
    ReadaheadHeuristic heuristic = Heuristics.named(nameOf(row.text("algorithm")));
    ReadaheadState state =
        heuristic.newState(
            row.integer("init_hits"),
            row.unsigned("init_prev_offset"),
            row.integer("init_last_or_window"));

    List<Integer> windows = new ArrayList<>();
    for (String step : row.words("steps_offset_plus_hits")) {
      String[] parts = step.split("\\+", -1);
      long offset = Long.parseUnsignedLong(parts[0]);
      for (int hit = 0; hit < Integer.parseInt(parts[1]); hit++) {
        heuristic.hit(state, offset, true);
      }
      windows.add(heuristic.window(state, offset, row.integer("page_cluster")));
    }

    assertThat(windows).isEqualTo(row.integers("expected_pages"));
    assertThat(state.hits()).isEqualTo(row.integer("final_hits"));
    assertThat(state.previousPosition()).isEqualTo(row.unsigned("final_prev_offset"));
    assertThat(state.lastWindow()).isEqualTo(row.integer("final_last_or_window"));
  }

  private static String nameOf(String algorithm) {
    return switch (algorithm) {
      case "fixed-window-pre-3.14" -> "fixed";
      case "hugh-2012-10-plus1" -> "dickins-2012-10";
      case "hugh-2012-10-noplus" -> "dickins-2012-10-noplus";
      case "hugh-2012-11" -> "dickins-2012-11";
      case "shaohua-anon-vma" -> "li-2012";
      case "v3.14+" -> "hits";
      default -> throw new IllegalArgumentException("no heuristic is known as " + algorithm);
    };
  }
}
