package io.faultline.config;

import java.util.Optional;

/**
 * A {@code swapoff} in the measured phase. In an {@link Experiment} nothing is left to the kernel
 * any more but where it leaves nothing to choose: the order is never {@link Order#KERNEL}, and the
 * variant is {@link Variant#KERNEL} exactly where the order is {@link Order#SLOTS}.
 *
 * @param name its key in the experiment
 * @param area name of the area that is emptied and switched off
 * @param after name of the swapoff that is over before this one begins; empty if it waits for none
 * @param startNanos when it begins, from the start of the measured phase or the end of that
 *     swapoff, 0 to one hour
 * @param variant what the walk does for each page
 * @param order in which order the pages are visited
 */
public record SwapoffSpec(
    String name,
    String area,
    Optional<String> after,
    long startNanos,
    Variant variant,
    Order order) {

  /** One that waits for no other. */
  public SwapoffSpec(String name, String area, long startNanos, Variant variant, Order order) {
    this(name, area, Optional.empty(), startNanos, variant, order);
  }

  /**
   * What the walk over page tables does for each swapped page ({@code unuse_pte_range} in {@code
   * mm/swapfile.c}): the kernel's two forms, and the changes to the first that were measured in the
   * swapoff thread of April 2020.
   */
  public enum Variant {
    /** What the kernel generation does; the only one where the order is that of the slots. */
    KERNEL("kernel"),
    /** Readahead always, without looking the page up: v5.1 to v5.7. */
    VANILLA("vanilla-5.6"),
    /** As vanilla; while swapoff runs, a cluster window is the largest there is, without state. */
    FIXED("fixed"),
    /** Looks the page up, which counts a hit, and reads ahead whatever the answer. */
    LOOKUP_AND_ALWAYS_READAHEAD("lookup-and-always-readahead"),
    /** As vanilla, one hit added before each call. */
    HITS_PLUS_PLUS("hits-plus-plus"),
    /** As vanilla, the hits set to the last window before each call. */
    HITS_EQUAL_LAST("hits-equal-last"),
    /** The hits set to the last window, then a lookup, and readahead only after a miss. */
    LOOKUP_WITH_HITS_EQUAL_LAST("lookup-with-hits-equal-last"),
    /** A lookup, and readahead only after a miss: since v5.8. */
    LOOKUP_CORRECT("lookup-correct");

    private final String word;

    Variant(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }
  }

  /** In which order {@code try_to_unuse} visits the pages. */
  public enum Order {
    /** As the kernel generation does. */
    KERNEL("kernel"),
    /** Slot by slot, each page looked for in all page tables and read alone: before v5.1. */
    SLOTS("slots"),
    /** Process by process, VMA by VMA, along the page tables: since v5.1. */
    PAGE_TABLES("page-tables");

    private final String word;

    Order(String word) {
      this.word = word;
    }

    /** The value as it is written in an experiment. */
    public String word() {
      return word;
    }
  }
}
