package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.SwapinNrPages;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NrPagesPureGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("nr-pages-pure.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theWindowIsThatOfTheKernel(GoldenRow row) {
    int pages =
        SwapinNrPages.pages(
            row.unsigned("prev_offset"),
            row.unsigned("offset"),
            row.integer("hits"),
            row.integer("max_pages"),
            row.integer("prev_win"));

    assertThat(pages).isEqualTo(row.integer("expected_pages"));
  }
}
