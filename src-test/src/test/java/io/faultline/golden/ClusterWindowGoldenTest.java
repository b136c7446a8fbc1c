package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.ClusterWindow;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClusterWindowGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("cluster-window.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theWindowIsTheAlignedBlockOnTheArea(GoldenRow row) {
    long offset = row.unsigned("offset");
    int pages = row.integer("pages");

    long start = ClusterWindow.start(offset, pages);
    long end = ClusterWindow.end(offset, pages, row.unsigned("si_max"));

    assertThat(start).isEqualTo(row.unsigned("expected_start"));
    assertThat(end).isEqualTo(row.unsigned("expected_end"));
    assertThat(end - start + 1).isEqualTo(row.unsigned("expected_slots_considered"));
  }
}
