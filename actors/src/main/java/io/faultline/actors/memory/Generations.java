package io.faultline.actors.memory;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The generations of a group's pages: {@code struct lru_gen_folio}. A frame says itself which
 * generation it belongs to; the list that it is on may lag behind until a scan sorts it.
 */
final class Generations {

  /** {@code MIN_NR_GENS}: generations that eviction leaves alone. */
  static final int MIN = 2;

  /** {@code MAX_NR_GENS}. */
  static final int MAX = 4;

  private final Frames frames;
  private final FrameList[] lists = new FrameList[MAX];
  private final int[] pages = new int[MAX];
  private long minSeq;
  private long maxSeq = MIN + 1;
  private boolean walking;
  private final @Nullable PmdFilter[] filters = new PmdFilter[2];

  Generations(Frames frames) {
    this.frames = frames;
    for (int i = 0; i < MAX; i++) {
      lists[i] = new FrameList(frames);
    }
  }

  /** The youngest generation. */
  long maxSeq() {
    return maxSeq;
  }

  /** The oldest generation that may have pages. */
  long minSeq() {
    return minSeq;
  }

  /** Generations that there are. */
  int count() {
    return (int) (maxSeq - minSeq) + 1;
  }

  /** Pages of a generation. */
  int pages(long seq) {
    return pages[slot(seq)];
  }

  /** All pages on the lists. */
  int size() {
    int sum = 0;
    for (int i = 0; i < MAX; i++) {
      sum += lists[i].size();
    }
    return sum;
  }

  /** Pages that count as active: those of the two youngest generations. */
  int active() {
    return pages(maxSeq) + pages(maxSeq - 1);
  }

  FrameList oldest() {
    return lists[slot(minSeq)];
  }

  private static int slot(long seq) {
    return (int) (seq % MAX);
  }

  /** Puts a page into a generation, at the end that is evicted last. */
  void addHead(int frame, long seq) {
    join(frame, seq);
    lists[slot(seq)].addHead(frame);
  }

  /** Puts a page into a generation, at the end that is evicted first. */
  void addTail(int frame, long seq) {
    join(frame, seq);
    lists[slot(seq)].addTail(frame);
  }

  private void join(int frame, long seq) {
    frames.generation(frame, slot(seq));
    pages[slot(seq)]++;
  }

  /** Takes a page off its list. */
  void remove(int frame) {
    pages[frames.generation(frame)]--;
    frames.list(frame).remove(frame);
  }

  /** A page that is on a list was found young: {@code folio_update_gen}. */
  void promote(int frame) {
    pages[frames.generation(frame)]--;
    join(frame, maxSeq);
  }

  /** Whether a page that is on a list is of the youngest generation. */
  boolean youngest(int frame) {
    return frames.generation(frame) == slot(maxSeq);
  }

  /** Whether a page on the oldest list was promoted since; then it goes to where it belongs. */
  boolean sortPromoted(int frame) {
    int generation = frames.generation(frame);
    if (generation == slot(minSeq)) {
      return false;
    }
    frames.list(frame).remove(frame);
    lists[generation].addHead(frame);
    return true;
  }

  /** Forgets the oldest generations without pages: {@code try_to_inc_min_seq}. */
  boolean dropEmpty() {
    long before = minSeq;
    while (minSeq + MIN <= maxSeq && lists[slot(minSeq)].size() == 0) {
      minSeq++;
    }
    return minSeq > before;
  }

  /** Begins a new generation: {@code inc_max_seq}. */
  void begin() {
    if (count() == MAX) {
      moveOldestOn();
    }
    maxSeq++;
  }

  private void moveOldestOn() {
    FrameList oldest = oldest();
    while (oldest.size() > 0) {
      int frame = oldest.tail();
      if (!sortPromoted(frame)) {
        remove(frame);
        addHead(frame, minSeq + 1);
      }
    }
    minSeq++;
  }

  /** Whether an aging is under way. */
  boolean walking() {
    return walking;
  }

  void walking(boolean underWay) {
    walking = underWay;
  }

  /**
   * Which parts of a VMA's page table the next aging looks at: those where young pages lay dense
   * before ({@code lruvec->mm_state.filters}); null for all.
   */
  @Nullable BitSet toWalk(int vma) {
    PmdFilter filter = filters[(int) (maxSeq & 1)];
    return filter == null ? null : filter.of(vma);
  }

  /** Begins the filter of the aging after the next one. */
  void beginFilter() {
    filters[(int) ((maxSeq + 1) & 1)] = new PmdFilter();
  }

  /**
   * What was evicted before the machine started was walked for: both filters exist, with nothing in
   * them.
   */
  void walkedBefore() {
    for (int i = 0; i < filters.length; i++) {
      if (filters[i] == null) {
        filters[i] = new PmdFilter();
      }
    }
  }

  /** Takes over the numbers of another's generations, which are empty, and what its walks left. */
  void resume(Generations other) {
    minSeq = other.minSeq;
    maxSeq = other.maxSeq;
    System.arraycopy(other.filters, 0, filters, 0, filters.length);
  }

  /**
   * Parts of a page table where young pages lie dense.
   *
   * @param next whether a walk found them, for the one that follows it; else the next walk comes by
   */
  void dense(int vma, int[] pmds, boolean next) {
    PmdFilter filter = filters[(int) ((maxSeq + (next ? 1 : 0)) & 1)];
    if (filter != null) {
      for (int pmd : pmds) {
        filter.of(vma).set(pmd);
      }
    }
  }

  /**
   * What {@code should_run_aging} finds: whether the oldest generations are used up, or pages are
   * spread unevenly over them.
   */
  boolean wantsAging() {
    if (minSeq + MIN > maxSeq) {
      return true;
    }
    if (minSeq + MIN < maxSeq) {
      return false;
    }
    long total = size();
    return (long) pages(maxSeq) * MIN > total || pages(maxSeq - MIN) * (MIN + 2L) < total;
  }

  /**
   * Whether the generation that a page was evicted from is the oldest still ({@code
   * lru_gen_test_recent}).
   */
  boolean recent(int evictionAge) {
    return (int) (minSeq & Integer.MAX_VALUE) == evictionAge;
  }
}
