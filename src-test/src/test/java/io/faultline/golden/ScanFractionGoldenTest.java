package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.memory.ScanBalance;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScanFractionGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("scan-fraction.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void eachSideIsScannedByItsWeight(GoldenRow row) {
    ScanBalance balance =
        ScanBalance.of(
            row.integer("swappiness"), row.unsigned("anon_cost"), row.unsigned("file_cost"));

    assertThat(balance.anonWeight()).isEqualTo(row.unsigned("expected_anon_weight"));
    assertThat(balance.fileWeight()).isEqualTo(row.unsigned("expected_file_weight"));
    assertThat(balance.denominator()).isEqualTo(row.unsigned("expected_denominator"));
    assertThat(balance.anonScan(4096, 0)).isEqualTo(row.unsigned("expected_anon_scan_of_4096"));
    assertThat(balance.fileScan(4096, 0)).isEqualTo(row.unsigned("expected_file_scan_of_4096"));
  }
}
