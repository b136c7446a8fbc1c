package io.faultline.config;

/**
 * The CPUs as the tasks feel them.
 *
 * @param timeSliceNanos time a task may keep a CPU while another waits, at least 1
 * @param costs what the kernel's work costs
 */
public record CpuSpec(long timeSliceNanos, CpuCosts costs) {}
