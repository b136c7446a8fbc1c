package io.faultline.config;

import java.util.List;
import java.util.Optional;

/**
 * A process.
 *
 * @param name its key in the experiment
 * @param group the memory cgroup it is a member of; empty for the root, which has no limit
 * @param vmas its mappings in the order of their names, at least one; none for a fork, which has
 *     those of its parent
 * @param tasks its threads in the order of their names; at least one, or none if a mapping is
 *     {@linkplain VmaSpec#populate populated} or if it is a fork
 * @param forkOf the process that it is forked from when the measured phase begins; empty if it is
 *     there from the start
 * @param exits whether it gives up its memory and its slots when its tasks have finished
 */
public record ProcessSpec(
    String name,
    Optional<String> group,
    List<VmaSpec> vmas,
    List<TaskSpec> tasks,
    Optional<String> forkOf,
    boolean exits) {

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
