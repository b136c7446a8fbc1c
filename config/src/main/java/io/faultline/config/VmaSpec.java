package io.faultline.config;

/**
 * A private anonymous mapping, aligned to 2 MiB and merged with no other.
 *
 * @param name its key in the process
 * @param pages size in pages, 1 to 2^31 - 1
 */
public record VmaSpec(String name, int pages) {}
