package io.faultline.actors.machine;

import io.faultline.actors.process.PageTable;
import io.faultline.actors.process.VmaState;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Looks at every page on swap, as often as it is asked. It keeps its tables from one look to the
 * next: a look takes place in the midst of a run, which it is not to slow down.
 */
final class PlacementSurvey {

  private static final int NO_PAGE = 0;

  private final List<VmaState> vmas;

  /**
   * Number of each VMA's first page; a page's follow it, and between two VMAs one is left out. So
   * two pages are neighbours in one VMA if, and only if, their numbers differ by 1.
   */
  private final int[] firstNumber;

  private final int[][] numberOnSlot;
  private final int[] slotsMet;
  private final long[] pages;
  private final long[] runs;

  /** A survey of a machine, which has not looked yet. */
  PlacementSurvey(MachineState machine) {
    vmas = machine.vmas;
    firstNumber = new int[vmas.size()];
    pages = new long[vmas.size()];
    runs = new long[vmas.size()];
    int next = NO_PAGE + 1;
    for (int vma = 0; vma < vmas.size(); vma++) {
      firstNumber[vma] = next;
      next = Math.addExact(next, vmas.get(vma).table().rowPages() + 1);
    }
    numberOnSlot = new int[machine.areas.size()][];
    slotsMet = new int[numberOnSlot.length];
    for (int area = 0; area < numberOnSlot.length; area++) {
      numberOnSlot[area] = new int[machine.slots.areas().slots(area).max()];
    }
  }

  private void look() {
    for (int area = 0; area < numberOnSlot.length; area++) {
      Arrays.fill(numberOnSlot[area], 0, slotsMet[area], NO_PAGE);
      slotsMet[area] = 0;
    }
    for (int vma = 0; vma < firstNumber.length; vma++) {
      PageTable table = vmas.get(vma).table();
      pages[vma] = 0;
      runs[vma] = 0;
      long previous = SwapEntry.NONE;
      for (int row = 0; row < table.pages(); row += table.rowPages()) {
        previous = walk(vma, table, row, previous);
      }
    }
  }

  /** Walks a row of a page table, and returns the entry of its last page if that is swapped. */
  private long walk(int vma, PageTable table, int row, long previous) {
    int number = firstNumber[vma];
    int end = row + table.rowPages();
    long before = previous;
    long swapped = 0;
    long begun = 0;
    for (int page = row; page < end; page++, number++) {
      long entry = table.entry(page);
      if (entry == SwapEntry.NONE) {
        before = SwapEntry.NONE;
        continue;
      }
      int area = SwapEntry.area(entry);
      int slot = SwapEntry.slot(entry);
      numberOnSlot[area][slot] = number;
      if (slot >= slotsMet[area]) {
        slotsMet[area] = slot + 1;
      }
      if (table.swapped(page)) {
        swapped++;
        if (before == SwapEntry.NONE || entry != before + 1) {
          begun++;
        }
        before = entry;
      } else {
        before = SwapEntry.NONE;
      }
    }
    pages[vma] += swapped;
    runs[vma] += begun;
    return before;
  }

  /** Of all VMAs, as they are now. */
  Placement whole() {
    look();
    long pairs = 0;
    long adjacent = 0;
    for (int area = 0; area < numberOnSlot.length; area++) {
      int[] numbers = numberOnSlot[area];
      int before = NO_PAGE;
      for (int slot = 1; slot < slotsMet[area]; slot++) {
        int here = numbers[slot];
        if (before != NO_PAGE && here != NO_PAGE) {
          pairs++;
          int apart = here - before;
          if (apart == 1 || apart == -1) {
            adjacent++;
          }
        }
        before = here;
      }
    }
    return placement(Arrays.stream(pages).sum(), Arrays.stream(runs).sum(), adjacent, pairs);
  }

  /** Of each VMA, as it is now. */
  List<Placement> byVma() {
    look();
    long[] pairs = new long[firstNumber.length];
    long[] adjacent = new long[firstNumber.length];
    for (int area = 0; area < numberOnSlot.length; area++) {
      int[] numbers = numberOnSlot[area];
      for (int slot = 1; slot < slotsMet[area]; slot++) {
        int before = numbers[slot - 1];
        int here = numbers[slot];
        if (before != NO_PAGE && here != NO_PAGE) {
          int vma = vmaOf(here);
          int vmaBefore = vmaOf(before);
          pairs[vmaBefore]++;
          if (vmaBefore != vma) {
            pairs[vma]++;
          } else if (Math.abs(here - before) == 1) {
            adjacent[vma]++;
          }
        }
      }
    }
    List<Placement> all = new ArrayList<>();
    for (int vma = 0; vma < firstNumber.length; vma++) {
      all.add(placement(pages[vma], runs[vma], adjacent[vma], pairs[vma]));
    }
    return all;
  }

  private int vmaOf(int number) {
    int found = Arrays.binarySearch(firstNumber, number);
    return found >= 0 ? found : -found - 2;
  }

  private static Placement placement(long pages, long runs, long adjacent, long pairs) {
    return new Placement(pages, share(pages, runs), share(adjacent, pairs));
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
