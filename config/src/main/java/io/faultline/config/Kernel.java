package io.faultline.config;

import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.config.ReadaheadSpec.Placement;
import io.faultline.config.ReadaheadSpec.Scope;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A kernel generation: the rules that changed from one release to another, as far as the machine
 * needs them. {@link KernelRule#of} lists them.
 *
 * <p>A source is the kernel file or patch in which a rule was found, and how sure the rule is:
 * <em>[V]</em> read there, <em>[M]</em> known from general knowledge and not read again,
 * <em>[R]</em> inferred. A generation between two releases that were read has the rule that both
 * have.
 */
public enum Kernel {
  /** The fixed window, slots given out one by one, as the patches of 2012 found it. */
  V3_6(3, 6),
  /** The first with the global hit counter. */
  V3_14(3, 14),
  /** The first with VMA readahead; only newly read pages are marked. */
  V4_14(4, 14),
  /** That of the swapoff thread of 2020: a walk along page tables that never looks a page up. */
  V5_6(5, 6),
  /** Swapoff looks pages up. The last whose anonymous memory starts on the active list. */
  V5_8(5, 8),
  /** Anonymous workingset detection (since 5.9); a slot is freed before the page is mapped. */
  V6_1(6, 1),
  /** As 6.1, but for the multi-generational LRU, and for zswap's exclusive loads and shrinker. */
  V6_8(6, 8),
  /** Freed slots are free at once; distributions ship it with the multi-generational LRU on. */
  V6_12(6, 12),
  /** The slot caches are gone: each CPU stays in a cluster. */
  V6_15(6, 15);

  private static final Pattern RELEASE = Pattern.compile("([3-9])\\.([0-9]{1,2})(\\..*)?");

  private final int major;
  private final int minor;

  Kernel(int major, int minor) {
    this.major = major;
    this.minor = minor;
  }

  /** The generation as it is written in an experiment, such as {@code 6.1}. */
  public String release() {
    return major + "." + minor;
  }

  /**
   * What decides the size of a window: {@code fixed} up to 3.13, {@code hits} since.
   *
   * <p>Source: {@code swapin_readahead} in mm/swap_state.c, 3.10, and the patch carried on 31
   * January 2014 [V]; released in 3.14 [M].
   *
   * @return {@link ReadaheadSpec#FIXED} or {@link ReadaheadSpec#HITS}
   */
  public String readaheadAlgorithm() {
    return since(3, 14) ? ReadaheadSpec.HITS : ReadaheadSpec.FIXED;
  }

  /**
   * Which pages of a window are marked: none before 3.14, all but the faulted one up to 4.13, since
   * 4.14 only those newly read.
   *
   * <p>Source: mm/swap_state.c, 3.10, 4.9 and the 4.14 cycle [V].
   */
  public Marking readaheadMarking() {
    return since(4, 14) ? Marking.NEW : since(3, 14) ? Marking.ALL : Marking.NONE;
  }

  /**
   * True from 4.14: readahead can follow each VMA.
   *
   * <p>Source: {@code swap_vma_readahead} in mm/swap_state.c, 4.14 cycle [V].
   */
  public boolean vmaReadaheadAvailable() {
    return since(4, 14);
  }

  /**
   * What the kernel chooses by itself: VMA readahead if there is any, it is enabled and no area
   * rotates ({@code swap_use_vma_readahead}); else cluster readahead.
   *
   * <p>Source: mm/swap_state.c, 4.14 cycle, 5.3 and 6.8 cycles [V].
   *
   * @param vmaRaEnabled {@code /sys/kernel/mm/swap/vma_ra_enabled}
   * @param rotatingAreas {@code nr_rotate_swap}: swap areas on rotational devices, at least 0
   */
  public ReadaheadSpec readahead(boolean vmaRaEnabled, int rotatingAreas) {
    boolean byVma = vmaReadaheadAvailable() && vmaRaEnabled && rotatingAreas == 0;
    return new ReadaheadSpec(
        readaheadAlgorithm(),
        byVma ? Scope.VMA : Scope.GLOBAL,
        byVma ? Placement.ADDRESSES : Placement.SLOTS,
        readaheadMarking());
  }

  /**
   * True from 5.3 among the generations here: a cluster window ends with the area. Before, what
   * lies behind the end is tried and found to be no slot.
   *
   * <p>Source: {@code swap_cluster_readahead} in mm/swap_state.c, absent in the 4.14 cycle, present
   * in the 5.3 cycle [V].
   */
  public boolean windowClippedAtAreaEnd() {
    return since(5, 3);
  }

  /**
   * What is nearest to the release's own scheduler: the completely fair one up to 6.5; turns since,
   * for EEVDF lets a task run its base slice undisturbed. An experiment says itself which it wants.
   *
   * <p>Source: kernel/sched/fair.c, EEVDF came with 6.6 [M].
   */
  public CpuScheduler cpuScheduler() {
    return since(6, 6) ? CpuScheduler.ROUND_ROBIN : CpuScheduler.CFS;
  }

  /**
   * True from 5.8: a page of a window is charged to the group when it is allocated; before, when a
   * fault maps it, so that pages read ahead in vain are never charged.
   *
   * <p>Source: {@code __read_swap_cache_async} in mm/swap_state.c, 5.19 cycle, and the order of
   * {@code do_swap_page} in mm/memory.c, 4.15 [V].
   */
  public boolean chargesWindowWhenAllocated() {
    return since(5, 8);
  }

  /**
   * In which order swapoff visits pages: slots before 5.1, page tables since.
   *
   * <p>Source: {@code try_to_unuse} in mm/swapfile.c, 3.10 (its loop head [M]) and the 5.8 cycle
   * [V].
   *
   * @return {@link SwapoffSpec.Order#SLOTS} or {@link SwapoffSpec.Order#PAGE_TABLES}
   */
  public SwapoffSpec.Order swapoffOrder() {
    return since(5, 1) ? SwapoffSpec.Order.PAGE_TABLES : SwapoffSpec.Order.SLOTS;
  }

  /**
   * What swapoff's walk over page tables does for each page: up to 5.7 it reads ahead without
   * looking the page up, since 5.8 it looks first. Before 5.1, where there is no such walk, that of
   * 5.1 is taken if an experiment asks for one.
   *
   * <p>Source: {@code unuse_pte_range} in mm/swapfile.c, the patches of the swapoff thread of April
   * 2020 and the 5.8 cycle [V].
   *
   * @return {@link SwapoffSpec.Variant#VANILLA} or {@link SwapoffSpec.Variant#LOOKUP_CORRECT}
   */
  public SwapoffSpec.Variant swapoffVariant() {
    return since(5, 8) ? SwapoffSpec.Variant.LOOKUP_CORRECT : SwapoffSpec.Variant.VANILLA;
  }

  /**
   * True up to 5.8: a new anonymous page enters the active list; later the inactive one.
   *
   * <p>Source: the anon workingset series in mm/vmscan.c, 5.9 cycle [V].
   */
  public boolean anonPagesStartActive() {
    return !since(5, 9);
  }

  /**
   * True up to 5.8: a swap fault activates the page it maps.
   *
   * <p>Source: {@code do_swap_page} in mm/memory.c, 4.15 [V]; older generations are taken to do the
   * same [R].
   */
  public boolean faultActivates() {
    return !since(5, 9);
  }

  /**
   * True up to 5.8: reclaim activates an anonymous page at its first young pte; later only a second
   * sign of use (referenced before, or several young ptes) does, and the first one merely keeps the
   * page and marks it referenced.
   *
   * <p>Source: {@code page_check_references} in mm/vmscan.c, 2.6.36 and the 5.9 cycle [V].
   */
  public boolean referencedAnonActivatesAtOnce() {
    return !since(5, 9);
  }

  /**
   * True from 5.9: eviction leaves a shadow and a near refault activates the anonymous page.
   *
   * <p>Source: mm/vmscan.c, 5.9 cycle [V].
   */
  public boolean anonRefaultsAreTracked() {
    return since(5, 9);
  }

  /**
   * True from 5.18: an exclusive page that a write fault brought in gives up its slot before it is
   * mapped ({@code should_try_to_free_swap}); before, {@code reuse_swap_page} does it, which leaves
   * a page under writeback in the swap cache.
   *
   * <p>Source: {@code do_swap_page} in mm/memory.c, 4.15 and about 6.3 [V].
   */
  public boolean writeFaultFreesSlotBeforeMapping() {
    return since(5, 18);
  }

  /**
   * Priority of the first area that is switched on without one, as {@code /proc/swaps} shows it: -1
   * up to 4.13, then -2; each later one is one lower.
   *
   * <p>Source: {@code least_priority} in mm/swapfile.c [M].
   */
  public int firstAutomaticPriority() {
    return since(4, 14) ? -2 : -1;
  }

  /**
   * True from 4.15: a page on a device that answers at once ({@code SWP_SYNCHRONOUS_IO}: zram), to
   * whose slot one pte refers, is read into a page of its own, without the swap cache and without
   * readahead.
   *
   * <p>Source: {@code do_swap_page} in mm/memory.c, 4.15 [V] for the flag, [M] for the count.
   */
  public boolean synchronousReadsSkipSwapCache() {
    return since(4, 15);
  }

  /**
   * Slots taken from one area before areas of equal priority take turns: 1 up to 4.10; 64, what
   * fills a CPU's slot cache, up to 6.14; then a cluster, 512 where huge pages can be swapped.
   *
   * <p>Source: {@code get_swap_page} in mm/swapfile.c, 3.10, {@code SWAP_SLOTS_CACHE_SIZE} in
   * mm/swap_slots.c, 6.13 cycle, and mm/swapfile.c past 6.15 [V]; 3.16 to 4.10 [M].
   */
  public int slotsPerTurn() {
    return since(6, 15) ? 512 : since(4, 11) ? 64 : 1;
  }

  /**
   * True from 4.11 to 6.14: each CPU takes up to 64 slots in advance and hands them out in order;
   * otherwise slots are allocated one by one.
   *
   * <p>Source: mm/swap_slots.c, 6.13 cycle [V].
   */
  public boolean slotCachePerCpu() {
    return since(4, 11) && !since(6, 15);
  }

  /**
   * True from 4.11 to about 6.11: freed slots gather on a list of the CPU and are free when there
   * are 64; otherwise at once.
   *
   * <p>Source: mm/swap_slots.c, not in the 6.13 cycle any more [V]; when it went [R].
   */
  public boolean freedSlotsGatherPerCpu() {
    return since(4, 11) && !since(6, 12);
  }

  /**
   * True from 3.12: on a device that does not rotate, each CPU fills a cluster of its own.
   *
   * <p>Source: {@code scan_swap_map_try_ssd_cluster} in mm/swapfile.c, 5.8 cycle [V]; since when
   * [M].
   */
  public boolean ssdClustersPerCpu() {
    return since(3, 12);
  }

  /**
   * Slots of a cluster ({@code SWAPFILE_CLUSTER}): 512 from 5.8 on, where all recorded kernels swap
   * huge pages; 256 before.
   *
   * <p>Source: mm/swapfile.c, 5.8 cycle [V]; that builds before 5.8 are without huge pages on swap
   * [R].
   */
  public int slotClusterPages() {
    return since(5, 8) ? 512 : 256;
  }

  /**
   * True up to 5.7: where the allocation of slots begins on a device that does not rotate is drawn
   * by {@code swapon}. Since 5.8 the draw is kept for each CPU and matters only to a scan when no
   * cluster is free.
   *
   * <p>Source: {@code swapon} in mm/swapfile.c, 3.10 and the 5.8 cycle [V]; layouts recorded from
   * 6.1 and 6.12 begin with the first cluster.
   */
  public boolean swaponDrawsFirstSlot() {
    return !since(5, 8);
  }

  /**
   * True from 5.8: the shares of anonymous and file pages in a scan follow what their reclaim has
   * cost; before, how many of those scanned lately were in use and rotated.
   *
   * <p>Source: {@code get_scan_count} in mm/vmscan.c, 2.6.36 and the 5.9 cycle [V].
   */
  public boolean scanSharesFollowCost() {
    return since(5, 8);
  }

  /**
   * True from 5.8: the slot scan of a rotational area goes on behind an allocated slot and counts
   * what a search scanned, and clusters have 512 slots; before, a batch ends there and clusters
   * have 256.
   *
   * <p>Source: {@code scan_swap_map_slots} in mm/swapfile.c, 3.10 and the 5.8 cycle [V], layouts
   * recorded from 6.1 and 6.12.
   */
  public boolean hddScanSince58() {
    return since(5, 8);
  }

  /**
   * True from 6.15 among the generations here: free, nonfull, fragmented and full clusters are kept
   * in lists, for rotational areas too, which have one current cluster for all CPUs.
   *
   * <p>Source: mm/swapfile.c of a tree far past 6.15 [V]; since when [R].
   */
  public boolean clusterListsEverywhere() {
    return since(6, 15);
  }

  /**
   * True from 6.1: pages can be kept in generations instead of two lists.
   *
   * <p>Source: the kernel's documentation of the multi-generational LRU [V]; since when [M].
   */
  public boolean multiGenerationLruAvailable() {
    return since(6, 1);
  }

  /**
   * True from 6.8 among the generations here: with the multi-generational LRU, a scan for a group's
   * limit goes on through all that its priority says, even when enough has been reclaimed; before,
   * it ends then. So a group whose pages are all young or dirty at first is left far below its
   * limit.
   *
   * <p>Source: mm/vmscan.c, since 6.3 [M]; runs recorded from 6.1 and 6.12 with it show both.
   */
  public boolean groupReclaimOfGenerationsGoesOn() {
    return since(6, 3);
  }

  /**
   * True from 3.14 among the generations here: where whole scans of kswapd met only pages under
   * writeback, it rests up to 100 ms when it meets pages that it wrote itself.
   *
   * <p>Source: {@code shrink_page_list} and {@code shrink_node} in mm/vmscan.c, 5.9 cycle [V];
   * since 3.11 [M].
   */
  public boolean kswapdRestsInWriteback() {
    return since(3, 11);
  }

  /**
   * Attempts of limit reclaim before the out-of-memory killer ({@code MAX_RECLAIM_RETRIES}): 5 up
   * to 5.8, then 16.
   *
   * <p>Source: mm/memcontrol.c [M].
   */
  public int limitRetries() {
    return since(5, 9) ? 16 : 5;
  }

  /**
   * Pages charged at once against a group's limit: 32, from about 6.1 on 64 ({@code
   * MEMCG_CHARGE_BATCH}).
   *
   * <p>Source: mm/memcontrol.c [M].
   */
  public int chargeBatch() {
    return since(6, 1) ? 64 : 32;
  }

  /**
   * Requests that a plug gathers before it is flushed ({@code BLK_MAX_REQUEST_COUNT}): 16, from
   * about 5.16 on 32.
   *
   * <p>Source: the constant in block/ [V]; since when [M].
   */
  public int plugRequests() {
    return since(5, 16) ? 32 : 16;
  }

  /**
   * Upper bound of {@code min_free_kbytes} at boot, in KiB: 262144 since 5.8, 65536 before.
   *
   * <p>Source: mm/page_alloc.c, an excerpt of 5.8 [V].
   */
  public int minFreeCapKib() {
    return since(5, 8) ? 262_144 : 65_536;
  }

  /**
   * Largest swappiness: 200 since 5.8, 100 before.
   *
   * <p>Source: mm/vmscan.c, 5.9 cycle and 2.6.36 [V].
   */
  public int largestSwappiness() {
    return since(5, 8) ? 200 : 100;
  }

  /**
   * Pages that wait together to be put on their lists ({@code PAGEVEC_SIZE}): 15, from 6.9 on 31.
   *
   * <p>Source: include/linux/pagevec.h [M].
   */
  public int pagevecSize() {
    return since(6, 9) ? 31 : 15;
  }

  /**
   * True from 6.8 among the generations here: zswap has a shrinker that reclaim drives.
   *
   * <p>Source: mm/zswap.c, 6.7 and the 6.8 cycle [V].
   */
  public boolean zswapShrinker() {
    return since(6, 8);
  }

  /**
   * True from 6.8 among the generations here: zswap gives an entry up when it is loaded, and the
   * page is dirty; before, the compressed copy stays.
   *
   * <p>Source: {@code zswap_load} in mm/zswap.c, 6.9 and 6.12 [V]; when it became the only mode
   * [M].
   */
  public boolean zswapLoadsExclusively() {
    return since(6, 8);
  }

  /**
   * What shields zswap's entries from the shrinker: a counter from 6.8 on, since 6.12 second chance
   * and every page read from the device.
   *
   * <p>Source: mm/zswap.c, 6.8 cycle and 6.12 [V].
   */
  public ZswapSpec.Protection zswapProtection() {
    return since(6, 12) ? ZswapSpec.Protection.SECOND_CHANCE_ALL : ZswapSpec.Protection.COUNTER;
  }

  /**
   * True from 6.10: zswap is full at its limit, and opens again at the threshold; before, beyond
   * the limit and below the threshold.
   *
   * <p>Source: {@code zswap_check_limits} in mm/zswap.c, 6.12 [V]; since when [M].
   */
  public boolean zswapFullAtLimit() {
    return since(6, 10);
  }

  /**
   * True from 6.5: what zswap refuses as long as it is full wakes a worker that writes back until
   * the pool is at its threshold, under zsmalloc too; before, each store beyond the limit has one
   * page of zbud written back, and zsmalloc has no writeback.
   *
   * <p>Source: recordings of 6.1, where zsmalloc fails; {@code shrink_worker} in mm/zswap.c, 6.7
   * [V]; since when [M].
   */
  public boolean zswapShrinksToThreshold() {
    return since(6, 5);
  }

  /**
   * True from 5.19: what zswap keeps of a group's pages is charged to the group.
   *
   * <p>Source: mm/zswap.c [M]; recordings of 6.1 show it.
   */
  public boolean zswapIsCharged() {
    return since(5, 19);
  }

  /**
   * Most pages of a block of zsmalloc: 4, from 6.3 on 8 ({@code CONFIG_ZSMALLOC_CHAIN_SIZE}).
   *
   * <p>Source: mm/zsmalloc.c [M]; the pools recorded from 6.1 and 6.12 have 3.75 and 3.86 entries a
   * page, as these make.
   */
  public int zsmallocChain() {
    return since(6, 3) ? 8 : 4;
  }

  /**
   * True from 5.13: {@code do_shrink_slab} adds a share of what it deferred, and defers no more
   * than twice what is freeable.
   *
   * <p>Source: mm/vmscan.c, 5.8 [V]; since when [M].
   */
  public boolean shrinkerDefersByPriority() {
    return since(5, 13);
  }

  /**
   * The generation of that name.
   *
   * @param release such as {@code 6.1}
   */
  public static Optional<Kernel> of(String release) {
    return Arrays.stream(values()).filter(kernel -> kernel.release().equals(release)).findFirst();
  }

  /**
   * The generation with the fewest releases between it and another, the older of two; empty if the
   * text is no release.
   *
   * @param release such as {@code 5.4}
   */
  public static Optional<Kernel> nearest(String release) {
    Matcher matcher = RELEASE.matcher(release);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int asked = position(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    return Arrays.stream(values())
        .min(
            Comparator.comparingInt(
                kernel -> Math.abs(position(kernel.major, kernel.minor) - asked)));
  }

  /**
   * The generation that somebody asked for.
   *
   * @throws ConfigError if there is none; the message names the nearest and all
   */
  public static Kernel named(String release) {
    return of(release)
        .orElseThrow(
            () ->
                new ConfigError(
                    "no kernel generation is called "
                        + release
                        + nearest(release)
                            .map(near -> "; the nearest is " + near.release())
                            .orElse("")
                        + "\nthe kernel generations are "
                        + releases()));
  }

  /** The generations there are, for a message: {@code 5.8, 6.1, ...}. */
  public static String releases() {
    return Arrays.stream(values()).map(Kernel::release).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return release();
  }

  private boolean since(int otherMajor, int otherMinor) {
    return major > otherMajor || (major == otherMajor && minor >= otherMinor);
  }

  /** Releases since 3.0: each of 3.x, 5.x, 6.x had 20, 4.x had 21. */
  private static int position(int major, int minor) {
    int releases = minor;
    for (int earlier = 3; earlier < major; earlier++) {
      releases += earlier == 4 ? 21 : 20;
    }
    return releases;
  }
}
