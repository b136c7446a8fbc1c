package io.faultline.config;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A kernel generation: the rules that changed from one release to another, as far as the machine
 * needs them. Sources are the kernel files of each generation ({@code mm/memory.c}, {@code
 * mm/vmscan.c}, {@code mm/memcontrol.c}, {@code mm/swap_slots.c}, {@code block/blk-mq.c}).
 */
public enum Kernel {
  /** Anonymous memory still starts on the active list and a fault activates its page. */
  V5_8("5.8", true, 5, 32, 16),
  /** Anonymous workingset detection (since 5.9); a slot is freed before the page is mapped. */
  V6_1("6.1", false, 16, 64, 32),
  /** For the machine of today as 6.1. */
  V6_8("6.8", false, 16, 64, 32),
  /** For the machine of today as 6.1; distributions ship it with the multi-generational LRU on. */
  V6_12("6.12", false, 16, 64, 32);

  private final String release;
  private final boolean beforeAnonWorkingset;
  private final int limitRetries;
  private final int chargeBatch;
  private final int plugRequests;

  Kernel(
      String release,
      boolean beforeAnonWorkingset,
      int limitRetries,
      int chargeBatch,
      int plugRequests) {
    this.release = release;
    this.beforeAnonWorkingset = beforeAnonWorkingset;
    this.limitRetries = limitRetries;
    this.chargeBatch = chargeBatch;
    this.plugRequests = plugRequests;
  }

  /** The generation as it is written in an experiment, such as {@code 6.1}. */
  public String release() {
    return release;
  }

  /** True up to 5.8: a new anonymous page enters the active list; later the inactive one. */
  public boolean anonPagesStartActive() {
    return beforeAnonWorkingset;
  }

  /** True up to 5.8: a swap fault activates the page it maps. */
  public boolean faultActivates() {
    return beforeAnonWorkingset;
  }

  /**
   * True up to 5.8: reclaim activates an anonymous page at its first young pte; later only a second
   * sign of use (referenced before, or several young ptes) does, and the first one merely keeps the
   * page and marks it referenced ({@code page_check_references}).
   */
  public boolean referencedAnonActivatesAtOnce() {
    return beforeAnonWorkingset;
  }

  /** True from 5.9: eviction leaves a shadow and a near refault activates the anonymous page. */
  public boolean anonRefaultsAreTracked() {
    return !beforeAnonWorkingset;
  }

  /**
   * True from 5.18: an exclusive page that a write fault brought in gives up its slot before it is
   * mapped ({@code should_try_to_free_swap}); before, {@code reuse_swap_page} does it, which leaves
   * a page under writeback in the swap cache.
   */
  public boolean writeFaultFreesSlotBeforeMapping() {
    return this != V5_8;
  }

  /**
   * Attempts of limit reclaim before the out-of-memory killer ({@code MAX_RECLAIM_RETRIES}): 5 up
   * to 5.8, then 16.
   */
  public int limitRetries() {
    return limitRetries;
  }

  /**
   * Pages charged at once against a group's limit: 32, from 6.1 on 64 ({@code MEMCG_CHARGE_BATCH}).
   */
  public int chargeBatch() {
    return chargeBatch;
  }

  /**
   * Requests that a plug gathers before it is flushed ({@code BLK_MAX_REQUEST_COUNT}): 16, from
   * about 5.16 on 32.
   */
  public int plugRequests() {
    return plugRequests;
  }

  /** Upper bound of {@code min_free_kbytes} at boot, in KiB: 262144 since 5.8 (65536 before). */
  public int minFreeCapKib() {
    return 262_144;
  }

  /**
   * Slots that a CPU's slot cache takes from one area before areas of equal priority take turns
   * ({@code SWAP_SLOTS_CACHE_SIZE}): 64 from 4.11 to 6.14.
   */
  public int slotsPerTurn() {
    return 64;
  }

  /**
   * The generation of that name.
   *
   * @param release such as {@code 6.1}
   */
  public static Optional<Kernel> of(String release) {
    return Arrays.stream(values()).filter(kernel -> kernel.release.equals(release)).findFirst();
  }

  /** The generations there are, for a message: {@code 5.8, 6.1, ...}. */
  public static String releases() {
    return Arrays.stream(values()).map(Kernel::release).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return release;
  }
}
