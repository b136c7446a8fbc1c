package io.faultline.golden;

import java.util.ArrayList;
import java.util.List;

/** Sets of slots as golden files write them: {@code 7}, {@code 1-10,200}, {@code 2-598/2}. */
final class SlotRuns {

  private SlotRuns() {}

  static List<Integer> expand(String text) {
    List<Integer> slots = new ArrayList<>();
    for (String run : text.trim().split("[,\\s]+", -1)) {
      if (run.isEmpty()) {
        continue;
      }
      String[] rangeAndStep = run.split("/", -1);
      String[] range = rangeAndStep[0].split("-", -1);
      int step = rangeAndStep.length == 2 ? Integer.parseInt(rangeAndStep[1]) : 1;
      int last = Integer.parseInt(range[range.length - 1]);
      for (int slot = Integer.parseInt(range[0]); slot <= last; slot += step) {
        slots.add(slot);
      }
    }
    return slots;
  }
}
