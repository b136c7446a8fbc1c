package io.faultline.actors.process;

import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.readahead.VirtualPages;
import io.faultline.actors.readahead.VmaReadahead;
import io.faultline.protocol.MemoryMessage;
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
  private final HitLedger ledger;
  private final long firstVirtualPage;
  private final Vmstat vmstat = new Vmstat();
  private final long[] readaheadWords;
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
   * A VMA without pages in memory.
   *
   * @param rows the tasks, swapoffs and workers of the machine, and their rows in the hit ledger;
   *     the other parameters as above
   */
  public VmaState(int vma, String name, int group, int pages, LedgerRows rows) {
    this(vma, name, group, new PageTable(vma, pages), rows, VirtualPages.of(vma, 0));
  }

  /**
   * A VMA of a fork family without pages in memory.
   *
   * @param pages its size in each process
   * @param processes number of processes, forks included; the other parameters as above
   */
  public static VmaState ofFamily(
      int vma, String name, int group, int pages, int processes, LedgerRows rows) {
    PageTable table = new PageTable(vma, pages, processes);
    return new VmaState(vma, name, group, table, rows, VirtualPages.of(vma, 0));
  }

  /**
   * A VMA without pages in memory, at a given place in its address space.
   *
   * @param firstVirtualPage virtual page number of its first page; the other parameters as above
   */
  public VmaState(int vma, String name, int group, int pages, int tasks, long firstVirtualPage) {
    this(vma, name, group, new PageTable(vma, pages), LedgerRows.ofTasks(tasks), firstVirtualPage);
  }

  /**
   * A tmpfs object without pages in memory.
   *
   * @param vma index of the object, behind those of all VMAs
   */
  public static VmaState ofObject(int vma, String name, int group, int pages, LedgerRows rows) {
    PageTable table = PageTable.ofObject(vma, pages);
    return new VmaState(vma, name, group, table, rows, VirtualPages.of(vma, 0));
  }

  private VmaState(
      int vma, String name, int group, PageTable table, LedgerRows rows, long firstVirtualPage) {
    int tasks = rows.tasks();
    this.firstVirtualPage = firstVirtualPage;
    this.vma = vma;
    this.name = name;
    this.group = group;
    this.table = table;
    this.readaheadWords = new long[table.pages() / table.rowPages()];
    this.windows = new WindowHistogram(tasks);
    this.ledger = new HitLedger(rows, readaheadWords.length);
    if (!table.object()) {
      for (int word = 0; word < readaheadWords.length; word++) {
        ledger.restarted(word, hits(word));
      }
    }
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

  /** Whether it is a tmpfs object. */
  public boolean object() {
    return table.object();
  }

  /** Eviction age by which memory knows a new page of it. */
  int newPage() {
    return object() ? MemoryMessage.NEW_IN_OBJECT : MemoryMessage.NEVER_EVICTED;
  }

  /** An address space is gone, and its readahead word. */
  void forgetReadahead(int page) {
    int unspent = VmaReadahead.hits(VmaReadahead.fresh(readaheadWord(page)));
    hitsLost += unspent - VmaReadahead.hits(VmaReadahead.fresh(0));
    readaheadWord(page, 0);
    int word = word(page);
    ledger.restarted(word, hits(word));
  }

  /** Its page table. */
  public PageTable table() {
    return table;
  }

  /** Windows that VMA readahead opened here; nothing in cluster readahead. */
  public WindowHistogram windows() {
    return windows;
  }

  /** Who earned and who spent the hits of each word; empty where others decide. */
  public HitLedger ledger() {
    return ledger;
  }

  /** Events counted here. */
  public Vmstat vmstat() {
    return vmstat;
  }

  /** {@code vma->swap_readahead_info} of the first process; 0 until the first swap fault. */
  public long readaheadWord() {
    return readaheadWords[0];
  }

  /** {@code vma->swap_readahead_info} of every process that has the VMA. */
  public long[] readaheadWords() {
    return readaheadWords.clone();
  }

  /** Index of the word of the process that has a page. */
  private int word(int page) {
    return page / table.rowPages();
  }

  /** Hits that a word holds. */
  public int hits(int word) {
    return VmaReadahead.hits(VmaReadahead.fresh(readaheadWords[word]));
  }

  long readaheadWord(int page) {
    return readaheadWords[word(page)];
  }

  void readaheadWord(int page, long word) {
    readaheadWords[word(page)] = word;
  }

  /** A window was decided by the word, which has been stored; says whether it is stolen. */
  boolean noteDecision(int page, int task, int window) {
    int word = word(page);
    return ledger.decided(word, task, window, hits(word));
  }

  void noteHit(int page, int task, int provider, boolean flagged) {
    long before = readaheadWord(page);
    if (flagged && VmaReadahead.hits(VmaReadahead.fresh(before)) == VmaReadahead.MAX_HITS) {
      hitsLost++;
    }
    readaheadWord(page, VmaReadahead.onHit(before, virtualPage(page) << PAGE_SHIFT, flagged));
    int word = word(page);
    ledger.found(word, task, provider, flagged, hits(word));
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

  /** Virtual page number of a page of this VMA, in whatever process. */
  public long virtualPage(int page) {
    return firstVirtualPage + page % table.rowPages();
  }

  /** One past the last virtual page number. */
  long virtualEnd() {
    return firstVirtualPage + table.rowPages();
  }

  /** First page of the process that has a page. */
  int row(int page) {
    return page - page % table.rowPages();
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
