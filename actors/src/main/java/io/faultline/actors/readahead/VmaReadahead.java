package io.faultline.actors.readahead;

/**
 * VMA readahead: the packed word that the kernel keeps in {@code vma->swap_readahead_info}, and the
 * window around the faulting address ({@code swap_ra_info} in {@code mm/swap_state.c}, {@code
 * swap_vma_ra_win} since v6.12).
 *
 * <p>The word holds the page address of the previous access in bits 63 to 12, the window in bits 11
 * to 6 and the hits in bits 5 to 0. Read as stored, a word of 0 means: never used, 4 hits.
 *
 * <p>The static functions are pure. An instance decides windows and holds the last result, so that
 * a miss allocates nothing; it has one owner.
 */
public final class VmaReadahead {

  /** Largest number of hits a word can hold. */
  public static final int MAX_HITS = 63;

  /** Base-2 logarithm of the largest window, {@code SWAP_RA_ORDER_CEILING} on 64-bit machines. */
  public static final int ORDER_CEILING = 5;

  private static final int PAGE_SHIFT = 12;
  private static final int WINDOW_SHIFT = PAGE_SHIFT / 2;
  private static final int FIELD_MASK = (1 << WINDOW_SHIFT) - 1;
  private static final long PAGE_MASK = -1L << PAGE_SHIFT;
  private static final int FRESH_HITS = 4;

  /**
   * Pages that one page middle directory maps: the kernel's window never leaves the page table of
   * its fault.
   */
  private static final long PAGES_PER_TABLE = 512;

  private final ReadaheadHeuristic heuristic;
  private final ReadaheadState state;
  private final long bootWord;

  private long word;
  private int window = 1;
  private long start;
  private long end;
  private long step = 1;

  /** Decides windows by the kernel's own heuristic. */
  public VmaReadahead() {
    this(HitsHeuristic.BY_ADDRESSES);
  }

  /**
   * Decides windows by a given heuristic in its form for addresses. The word holds its state; what
   * it remembers beyond that stays in this instance, so a VMA keeps its own.
   */
  public VmaReadahead(ReadaheadHeuristic heuristic) {
    this.heuristic = heuristic.byAddresses();
    ReadaheadState boot = this.heuristic.newState();
    this.bootWord = packed(boot);
    this.state = this.heuristic.newState(0, 0, 0);
  }

  /**
   * Packs a word; what does not fit is cut off as in the kernel.
   *
   * @param address address in bytes, of which the offset in the page is dropped
   * @param window window in pages, of which the low 6 bits are kept
   * @param hits hits, of which the low 6 bits are kept
   */
  public static long pack(long address, int window, int hits) {
    return (address & PAGE_MASK)
        | ((long) (window & FIELD_MASK) << WINDOW_SHIFT)
        | (hits & FIELD_MASK);
  }

  /** The word that a stored word stands for: 0 stands for no address, no window and 4 hits. */
  public static long fresh(long stored) {
    return stored == 0 ? FRESH_HITS : stored;
  }

  /** Page address of the previous access, in bytes. */
  public static long address(long word) {
    return word & PAGE_MASK;
  }

  /** Previous window in pages, 0 to 63. */
  public static int window(long word) {
    return (int) (word >>> WINDOW_SHIFT) & FIELD_MASK;
  }

  /** Hits not spent yet, 0 to 63; reads the word as it is, without the rule for 0. */
  public static int hits(long word) {
    return (int) word & FIELD_MASK;
  }

  /**
   * The word after a fault that found its page in the swap cache, readahead or not ({@code
   * lookup_swap_cache}): the address follows, the window stays, a flagged page adds a hit.
   *
   * @param stored word as stored
   * @param address faulting address in bytes
   * @param flagged whether the page carried the readahead flag
   */
  public static long onHit(long stored, long address, boolean flagged) {
    long before = fresh(stored);
    int hits = hits(before);
    return pack(address, window(before), flagged ? Math.min(hits + 1, MAX_HITS) : hits);
  }

