package io.faultline.actors.process;

import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.readahead.VirtualPages;
import io.faultline.actors.readahead.VmaReadahead;
import org.jspecify.annotations.Nullable;

/** What a VMA owns: its page table, its readahead word, the faults of its tasks, its counters. */
public final class VmaState {

  private static final int PAGE_SHIFT = 12;

  private final int vma;
  private final int group;
  private final String name;
  private final PageTable table;
  private final FaultInProgress[] faults;
  private final WindowHistogram windows;
  private final long firstVirtualPage;
  private final Vmstat vmstat = new Vmstat();
  private long readaheadWord;
  private long hitsLost;
  private boolean beingCharged;
  private @Nullable PagesBySlot pagesBySlot;

  /**
   * A VMA without pages in memory.
   *
   * @param vma index of the VMA in the machine
   * @param name as the user knows it
   * @param group index of the group that its pages are charged to
   * @param pages its size
   * @param tasks number of tasks and swapoffs in the machine
   */
  public VmaState(int vma, String name, int group, int pages, int tasks) {
    this(vma, name, group, pages, tasks, VirtualPages.of(vma, 0));
  }

  /**
   * A VMA without pages in memory, at a given place in its address space.
   *
   * @param firstVirtualPage virtual page number of its first page; the other parameters as above
   */
  public VmaState(int vma, String name, int group, int pages, int tasks, long firstVirtualPage) {
    this.firstVirtualPage = firstVirtualPage;
    this.vma = vma;
    this.name = name;
    this.group = group;
    this.table = new PageTable(vma, pages);
    this.windows = new WindowHistogram(tasks);
    this.faults = new FaultInProgress[tasks];
    for (int task = 0; task < tasks; task++) {
      faults[task] = new FaultInProgress(task);
    }
  }

  /** Index of the VMA in the machine. */
  public int vma() {
    return vma;
  }

  /** The VMA's name, such as {@code p1.v}. */
  public String name() {
    return name;
  }

  /** Index of the group that its pages are charged to. */
  public int group() {
    return group;
  }

  /** Its page table. */
  public PageTable table() {
    return table;
  }

  /** Windows that VMA readahead opened here; nothing in cluster readahead. */
  public WindowHistogram windows() {
    return windows;
  }

  /** Events counted here. */
  public Vmstat vmstat() {
    return vmstat;
  }

  /** {@code vma->swap_readahead_info}; 0 until the first swap fault. */
  public long readaheadWord() {
    return readaheadWord;
  }

  void readaheadWord(long word) {
    readaheadWord = word;
  }

  void noteHit(int page, boolean flagged) {
    int hits = VmaReadahead.hits(VmaReadahead.fresh(readaheadWord));
    if (flagged && hits == VmaReadahead.MAX_HITS) {
      hitsLost++;
    }
    readaheadWord = VmaReadahead.onHit(readaheadWord, virtualPage(page) << PAGE_SHIFT, flagged);
  }

  /** Hits that the word had no room for. */
  public long hitsLost() {
    return hitsLost;
  }

  /** Page that a task waits for in a fault on this VMA; -1 if it is in none. */
  public int pageInFault(int task) {
    return faults[task].inProgress() ? faults[task].page() : -1;
  }

  /** Whether frames are being charged that it is to be populated with. */
  public boolean beingCharged() {
    return beingCharged;
  }

  void beingCharged(boolean charged) {
    beingCharged = charged;
  }

  /** Virtual page number of a page of this VMA. */
  public long virtualPage(int page) {
    return firstVirtualPage + page;
  }

  /** Which page is on which slot of an area that swapoff empties. */
  PagesBySlot pagesBySlot(int area) {
    if (pagesBySlot == null || pagesBySlot.area() != area) {
      pagesBySlot = new PagesBySlot(table, area);
    }
    return pagesBySlot;
  }

  /** A page has gone to a slot. */
  void wentToSlot(long entry, int page) {
    if (pagesBySlot != null) {
      pagesBySlot.put(entry, page);
    }
  }

  FaultInProgress fault(int task) {
    return faults[task];
  }

  /** The fault that is in progress on a page. */
  FaultInProgress faultOn(int page) {
    for (FaultInProgress fault : faults) {
      if (fault.holdsPage() && fault.page() == page) {
        return fault;
      }
    }
    throw new IllegalStateException("no fault in progress on page " + page + " of " + name);
  }
}
