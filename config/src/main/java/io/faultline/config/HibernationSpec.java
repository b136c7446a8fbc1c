package io.faultline.config;

/**
 * The part of a hibernation that a machine is left with when it resumes: memory was shrunk until
 * its image fitted ({@code shrink_all_memory}), and what was pushed out lies on swap.
 *
 * @param imagePages pages that stay in memory, 1 to the machine's memory
 * @param cpus processors that reclaim at once, 1 to those of the machine
 */
public record HibernationSpec(long imagePages, int cpus) {}
