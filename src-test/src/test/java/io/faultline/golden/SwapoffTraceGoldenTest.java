package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.observe.VmstatItem;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SwapoffTraceGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("swapoff-trace.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void everyVariantOpensTheWindowsReadsTheSlotsAndLeavesTheStateOfTheThread(GoldenRow row) {
    try (UnusedProcess process = new UnusedProcess(row)) {
      assertThat(process.windows()).isEqualTo(row.integers("expected_windows"));
      assertThat(process.reads()).isEqualTo(row.batches("expected_io_batches"));
      assertThat(process.reads()).hasSize(row.integer("expected_io_count"));
      assertThat(process.counted(VmstatItem.PSWPIN)).isEqualTo(row.integer("pswpin"));
      assertThat(process.counted(VmstatItem.SWAP_RA)).isEqualTo(row.integer("swap_ra"));
      assertThat(process.counted(VmstatItem.SWAP_RA_HIT)).isEqualTo(row.integer("swap_ra_hit"));
      assertThat(process.readahead().hits()).isEqualTo(row.integer("final_hits"));
      assertThat(process.readahead().previousPosition())
          .isEqualTo(row.unsigned("final_prev_offset"));
      assertThat(process.readahead().lastWindow()).isEqualTo(row.integer("final_last"));
      assertThat(process.record().emptied()).isTrue();
      assertThat(process.record().pages()).isEqualTo(row.words("ptes_page_colon_slot").size());
      assertThat(process.table().mismatches()).isZero();
    }
  }
}
