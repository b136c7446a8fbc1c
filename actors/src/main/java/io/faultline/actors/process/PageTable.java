package io.faultline.actors.process;

import io.faultline.protocol.SwapEntry;
import java.util.Arrays;

/**
 * The page table of one VMA. A pte is empty, present (a frame, and the swap entry that still backs
 * it if the page is also in the swap cache) or a swap entry.
 *
 * <p>Where processes are forks of one another it has a row of ptes for each of them, one behind the
 * other, and page p of row r is page r * {@link #rowPages} + p here: so {@code rmap} finds all ptes
 * of a frame in one place, as through an {@code anon_vma}.
 *
 * <p>Each page has a content tag, the value last written to it; what is read back from swap is
 * checked against it.
 */
public final class PageTable {

  private static final byte PRESENT = 1;
  private static final byte YOUNG = 2;
  private static final byte DIRTY = 4;
  private static final byte WRITABLE = 8;
  private static final byte IN_FAULT = 16;

  private static final int NO_FRAME = -1;

  private final byte[] flags;
  private final int[] frames;
  private final long[] entries;
  private final int[] tags;
  private final int firstTag;
  private final int rowPages;
  private final boolean object;
  private long mismatches;

  /**
   * An empty table.
   *
   * @param vma index of the VMA, which makes its content different from that of others
   * @param pages number of pages, at least 1
   */
  public PageTable(int vma, int pages) {
    this(vma, pages, 1);
  }

  /**
   * An empty table of a fork family.
   *
   * @param vma index of the VMA, which makes its content different from that of others
   * @param rowPages number of pages of each process, at least 1
   * @param rows number of processes, at least 1
   */
  public PageTable(int vma, int rowPages, int rows) {
    this(vma, rowPages, rows, false);
  }

  /** The empty table of a tmpfs object, which holds its page cache and all its ptes in one. */
  static PageTable ofObject(int vma, int pages) {
    return new PageTable(vma, pages, 1, true);
  }

  private PageTable(int vma, int rowPages, int rows, boolean object) {
    this.rowPages = rowPages;
    this.object = object;
    int pages = Math.multiplyExact(rowPages, rows);
    flags = new byte[pages];
    frames = new int[pages];
    entries = new long[pages];
    tags = new int[pages];
    firstTag = firstTag(vma);
    Arrays.fill(frames, NO_FRAME);
  }

  /** Tag that the content of a VMA's first page begins with; those of its other pages follow. */
  public static int firstTag(int vma) {
    return (vma + 1) * 0x9e3779b9;
  }

  /** Number of ptes, those of all rows. */
  public int pages() {
    return flags.length;
  }

  /** Whether it is that of a tmpfs object. */
  public boolean object() {
    return object;
  }

  /** Number of pages of each row. */
  public int rowPages() {
    return rowPages;
  }

  /** Whether the pte maps a frame. */
  public boolean present(int page) {
    return (flags[page] & PRESENT) != 0;
  }

  /** Whether the pte holds a swap entry. */
  public boolean swapped(int page) {
    return (flags[page] & PRESENT) == 0 && entries[page] != SwapEntry.NONE;
  }

  /** Whether nothing was ever there, and no fault is about to bring it. */
  boolean empty(int page) {
    return (flags[page] & (PRESENT | IN_FAULT)) == 0 && entries[page] == SwapEntry.NONE;
  }

  /** Whether a store to the page faults even though it is present. */
  public boolean writable(int page) {
    return (flags[page] & WRITABLE) != 0;
  }

  /** Whether the page differs from what its slot holds. */
  public boolean dirty(int page) {
    return (flags[page] & DIRTY) != 0;
  }

  /** The mapped frame, -1 if none. */
  public int frame(int page) {
    return frames[page];
  }

  /**
   * The swap entry that the pte holds or that backs the present page, {@link SwapEntry#NONE} if
   * none.
   */
  public long entry(int page) {
    return entries[page];
  }

  /** Tag of what the page should hold; 0 if nothing was ever written. */
  public int tag(int page) {
    return tags[page];
  }

  /** How often a page came back with other content than was last written to it. */
  public long mismatches() {
    return mismatches;
  }

  /** Whether a fault on the page is in progress. */
  public boolean inFault(int page) {
    return (flags[page] & IN_FAULT) != 0;
  }

  /** A fault on the page begins. */
  public void enterFault(int page) {
    flags[page] |= IN_FAULT;
  }

  /** The fault on the page is over. */
  public void leaveFault(int page) {
    flags[page] &= ~IN_FAULT;
  }

  /**
   * Makes an access if the hardware can.
   *
   * @return false if the access faults
   */
  public boolean access(int page, boolean write) {
    byte bits = flags[page];
    if ((bits & PRESENT) == 0) {
      return false;
    }
    if (!write) {
      flags[page] = (byte) (bits | YOUNG);
      return true;
    }
    if ((bits & WRITABLE) == 0) {
      return false;
    }
    store(page);
    return true;
  }

  /**
   * Lets stores to a present page through ({@code wp_page_reuse}) and makes the one that faulted.
   */
  public void reuse(int page) {
    flags[page] |= WRITABLE;
    store(page);
  }

  private void store(int page) {
    flags[page] |= YOUNG | DIRTY;
    tags[page] = tags[page] == 0 ? firstTag + page | 1 : tags[page] + 2;
  }

  /** Maps a new zeroed frame and makes the access that asked for it. */
  public void mapNew(int page, int frame, boolean write) {
    frames[page] = frame;
    flags[page] |= PRESENT | DIRTY;
    flags[page] |= object ? WRITABLE : YOUNG;
    if (write) {
      reuse(page);
    }
  }

