package io.faultline.config;

/**
 * The emulated machine.
 *
 * @param cpus number of CPUs, 1 to 1024
 * @param memoryPages memory, in pages, 1 to 2^31 - 1
 * @param pageCluster binary logarithm of the largest readahead window, 0 to 31 ({@code
 *     /proc/sys/vm/page-cluster})
 * @param swappiness 0 to 200 ({@code /proc/sys/vm/swappiness})
 * @param watermarkScaleFactor distance between the watermarks in ten-thousandths of memory, 1 to
 *     1000 ({@code /proc/sys/vm/watermark_scale_factor})
 * @param vmaRaEnabled whether readahead follows each VMA where no swap area rotates ({@code
 *     /sys/kernel/mm/swap/vma_ra_enabled})
 * @param lru how pages are kept in order of use
 * @param initialReadahead the readahead state before the measured phase
 * @param cpu time slice and costs
 * @param runQuantumNanos virtual time after which a run of resident accesses ends, at least 1
 * @param tasksPerInstant deliveries allowed at one instant before the run fails as a loop in zero
 *     time, at least 1
 */
public record MachineSpec(
    int cpus,
    long memoryPages,
    int pageCluster,
    int swappiness,
    int watermarkScaleFactor,
    boolean vmaRaEnabled,
    Lru lru,
    InitialReadahead initialReadahead,
    CpuSpec cpu,
    long runQuantumNanos,
    long tasksPerInstant) {}
