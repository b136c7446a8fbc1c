package io.faultline.config;

/**
 * The CPUs as the tasks feel them.
 *
 * @param scheduler who runs next where more want to run than there are processors
 * @param timeSliceNanos time a task may keep a CPU while another waits, at least 1
 * @param costs what the kernel's work costs
 */
public record CpuSpec(CpuScheduler scheduler, long timeSliceNanos, CpuCosts costs) {}
