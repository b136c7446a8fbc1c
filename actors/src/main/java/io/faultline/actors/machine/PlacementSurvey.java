package io.faultline.actors.machine;

import io.faultline.actors.process.PageTable;
import io.faultline.actors.process.VmaState;
import io.faultline.protocol.SwapEntry;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Looks at every page on swap, once. */
final class PlacementSurvey {

  private static final int NO_VMA = -1;

  private final List<VmaState> vmas;
  private final long[] pages;
  private final long[] runs;
  private final long[] pairs;
  private final long[] adjacent;
  private long allPairs;

  /** The machine as it stands. */
  PlacementSurvey(MachineState machine) {
    this.vmas = machine.vmas;
    pages = new long[vmas.size()];
    runs = new long[vmas.size()];
    pairs = new long[vmas.size()];
    adjacent = new long[vmas.size()];
    int areas = machine.areas.size();
    int[][] vmaOfSlot = new int[areas][];
    int[][] pageOfSlot = new int[areas][];
    for (int area = 0; area < areas; area++) {
      vmaOfSlot[area] = new int[machine.slots.areas().slots(area).max()];
      pageOfSlot[area] = new int[vmaOfSlot[area].length];
      Arrays.fill(vmaOfSlot[area], NO_VMA);
    }
    for (int vma = 0; vma < vmas.size(); vma++) {
      walk(vma, vmaOfSlot, pageOfSlot);
    }
    for (int area = 0; area < areas; area++) {
      pairUp(vmaOfSlot[area], pageOfSlot[area]);
    }
  }

  private void walk(int vma, int[][] vmaOfSlot, int[][] pageOfSlot) {
    PageTable table = vmas.get(vma).table();
    long next = SwapEntry.NONE;
    for (int page = 0; page < table.pages(); page++) {
      long entry = table.entry(page);
      if (entry != SwapEntry.NONE) {
        vmaOfSlot[SwapEntry.area(entry)][SwapEntry.slot(entry)] = vma;
        pageOfSlot[SwapEntry.area(entry)][SwapEntry.slot(entry)] = page % table.rowPages();
      }
      if (table.swapped(page)) {
        pages[vma]++;
        runs[vma] += entry == next ? 0 : 1;
        next = SwapEntry.of(SwapEntry.area(entry), SwapEntry.slot(entry) + 1);
      } else {
        next = SwapEntry.NONE;
      }
    }
  }

  private void pairUp(int[] vmaOf, int[] pageOf) {
    for (int slot = 1; slot < vmaOf.length; slot++) {
      int before = vmaOf[slot - 1];
      int here = vmaOf[slot];
      if (before != NO_VMA && here != NO_VMA) {
        allPairs++;
        pairs[before]++;
        if (before != here) {
          pairs[here]++;
        } else if (Math.abs(pageOf[slot] - pageOf[slot - 1]) == 1) {
          adjacent[here]++;
        }
      }
    }
  }

  /** Of all VMAs. */
  Placement whole() {
    long swapped = Arrays.stream(pages).sum();
    return placement(swapped, Arrays.stream(runs).sum(), Arrays.stream(adjacent).sum(), allPairs);
  }

  /** Of each VMA. */
  List<Placement> byVma() {
    return IntStream.range(0, vmas.size())
        .mapToObj(vma -> placement(pages[vma], runs[vma], adjacent[vma], pairs[vma]))
        .toList();
  }

  private static Placement placement(long pages, long runs, long adjacent, long pairs) {
    return new Placement(pages, share(pages, runs), share(adjacent, pairs));
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
