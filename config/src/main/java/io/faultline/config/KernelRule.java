package io.faultline.config;

import java.util.List;

/**
 * A rule that changed from one kernel generation to another, as it is in one of them.
 *
 * @param name what it is about, in words
 * @param value what it is, in words or figures
 * @param source files and releases it was found in, each with how sure it is: [V] read there, [M]
 *     known and not read again, [R] inferred
 */
public record KernelRule(String name, String value, String source) {

  /** The rules of a generation; their names and order are the same for all. */
  public static List<KernelRule> of(Kernel kernel) {
    return List.of(
        new KernelRule(
            "readahead algorithm",
            kernel.readaheadAlgorithm(),
            "mm/swap_state.c 3.10, patch of 31 January 2014 [V]; in 3.14 [M]"),
        new KernelRule(
            "pages marked for readahead",
            switch (kernel.readaheadMarking()) {
              case ALL -> "all of a window";
              case NEW -> "newly read ones";
              case NONE -> "none";
            },
            "mm/swap_state.c 3.10, 4.9, 4.14 [V]"),
        new KernelRule(
            "VMA readahead",
            kernel.vmaReadaheadAvailable() ? "if enabled and no swap area rotates" : "no",
            "mm/swap_state.c 4.14, 5.3, 6.8 [V]"),
        new KernelRule(
            "window at the end of the area",
            kernel.windowClippedAtAreaEnd() ? "clipped" : "goes beyond, in vain",
            "mm/swap_state.c 4.14, 5.3 [V]"),
        new KernelRule(
            "page of a window is charged",
            kernel.chargesWindowWhenAllocated() ? "when allocated" : "when mapped",
            "mm/memory.c 4.15, mm/swap_state.c 5.19 [V]"),
        new KernelRule(
            "swapoff visits",
            kernel.swapoffOrder() == SwapoffSpec.Order.SLOTS ? "slots" : "page tables",
            "mm/swapfile.c 3.10 (loop head [M]), 5.8 [V]"),
        new KernelRule(
            "swapoff for each page",
            kernel.swapoffOrder() == SwapoffSpec.Order.SLOTS
                ? "reads it alone, searches all page tables"
                : kernel.swapoffVariant() == SwapoffSpec.Variant.VANILLA
                    ? "reads ahead without lookup (vanilla-5.6)"
                    : "lookup, reads ahead on a miss (lookup-correct)",
            "mm/swapfile.c 3.10, 5.8, swapoff thread of April 2020 [V]"),
        new KernelRule(
            "new anonymous page",
            kernel.anonPagesStartActive() ? "active list" : "inactive list",
            "mm/vmscan.c 5.9 [V]"),
        new KernelRule(
            "page that a swap fault maps",
            kernel.faultActivates() ? "activated" : "stays inactive unless a near refault",
            "mm/memory.c 4.15, mm/vmscan.c 5.9 [V]; before 4.15 [R]"),
        new KernelRule(
            "referenced anonymous page",
            kernel.referencedAnonActivatesAtOnce()
                ? "activated at the first young pte"
                : "activated at the second sign of use",
            "page_check_references 2.6.36, 5.9 [V]"),
        new KernelRule(
            "anonymous refaults tracked",
            yesOrNo(kernel.anonRefaultsAreTracked()),
            "mm/vmscan.c 5.9 [V]"),
        new KernelRule(
            "slot of an exclusive page after a write fault",
            kernel.writeFaultFreesSlotBeforeMapping()
                ? "freed before mapping"
                : "freed unless under writeback",
            "mm/memory.c 4.15, 6.3 [V]"),
        new KernelRule(
            "slots per turn of equal areas",
            kernel.slotsPerTurn() == 512
                ? "512 (a cluster)"
                : String.valueOf(kernel.slotsPerTurn()),
            "mm/swapfile.c 3.10, past 6.15, mm/swap_slots.c 6.13 [V]"),
        new KernelRule(
            "priority of the first area without one",
            String.valueOf(kernel.firstAutomaticPriority()),
            "least_priority in mm/swapfile.c [M]"),
        new KernelRule(
            "page on zram",
            kernel.synchronousReadsSkipSwapCache()
                ? "read past the swap cache if one pte refers to it"
                : "read ahead as from any device",
            "mm/memory.c 4.15 [V] for the flag, [M] for the count"),
        new KernelRule(
            "slot cache of each CPU",
            kernel.slotCachePerCpu() ? "64 slots" : "no",
            "mm/swap_slots.c 6.13 [V]"),
        new KernelRule(
            "freed slots",
            kernel.freedSlotsGatherPerCpu() ? "gather, 64 a CPU" : "free at once",
            "mm/swap_slots.c 6.13 [V]; when they became free at once [R]"),
        new KernelRule(
            "slots of a device that does not rotate",
            kernel.clusterListsEverywhere()
                ? "lists of clusters, one a CPU"
                : kernel.ssdClustersPerCpu() ? "a cluster of each CPU" : "scan",
            "mm/swapfile.c 5.8, past 6.15 [V]; since 3.12 [M]"),
        new KernelRule(
            "slots of a rotational device",
            kernel.clusterListsEverywhere()
                ? "lists of clusters, one for all"
                : kernel.hddScanSince58() ? "scan for runs of 512" : "scan for runs of 256",
            "mm/swapfile.c 3.10, 5.8, past 6.15 [V]; since 6.15 [R]"),
        new KernelRule(
            "slots of a cluster",
            String.valueOf(kernel.slotClusterPages()),
            "mm/swapfile.c 5.8 [V]; before 5.8 [R]"),
        new KernelRule(
            "first slot of a device that does not rotate",
            kernel.swaponDrawsFirstSlot() ? "drawn by swapon" : "in the first cluster",
            "mm/swapfile.c 3.10, 5.8 [V]; layouts recorded from 6.1, 6.12"),
        new KernelRule(
            "shares of anonymous and file pages",
            kernel.scanSharesFollowCost() ? "by the cost of reclaim" : "by rotated of scanned",
            "get_scan_count 2.6.36, 5.9 [V]"),
        new KernelRule(
            "kswapd among pages under writeback",
            kernel.kswapdRestsInWriteback() ? "rests up to 100 ms" : "goes on",
            "mm/vmscan.c 5.9 [V]; since 3.11 [M]"),
        new KernelRule(
            "multi-generational LRU",
            !kernel.multiGenerationLruAvailable()
                ? "no"
                : kernel.groupReclaimOfGenerationsGoesOn()
                    ? "yes; group reclaim goes beyond its goal"
                    : "yes",
            "mm/vmscan.c [M]; recorded from 6.1, 6.12"),
        new KernelRule(
            "pages charged at once", String.valueOf(kernel.chargeBatch()), "mm/memcontrol.c [M]"),
        new KernelRule(
            "attempts of limit reclaim",
            String.valueOf(kernel.limitRetries()),
            "mm/memcontrol.c [M]"),
        new KernelRule(
            "requests of a plug",
            String.valueOf(kernel.plugRequests()),
            "BLK_MAX_REQUEST_COUNT [V]; 32 since 5.16 [M]"),
        new KernelRule(
            "zswap load",
            kernel.zswapLoadsExclusively() ? "gives the entry up" : "leaves the entry",
            "mm/zswap.c 6.9, 6.12 [V]; since 6.8 [M]"),
        new KernelRule(
            "zswap shrinker",
            kernel.zswapShrinker() ? "protection by " + kernel.zswapProtection().word() : "none",
            "mm/zswap.c 6.7, 6.8, 6.12 [V]"),
        new KernelRule(
            "zswap refuses",
            kernel.zswapFullAtLimit() ? "at its limit" : "beyond its limit",
            "zswap_check_limits 6.12 [V]; since 6.10 [M]"),
        new KernelRule(
            "zswap worker writes back",
            kernel.zswapShrinksToThreshold() ? "to the threshold" : "a page, of zbud alone",
            "shrink_worker 6.7 [V], recordings of 6.1; since 6.5 [M]"),
        new KernelRule(
            "zswap is charged to groups",
            yesOrNo(kernel.zswapIsCharged()),
            "mm/zswap.c [M]; since 5.19 [M]"),
        new KernelRule(
            "longest block of zsmalloc",
            kernel.zsmallocChain() + " pages",
            "mm/zsmalloc.c [M]; recordings of 6.1, 6.12"),
        new KernelRule(
            "largest min_free_kbytes at boot",
            kernel.minFreeCapKib() + " KiB",
            "mm/page_alloc.c 5.8 [V]"),
        new KernelRule(
            "largest swappiness",
            String.valueOf(kernel.largestSwappiness()),
            "mm/vmscan.c 2.6.36, 5.9 [V]"));
  }

  private static String yesOrNo(boolean yes) {
    return yes ? "yes" : "no";
  }
}
