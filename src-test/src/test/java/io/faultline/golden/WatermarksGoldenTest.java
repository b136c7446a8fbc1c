package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.memory.Watermarks;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WatermarksGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("watermarks.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theLevelsFollowFromTheSizeOfTheZone(GoldenRow row) {
    assertThat(row.integer("managed_mib") * 256L).isEqualTo(row.unsigned("managed_pages"));

    Watermarks levels =
        Watermarks.of(
            row.unsigned("managed_pages"),
            row.integer("watermark_scale_factor"),
            row.unsigned("min_free_cap_kib"));

    assertThat(levels)
        .isEqualTo(
            new Watermarks(
                row.unsigned("expected_min_free_kib"),
                row.unsigned("expected_min_pages"),
                row.unsigned("expected_low_pages"),
                row.unsigned("expected_high_pages")));
  }
}
