package io.faultline.actors.memory;

import java.util.Arrays;

/**
 * The {@code lru_add} batch: pages that are allocated but on no list yet. Here those that zswap
 * brings back to write them wait in it, since it matters for them: one whose write ends while it
 * waits is not put where reclaim looks first, as {@code folio_rotate_reclaimable} does with pages
 * on a list. Only the multi-generational LRU has it: builds were fitted to published figures with
 * the two lists and without it.
 *
 * <p>Source: mm/swap.c [M].
 */
final class LruAddBatch {

  private final MemoryState state;
  private final LruPolicy lru;
  private final int[] waiting;
  private int count;
  private int used;

  /**
   * An empty batch.
   *
   * @param size {@code PAGEVEC_SIZE}, at least 1
   */
  LruAddBatch(MemoryState state, LruPolicy lru, int size) {
    this.state = state;
    this.lru = lru;
    this.waiting = new int[size];
  }

  /** Whether pages wait here at all. */
  boolean holds() {
    return waiting.length > 1;
  }

  /** Adds a page that is on no list. */
  void add(int frame) {
    waiting[count++] = frame;
    othersAdded(1);
  }

  /** Pages have been added that do not wait here, but take places. */
  void othersAdded(int pages) {
    used += pages;
    if (used >= waiting.length) {
      drain();
    }
  }

  /** A page that may wait here is gone. */
  void forget(int frame) {
    for (int i = 0; i < count; i++) {
      if (waiting[i] == frame) {
        System.arraycopy(waiting, i + 1, waiting, i, count - i - 1);
        count--;
        return;
      }
    }
  }

  /** {@code lru_add_drain}: all that wait go to their lists, in the order in which they came. */
  void drain() {
    used = 0;
    for (int frame : Arrays.copyOf(waiting, count)) {
      lru.broughtBack(state.group(frame), frame);
    }
    count = 0;
  }
}
