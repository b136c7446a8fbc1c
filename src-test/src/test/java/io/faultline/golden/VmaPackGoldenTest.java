package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.VmaReadahead;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VmaPackGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("vma-pack.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theWordHoldsWhatFits(GoldenRow row) {
    long word = VmaReadahead.pack(row.unsigned("addr"), row.integer("win"), row.integer("hits"));

    assertThat(word).isEqualTo(row.unsigned("expected_packed"));
    assertThat(VmaReadahead.address(word)).isEqualTo(row.unsigned("expected_addr"));
    assertThat(VmaReadahead.window(word)).isEqualTo(row.integer("expected_win"));
    assertThat(VmaReadahead.hits(word)).isEqualTo(row.integer("expected_hits"));
  }
}
