package io.faultline.config;

/**
 * What the system-wide readahead state ({@code swapin_readahead_hits}, {@code
 * last_readahead_pages}, {@code prev_offset}) holds when the measured phase begins.
 *
 * <p>Nothing in the kernel resets it but a boot, so a run starts with what the run before left.
 */
public enum InitialReadahead {
  /** As the kernel boots: 4 hits, no last window. */
  BOOT("boot"),
  /** As a sequential reader of 256 pages leaves it: a full window and all its hits but one page. */
  HOT("hot"),
  /** As a few scattered faults leave it: no hits and a window of 1. */
  COLD("cold");

  /** A primer of 256 pages cannot leave a larger window than that. */
  private static final int LARGEST_HOT_ORDER = 8;

  private final String word;

  InitialReadahead(String word) {
    this.word = word;
  }

  /** The value as it is written in an experiment. */
  public String word() {
    return word;
  }

  /**
   * Hits that wait to be spent.
   *
   * @param pageCluster binary logarithm of the largest window, 0 to 31
   */
  public int hits(int pageCluster) {
    return switch (this) {
      case BOOT -> 4;
      case HOT -> hotWindow(pageCluster) - 1;
      case COLD -> 0;
    };
  }

  /**
   * The window of the last call, in pages; 0 when there was none.
   *
   * @param pageCluster binary logarithm of the largest window, 0 to 31
   */
  public int lastWindow(int pageCluster) {
    return switch (this) {
      case BOOT -> 0;
      case HOT -> hotWindow(pageCluster);
      case COLD -> 1;
    };
  }

  /** The offset of the last call that had no hits, in pages from the start of its area. */
  public long previousOffset() {
    return this == HOT ? 1 : 0;
  }

  private static int hotWindow(int pageCluster) {
    return 1 << Math.min(pageCluster, LARGEST_HOT_ORDER);
  }
}
