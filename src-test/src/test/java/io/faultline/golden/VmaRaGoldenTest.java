package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.readahead.VmaReadahead;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VmaRaGoldenTest {

  private static final int PAGE_SHIFT = 12;

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("vma-ra.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theWindowLiesAroundTheAddress(GoldenRow row) {
    VmaReadahead readahead = new VmaReadahead();
    long faultPage = row.unsigned("fault_addr") >>> PAGE_SHIFT;

    readahead.decide(
        row.unsigned("info_before"),
        faultPage,
        row.integer("page_cluster"),
        row.unsigned("vm_start") >>> PAGE_SHIFT,
        row.unsigned("vm_end") >>> PAGE_SHIFT);

    assertThat(readahead.window()).isEqualTo(row.integer("expected_win"));
    assertThat(readahead.word()).isEqualTo(row.unsigned("expected_info_after"));
    if (row.text("expected_start").isEmpty()) {
      assertThat(readahead.start()).isEqualTo(faultPage);
      assertThat(readahead.end()).isEqualTo(faultPage + 1);
    } else {
      assertThat(readahead.start() << PAGE_SHIFT).isEqualTo(row.unsigned("expected_start"));
      assertThat(readahead.end() << PAGE_SHIFT).isEqualTo(row.unsigned("expected_end_exclusive"));
      assertThat(readahead.end() - readahead.start()).isEqualTo(row.integer("expected_nr_pte"));
      assertThat(faultPage - readahead.start()).isEqualTo(row.integer("expected_fault_index"));
    }
  }
}
