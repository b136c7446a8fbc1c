package io.faultline.actors.readahead;

/**
 * What a readahead heuristic remembers from one fault to the next: hits not spent yet, the previous
 * position and the last window.
 *
 * <p>In the scope of the machine these are the kernel's globals {@code swapin_readahead_hits},
 * {@code prev_offset} and {@code last_readahead_pages}; in the scope of a VMA the fields of {@code
 * vma->swap_readahead_info} (see {@link VmaReadahead}). A heuristic that remembers more extends it.
 * Not safe for use by several threads: it has one owner.
 */
public class ReadaheadState {

  /** Hits that a machine is given when it boots, to start it with a small window. */
  static final int BOOT_HITS = 4;

  private int hits;
  private long previousPosition;
  private int lastWindow;

  /**
   * A state with given values.
   *
   * @param hits hits not spent yet, at least 0
   * @param previousPosition slot or virtual page number, unsigned
   * @param lastWindow last window in pages, at least 0
   */
  public ReadaheadState(int hits, long previousPosition, int lastWindow) {
    set(hits, previousPosition, lastWindow);
  }

  /**
   * The state of a machine that was just booted: 4 hits, so that the first window is 8 or the cap.
   */
  public static ReadaheadState boot() {
    return new ReadaheadState(BOOT_HITS, 0, 0);
  }

  /**
   * The state that a long sequential read leaves behind: a full window and all its hits but one's
   * own.
   *
   * @param pageCluster base-2 logarithm of the largest window, 0 to 30
   */
  public static ReadaheadState hot(int pageCluster) {
    int window = 1 << pageCluster;
    return new ReadaheadState(window - 1, 0, window);
  }

  /** The state that a long random read leaves behind: no hits, last window 1. */
  public static ReadaheadState cold() {
    return new ReadaheadState(0, 0, 1);
  }

  /** A page that readahead had brought in was found in the swap cache. */
  public final void hit() {
    hits++;
  }

  /**
   * Decides the window of a miss as the kernel's cluster readahead does ({@code swapin_nr_pages}).
   *
   * @param offset slot that was missed
   * @param pageCluster base-2 logarithm of the largest window, 0 to 31
   * @return window in pages, at least 1
   */
  public final int window(long offset, int pageCluster) {
    return HitsHeuristic.BY_SLOTS.window(this, offset, pageCluster);
  }

  /** Replaces all three values; bounds as in the constructor. */
  public final void set(int hits, long previousPosition, int lastWindow) {
    if (hits < 0 || lastWindow < 0) {
      throw new IllegalArgumentException(
          "hits and last window are at least 0, got " + hits + " and " + lastWindow);
    }
    this.hits = hits;
    this.previousPosition = previousPosition;
    this.lastWindow = lastWindow;
  }

  /** Hits not spent yet. */
  public final int hits() {
    return hits;
  }

  /**
   * The position that the next fault is compared with: a slot or a virtual page number, unsigned.
   */
  public final long previousPosition() {
    return previousPosition;
  }

  /** The window decided last, in pages; 0 if none was. */
  public final int lastWindow() {
    return lastWindow;
  }

  @Override
  public String toString() {
    return "hits "
        + hits
        + ", previous "
        + Long.toUnsignedString(previousPosition)
        + ", window "
        + lastWindow;
  }
}
