package io.faultline.config;

import java.util.Optional;

/**
 * A memory cgroup.
 *
 * @param name its key in the experiment
 * @param memoryMaxPages {@code memory.max}, in pages, 1 to the machine's memory
 * @param unlimitedWhenMeasuring whether {@code memory.max} is lifted when the measured phase begins
 * @param zswapMaxPages {@code memory.zswap.max}, in pages; {@link Long#MAX_VALUE} for none
 * @param zswapWriteback {@code memory.zswap.writeback}: whether its entries may be written back
 * @param file file pages that its tasks read; empty if they read none
 */
public record GroupSpec(
    String name,
    long memoryMaxPages,
    boolean unlimitedWhenMeasuring,
    long zswapMaxPages,
    boolean zswapWriteback,
    Optional<FileSetSpec> file) {

  /** A cgroup that may use zswap as it likes. */
  public GroupSpec(String name, long memoryMaxPages, boolean unlimitedWhenMeasuring) {
    this(name, memoryMaxPages, unlimitedWhenMeasuring, Long.MAX_VALUE, true, Optional.empty());
  }

  /** A cgroup whose limit stays. */
  public GroupSpec(String name, long memoryMaxPages) {
    this(name, memoryMaxPages, false);
  }
}
