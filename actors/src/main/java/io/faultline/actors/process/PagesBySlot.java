package io.faultline.actors.process;

import io.faultline.protocol.SwapEntry;
import java.util.Arrays;

/**
 * Which page of a VMA is on which slot of one area: saves the emulation the search through the page
 * table that {@code unuse_mm} makes for every slot. It may name a page that has left its slot
 * since, never miss one that is there.
 */
final class PagesBySlot {

  private static final int NOBODY = -1;

  private final int area;
  private int[] pages = new int[0];

  /** The pages of a table, those mapped included whose slot is still kept. */
  PagesBySlot(PageTable table, int area) {
    this.area = area;
    for (int page = 0; page < table.pages(); page++) {
      put(table.entry(page), page);
    }
  }

  int area() {
    return area;
  }

  /** A page has gone to a slot. */
  void put(long entry, int page) {
    if (entry == SwapEntry.NONE || SwapEntry.area(entry) != area) {
      return;
    }
    int slot = SwapEntry.slot(entry);
    if (slot >= pages.length) {
      int known = pages.length;
      pages = Arrays.copyOf(pages, Math.max(slot + 1, 2 * known));
      Arrays.fill(pages, known, pages.length, NOBODY);
    }
    pages[slot] = page;
  }

  /** The page that was last seen on a slot, -1 if none was. */
  int page(long entry) {
    int slot = SwapEntry.slot(entry);
    return slot < pages.length ? pages[slot] : NOBODY;
  }
}
