package io.faultline.config;

/**
 * A memory cgroup.
 *
 * @param name its key in the experiment
 * @param memoryMaxPages {@code memory.max}, in pages, 1 to the machine's memory
 */
public record GroupSpec(String name, long memoryMaxPages) {}
