package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SlotAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HddSlotsGoldenTest {

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("hdd-slots.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void slotsAreHandedOutInTheOrderOfTheScan(GoldenRow row) {
    HddSlots slots = new HddSlots(row.integer("si_max"));
    SlotRuns.expand(row.text("used")).forEach(slots::take);

    int[] out = new int[SlotAllocator.BATCH];
    List<List<Integer>> handedOut = new ArrayList<>();
    for (int n : row.integers("requests")) {
      int found = slots.allocate(0, n, out);
      handedOut.add(Arrays.stream(out, 0, found).boxed().toList());
    }

    List<List<Integer>> expected =
        Arrays.stream(row.text("expected_slots_per_request").split("\\|", -1))
            .map(SlotRuns::expand)
            .toList();
    assertThat(handedOut).isEqualTo(expected);
    assertThat(slots.clusterNext()).isEqualTo(row.integer("final_cluster_next"));
    assertThat(slots.clusterNr()).isEqualTo(row.integer("final_cluster_nr"));
    assertThat(slots.lowest()).isEqualTo(row.integer("final_lowest"));
    assertThat(slots.highest()).isEqualTo(row.integer("final_highest"));
  }
}
