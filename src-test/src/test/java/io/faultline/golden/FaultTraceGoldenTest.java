package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.observe.VmstatItem;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FaultTraceGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("fault-trace.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void faultsOpenTheWindowsReadTheSlotsAndMoveTheCountersOfTheKernel(GoldenRow row) {
    try (FaultingProcess process = new FaultingProcess(row)) {
      for (int page : row.integers("faults")) {
        process.fault(page);
      }

      assertThat(process.windows()).isEqualTo(row.integers("expected_windows"));
      assertThat(process.reads()).isEqualTo(row.batches("expected_io_batches"));
      assertThat(process.counted(VmstatItem.PGFAULT)).isEqualTo(row.integer("pgfault"));
      assertThat(process.counted(VmstatItem.PGMAJFAULT)).isEqualTo(row.integer("pgmajfault"));
      assertThat(process.counted(VmstatItem.PSWPIN)).isEqualTo(row.integer("pswpin"));
      assertThat(process.counted(VmstatItem.SWAP_RA)).isEqualTo(row.integer("swap_ra"));
      assertThat(process.counted(VmstatItem.SWAP_RA_HIT)).isEqualTo(row.integer("swap_ra_hit"));
      assertThat(process.readahead().hits()).isEqualTo(row.integer("final_hits"));
      assertThat(process.readahead().previousPosition())
          .isEqualTo(row.unsigned("final_prev_offset"));
      assertThat(process.readahead().lastWindow()).isEqualTo(row.integer("final_last"));
      assertThat(process.readaheadWord()).isEqualTo(row.unsigned("final_vma_info"));
    }
  }
}