  /**
   * Makes an access by {@code read()} or {@code write()}, which no young bit shows.
   *
   * @return false if the page is not in memory
   */
  boolean fileAccess(int page, boolean write) {
    byte bits = flags[page];
    if ((bits & PRESENT) == 0) {
      return false;
    }
    if (write) {
      store(page);
      flags[page] = (byte) ((flags[page] & ~YOUNG) | (bits & YOUNG));
    }
    return true;
  }

  /**
   * Maps a page that was swapped in, and makes the access that asked for it.
   *
   * @param slotKept whether the page is still in the swap cache
   * @param content tag of what the frame holds
   */
  public void mapSwappedIn(int page, int frame, boolean slotKept, int content, boolean write) {
    if (content != tags[page]) {
      mismatches++;
    }
    frames[page] = frame;
    flags[page] |= PRESENT;
    flags[page] |= object ? WRITABLE : YOUNG;
    if (!slotKept) {
      flags[page] |= DIRTY;
      entries[page] = SwapEntry.NONE;
    }
    if (write) {
      reuse(page);
    }
  }

  /**
   * Maps a page that swapoff brought in: read-only and old ({@code unuse_pte}).
   *
   * @param slotKept whether the page is still in the swap cache, since other ptes refer to it
   * @param content tag of what the frame holds
   */
  public void mapUnused(int page, int frame, boolean slotKept, int content) {
    if (content != tags[page]) {
      mismatches++;
    }
    frames[page] = frame;
    flags[page] |= PRESENT;
    flags[page] |= object ? WRITABLE : 0;
    if (!slotKept) {
      flags[page] |= DIRTY;
      entries[page] = SwapEntry.NONE;
    }
  }

  /**
   * The slot that backs a present page is to be freed: the page is dirty from now on, in every row
   * that maps it.
   */
  public void forgetSlot(int page) {
    int frame = frames[page];
    for (int other = page % rowPages; other < flags.length; other += rowPages) {
      if (frames[other] == frame) {
        flags[other] |= DIRTY;
        entries[other] = SwapEntry.NONE;
      }
    }
  }

  /**
   * Whether another row maps the frame of a present page, or refers to the slot that backs it
   * ({@code page_mapcount} and {@code page_swapcount} above 1).
   */
  public boolean shared(int page) {
    return mappedElsewhere(page, frames[page]) || onSlotElsewhere(page, entries[page]);
  }

  /** Whether another row than that of a page maps a frame at the same page. */
  boolean mappedElsewhere(int page, int frame) {
    for (int other = page % rowPages; other < flags.length; other += rowPages) {
      if (other != page && frames[other] == frame) {
        return true;
      }
    }
    return false;
  }

  /** Whether another row than that of a page has the same page on a given slot. */
  boolean onSlotElsewhere(int page, long entry) {
    if (entry == SwapEntry.NONE) {
      return false;
    }
    for (int other = page % rowPages; other < flags.length; other += rowPages) {
      if (other != page && entries[other] == entry && (flags[other] & PRESENT) == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether another row than that of a page is in a fault that brings the same page in from a given
   * slot: it may have the frame already and map it next.
   */
  boolean comingElsewhere(int page, long entry) {
    if (entry == SwapEntry.NONE) {
      return false;
    }
    for (int other = page % rowPages; other < flags.length; other += rowPages) {
      if (other != page
          && entries[other] == entry
          && (flags[other] & (PRESENT | IN_FAULT)) == IN_FAULT) {
        return true;
      }
    }
    return false;
  }

  /** Whether a fault on the page is in progress in any row: the page is locked. */
  boolean locked(int page) {
    for (int other = page % rowPages; other < flags.length; other += rowPages) {
      if ((flags[other] & IN_FAULT) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Maps a copy in place of the page and makes the store that asked for it. */
  void mapCopy(int page, int frame) {
    frames[page] = frame;
    entries[page] = SwapEntry.NONE;
    flags[page] |= DIRTY;
    reuse(page);
  }

  /**
   * Gives a row that is empty what another one has ({@code copy_page_range}): the same frames and
   * swap entries; stores fault in both from now on.
   *
   * @return the swap entries that the new row holds, one for each such pte
   */
  long[] copyRow(int from, int to) {
    long[] duplicated = new long[rowPages];
    int count = 0;
    for (int page = 0; page < rowPages; page++) {
      int source = from * rowPages + page;
      int copy = to * rowPages + page;
      flags[source] &= ~WRITABLE;
      flags[copy] = (byte) (flags[source] & ~YOUNG);
      frames[copy] = frames[source];
      entries[copy] = entries[source];
      tags[copy] = tags[source];
      if (swapped(copy)) {
        duplicated[count++] = entries[copy];
      }
    }
    return Arrays.copyOf(duplicated, count);
  }

  /** Empties a pte; what was written is gone. */
  void clear(int page) {
    flags[page] = 0;
    frames[page] = NO_FRAME;
    entries[page] = SwapEntry.NONE;
    tags[page] = 0;
  }

  /** Clears the young bit ({@code ptep_clear_flag_young}) and says whether it was set. */
  public boolean clearYoung(int page) {
    boolean young = (flags[page] & YOUNG) != 0;
    flags[page] &= ~YOUNG;
    return young;
  }

  /** Replaces a present pte by a swap entry. */
  public void unmap(int page, long entry) {
    flags[page] &= IN_FAULT;
    frames[page] = NO_FRAME;
    entries[page] = entry;
  }

  /** Lays a page out on swap as if it had been written and pushed out: for recorded layouts. */
  public void layOut(int page, long entry) {
    entries[page] = entry;
    tags[page] = firstTag + page | 1;
  }
}