  /**
   * The word after a fault that found its page in the swap cache, as this heuristic has it; for the
   * kernel's own the same as {@link #onHit}.
   *
   * @param stored word as stored
   * @param address faulting address in bytes
   * @param flagged whether the page carried the readahead flag
   */
  public long hit(long stored, long address, boolean flagged) {
    unpack(stored);
    heuristic.hit(state, address >>> PAGE_SHIFT, flagged);
    return packed(state);
  }

  /**
   * Decides the window of a miss; the result is read from {@link #word()}, {@link #window()},
   * {@link #start()}, {@link #end()} and {@link #step()} until the next call.
   *
   * @param stored word as stored
   * @param faultPage virtual page number of the fault, inside the VMA
   * @param pageCluster base-2 logarithm of the largest window, at least 0; more than 5 counts as 5
   * @param vmaFirst first virtual page number of the VMA
   * @param vmaEnd one past the last virtual page number of the VMA
   */
  public void decide(long stored, long faultPage, int pageCluster, long vmaFirst, long vmaEnd) {
    start = faultPage;
    end = faultPage + 1;
    step = 1;
    int order = Math.min(pageCluster, ORDER_CEILING);
    if (order == 0) {
      window = 1;
      word = stored;
      return;
    }
    unpack(stored);
    long previousPage = state.previousPosition();
    window = heuristic.window(state, faultPage, order);
    word = packed(state);
    place(
        window,
        heuristic.stride(state),
        heuristic.behind(state),
        previousPage,
        faultPage,
        vmaFirst,
        vmaEnd);
  }

  /**
   * Places a window that was decided elsewhere; the result is read as after {@link #decide}.
   *
   * @param pages window in pages, at least 1
   * @param stride distance between its pages; 0 for neighbours, forward or backward if the previous
   *     access was next to the fault, else around it
   * @param behind pages before the fault in the direction of the stride
   * @param previousPage virtual page number of the previous access
   * @param faultPage virtual page number of the fault
   * @param vmaFirst first virtual page number of the VMA
   * @param vmaEnd one past the last virtual page number of the VMA
   */
  public void place(
      int pages,
      long stride,
      int behind,
      long previousPage,
      long faultPage,
      long vmaFirst,
      long vmaEnd) {
    window = pages;
    start = faultPage;
    end = faultPage + 1;
    step = 1;
    if (pages == 1) {
      return;
    }
    if (stride != 0) {
      place(faultPage, stride, behind, vmaFirst, vmaEnd);
    } else {
      place(previousPage, faultPage, vmaFirst, vmaEnd);
    }
  }

  private void unpack(long stored) {
    long before = stored == 0 ? bootWord : stored;
    state.set(hits(before), before >>> PAGE_SHIFT, window(before));
  }

  private static long packed(ReadaheadState state) {
    int hits = Math.min(state.hits(), MAX_HITS);
    return pack(state.previousPosition() << PAGE_SHIFT, state.lastWindow(), hits);
  }

  private void place(long previousPage, long faultPage, long vmaFirst, long vmaEnd) {
    boolean forward = faultPage == previousPage + 1;
    boolean backward = previousPage == faultPage + 1;
    int behind = forward || backward ? 0 : (window - 1) / 2;
    long tableFirst = faultPage & -PAGES_PER_TABLE;
    place(
        faultPage,
        backward ? -1 : 1,
        behind,
        Math.max(vmaFirst, tableFirst),
        Math.min(vmaEnd, tableFirst + PAGES_PER_TABLE));
  }

  private void place(long faultPage, long stride, int behind, long first, long pastLast) {
    step = Math.abs(stride);
    start = StridedWindow.first(faultPage, window, stride, behind, first);
    end = StridedWindow.last(faultPage, window, stride, behind, pastLast - 1) + 1;
  }

  /**
   * The word to store: hits spent, window and address of this miss; unchanged if page-cluster is 0.
   */
  public long word() {
    return word;
  }

  /**
   * The window in pages as the heuristic chose it, before it was clipped; 1 reads the fault alone.
   */
  public int window() {
    return window;
  }

  /** First virtual page number to look at. */
  public long start() {
    return start;
  }

  /** One past the last virtual page number to look at. */
  public long end() {
    return end;
  }

  /**
   * Distance between the pages to look at, at least 1; more than that only if the heuristic follows
   * a stride.
   */
  public long step() {
    return step;
  }
}
