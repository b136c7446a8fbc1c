package io.faultline.config;

/**
 * What the kernel's work costs a CPU, in nanoseconds a piece. Each figure falls where the kernel
 * does the work: a fault that opens a window pays for allocating, charging and submitting all of
 * it, the hits that follow pay for mapping alone. All are at most one hour.
 *
 * @param accessNanos a task touches a resident page, at least 1
 * @param faultEntryNanos entering and leaving a page fault, the lookup in the swap cache included
 * @param allocateNanos allocating, charging, inserting and issuing the read of one page of a window
 * @param mapNanos mapping a page that is up to date
 * @param copyNanos filling a new page: clearing it
 * @param reclaimScanNanos reclaim looks at one page of a list
 * @param reclaimPageNanos reclaim unmaps one page and frees it or sends it out
 * @param windowSlotNanos readahead looks at one slot of a window, cached or not
 * @param pteScanNanos swapoff looks at one pte in search of its pages
 */
public record CpuCosts(
    long accessNanos,
    long faultEntryNanos,
    long allocateNanos,
    long mapNanos,
    long copyNanos,
    long reclaimScanNanos,
    long reclaimPageNanos,
    long windowSlotNanos,
    long pteScanNanos) {}
