package io.faultline.config;

/**
 * File pages that the tasks of a group read beside their own memory. They compete with anonymous
 * pages for the group's memory, and swappiness weighs the two.
 *
 * @param pages size of the set, at least 1
 * @param accesses how often a page of the set, drawn at random, is read for each page that is
 *     charged to the group, 0 to 1000
 * @param readNanos what a read takes that finds its page not in memory, in nanoseconds; the task
 *     that faults waits for it
 */
public record FileSetSpec(int pages, double accesses, long readNanos) {}
