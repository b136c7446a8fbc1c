package io.faultline.config;

import java.util.Optional;

/**
 * A tmpfs object, a file in shared memory: its pages belong to it and not to a process.
 *
 * @param name its key in the experiment
 * @param group the memory cgroup that its pages are charged to; empty for the root
 * @param pages size in pages, 1 to 2^31 - 1
 * @param populate whether every page is written once before the measured phase, and before anything
 *     else is
 */
public record ObjectSpec(String name, Optional<String> group, int pages, boolean populate) {}
