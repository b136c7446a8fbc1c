package io.faultline.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SsdClusters;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.protocol.SwapEntry;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where real kernels put pages that were pushed out in ascending order, one CPU, areas of equal
 * priority. A few slots had gone to other pages before the first.
 */
class RecordedLayoutTest {

  @ParameterizedTest
  @CsvSource({
    "6.1/smp1/a2-vma-pc5-seq-r, ssd, 1, 131072",
    "6.1/smp1/n-2ms-vma-pc3-p1s0r-r, ssd, 1, 262144",
    "6.12/smp1/d-vma-pc3-seq-r-2areas, ssd, 2, 131072",
    "6.1/smp1/a2-cluster_hdd-pc4-seq-r, hdd, 1, 131072",
    "6.1/smp1/d-cluster_hdd-pc3-seq-r-2areas, hdd, 2, 131072",
    "6.12/smp1/d-cluster_hdd-pc3-rnd-r-2areas, hdd, 2, 131072",
  })
  void pagesGoWhereARealKernelPutThem(String run, String kind, int areaCount, int max) {
    ActiveAreas areas = new ActiveAreas();
    for (int i = 0; i < areaCount; i++) {
      areas.add(kind.equals("ssd") ? new SsdClusters(max, 1, 1) : HddSlots.since58(max), 5);
    }
    SwapSlots slots = new SwapSlots(areas, 1);
    List<Long> recorded = recordedLayout(run);

    long first = slots.allocate(0);
    for (int others = 0; first != recorded.get(0); others++) {
      assertThat(others).as("slots of other pages").isLessThan(8);
      first = slots.allocate(0);
    }
    List<Long> emulated = new ArrayList<>();
    emulated.add(first);
    while (emulated.size() < recorded.size()) {
      emulated.add(slots.allocate(0));
    }

    assertThat(emulated).isEqualTo(recorded);
  }

  private static List<Long> recordedLayout(String run) {
    List<Long> entries = new ArrayList<>();
    InputStream resource =
        Objects.requireNonNull(
            RecordedLayoutTest.class.getResourceAsStream("/slots/recorded-layouts.csv"));
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader reader = new InputStreamReader(resource, StandardCharsets.UTF_8);
        CSVParser parser = CSVParser.parse(reader, format)) {
      for (CSVRecord extent : parser) {
        if (extent.get("run_id").equals(run)) {
          assertThat(extent.get("first_page")).isEqualTo(String.valueOf(entries.size()));
          int length = Integer.parseInt(extent.get("length"));
          for (int i = 0; i < length; i++) {
            entries.add(
                SwapEntry.of(
                    Integer.parseInt(extent.get("swap_type")),
                    Integer.parseInt(extent.get("first_slot")) + i));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }
}
