package io.faultline.config;

import java.util.List;
import java.util.Optional;

/**
 * A process.
 *
 * @param name its key in the experiment
 * @param group the memory cgroup it is a member of; empty for the root, which has no limit
 * @param vmas its mappings in the order of their names, at least one
 * @param tasks its threads in the order of their names; at least one, or none if a mapping is
 *     {@linkplain VmaSpec#populate populated}
 */
public record ProcessSpec(
    String name, Optional<String> group, List<VmaSpec> vmas, List<TaskSpec> tasks) {

  /** Copies the lists. */
  public ProcessSpec {
    vmas = List.copyOf(vmas);
    tasks = List.copyOf(tasks);
  }

  /**
   * The mapping of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public VmaSpec vma(String vmaName) {
    return vmas.stream()
        .filter(vma -> vma.name().equals(vmaName))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("process " + name + " has no VMA " + vmaName));
  }
}
