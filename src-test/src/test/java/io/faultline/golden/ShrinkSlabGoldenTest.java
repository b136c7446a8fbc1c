package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.zswap.ShrinkerDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShrinkSlabGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("shrink-slab.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void aPriorityHasAShareScannedInBatchesAndTheRestPutOff(GoldenRow row) {
    drive(row, true, "v5_13");
    drive(row, false, "v5_8");
  }

  private static void drive(GoldenRow row, boolean since513, String form) {
    ShrinkerDriver driver = new ShrinkerDriver(since513, row.unsigned("deferred"));
    List<Integer> scans = new ArrayList<>();

    driver.begin(row.unsigned("freeable"), row.integer("priority"));
    for (long scan = driver.nextScan(); scan > 0; scan = driver.nextScan()) {
      scans.add((int) scan);
      driver.scanned(scan);
    }
    driver.end();

    assertThat(driver.delta()).isEqualTo(row.unsigned("expected_delta"));
    assertThat(driver.total()).isEqualTo(row.unsigned("expected_total_scan_" + form));
    assertThat(scans).isEqualTo(row.integers("expected_scan_calls_" + form));
    assertThat(driver.deferred()).isEqualTo(row.unsigned("expected_deferred_after_" + form));
  }
}
