package io.faultline.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.ClusterLists;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SlotAllocator;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SlotStripeGoldenTest {

  private static final int SLOT_CACHE = 64;

  static Stream<GoldenRow> rows() {
    return GoldenRow.of("slot-stripe.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void areasOfEqualPriorityTakeTurnsAndTheOthersWait(GoldenRow row) {
    int turn = row.integer("slots_per_turn");
    ActiveAreas areas = new ActiveAreas();
    List<String> names = new ArrayList<>();
    for (String area : row.words("areas_name_prio_free_in_list_order")) {
      String[] parts = area.split(":", -1);
      names.add(parts[0]);
      areas.add(slots(Integer.parseInt(parts[2]), turn), Integer.parseInt(parts[1]));
    }

    // up to 64 a turn is what is asked for at once; beyond, the cluster that is in use decides
    int wanted = row.integer("slots_requested");
    List<Integer> drawn = draw(areas, wanted, turn <= SLOT_CACHE ? turn : 1);

    assertThat(runs(drawn, names)).isEqualTo(row.words("expected_runs"));
  }

  private static List<Integer> draw(ActiveAreas areas, int wanted, int atOnce) {
    long[] out = new long[SLOT_CACHE];
    List<Integer> drawn = new ArrayList<>();
    int found = 1;
    while (drawn.size() < wanted && found > 0) {
      found = areas.allocate(0, Math.min(atOnce, wanted - drawn.size()), out);
      for (int i = 0; i < found; i++) {
        drawn.add(SwapEntry.area(out[i]));
      }
    }
    return drawn;
  }

  /** An area with so many free slots; those in clusters begin where a cluster does. */
  private static SlotAllocator slots(int free, int turn) {
    if (turn <= SLOT_CACHE) {
      return new HddSlots(free + 1);
    }
    int clusters = 1 + (free + turn - 1) / turn;
    ClusterLists slots = ClusterLists.forCpus(clusters * turn, 1, turn);
    for (int slot = 1; slot < turn; slot++) {
      slots.take(slot);
    }
    for (int slot = turn + free; slot < slots.max(); slot++) {
      slots.take(slot);
    }
    return slots;
  }

  /** Longest runs on one area, such as {@code a*64}. */
  private static List<String> runs(List<Integer> drawn, List<String> names) {
    List<String> runs = new ArrayList<>();
    for (int i = 0, end; i < drawn.size(); i = end) {
      end = i + 1;
      while (end < drawn.size() && drawn.get(end).equals(drawn.get(i))) {
        end++;
      }
      runs.add(names.get(drawn.get(i)) + "*" + (end - i));
    }
    return runs;
  }
}
