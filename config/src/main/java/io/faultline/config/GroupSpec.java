package io.faultline.config;

/**
 * A memory cgroup.
 *
 * @param name its key in the experiment
 * @param memoryMaxPages {@code memory.max}, in pages, 1 to the machine's memory
 * @param unlimitedWhenMeasuring whether {@code memory.max} is lifted when the measured phase begins
 */
public record GroupSpec(String name, long memoryMaxPages, boolean unlimitedWhenMeasuring) {

  /** A cgroup whose limit stays. */
  public GroupSpec(String name, long memoryMaxPages) {
    this(name, memoryMaxPages, false);
  }
}
