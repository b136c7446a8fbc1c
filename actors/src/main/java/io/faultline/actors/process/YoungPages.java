package io.faultline.actors.process;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the multi-generational LRU looks for young pages in a page table, since v6.1: around a page
 * that reclaim found young ({@code lru_gen_look_around}), or in whole parts of 512 pages, one page
 * middle directory each ({@code walk_pte_range}). What it finds is collected; the pages are old
 * afterwards.
 *
 * <p>Source: mm/vmscan.c [M].
 */
final class YoungPages {

  private static final int PMD_SHIFT = 9;
  private static final int PMD_PAGES = 1 << PMD_SHIFT;

  /** {@code MIN_LRU_BATCH}: pages that are looked at around a young one. */
  private static final int AROUND = 64;

  /** Young pages lie dense where there is one a cache line of page table entries. */
  private static final int PTES_A_CACHE_LINE = 8;

  private final PageTable table;
  private int[] found = new int[AROUND];
  private int count;
  private int[] dense = new int[4];
  private int denseCount;
  private long looked;

  YoungPages(PageTable table) {
    this.table = table;
  }

  void clear() {
    count = 0;
    denseCount = 0;
    looked = 0;
  }

  /** Frames of the pages found young. */
  int[] around() {
    return Arrays.copyOf(found, count);
  }

  /** Parts of the table where they lie dense. */
  int[] densePmds() {
    return Arrays.copyOf(dense, denseCount);
  }

  /** Page table entries looked at. */
  long looked() {
    return looked;
  }

  /** Looks at up to 64 entries around a page that was young, within its page middle directory. */
  void lookAround(int page) {
    int start = page & -PMD_PAGES;
    int end = Math.min(start + PMD_PAGES, table.pages());
    if (end - start == 1) {
      return;
    }
    if (end - start > AROUND) {
      if (page - start < AROUND / 2) {
        end = start + AROUND;
      } else if (end - page < AROUND / 2) {
        start = end - AROUND;
      } else {
        start = page - AROUND / 2;
        end = page + AROUND / 2;
      }
    }
    int young = 1 + look(start, end); // the page itself was
    noteDensity(page >> PMD_SHIFT, young, end - start);
  }

  /**
   * Looks at whole parts.
   *
   * @param pmds which; null for all
   */
  void walk(int @Nullable [] pmds) {
    clear();
    int parts = pmds == null ? (table.pages() + PMD_PAGES - 1) >> PMD_SHIFT : pmds.length;
    for (int i = 0; i < parts; i++) {
      int pmd = pmds == null ? i : pmds[i];
      int start = pmd << PMD_SHIFT;
      int end = Math.min(start + PMD_PAGES, table.pages());
      noteDensity(pmd, look(start, end), end - start);
    }
  }

  private int look(int start, int end) {
    int before = count;
    for (int page = start; page < end; page++) {
      if (table.present(page) && table.clearYoung(page)) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = table.frame(page);
      }
    }
    looked += end - start;
    return count - before;
  }

  /** {@code suitable_to_scan}. */
  private void noteDensity(int pmd, int young, int total) {
    if (young * PTES_A_CACHE_LINE < total || (denseCount > 0 && dense[denseCount - 1] == pmd)) {
      return;
    }
    if (denseCount == dense.length) {
      dense = Arrays.copyOf(dense, 2 * denseCount);
    }
    dense[denseCount++] = pmd;
  }
}
