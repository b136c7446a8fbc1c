package io.faultline.app.reproduce;

import io.faultline.config.Experiment;
import io.faultline.config.GroupSpec;
import io.faultline.config.ProcessSpec;
import io.faultline.config.SwapAreaSpec;
import io.faultline.config.VmaSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * By how much the page counts of an experiment are divided: memory, limits, the image of a
 * hibernation, swap areas and VMAs. Accesses follow where they are stated as passes.
 *
 * @param divisor at least 1
 */
public record Scale(int divisor) {

  /** As published. */
  public static final Scale FULL = new Scale(1);

  private static final int KIB_PER_PAGE = 4;

  /**
   * Checks the divisor.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public Scale {
    if (divisor < 1) {
      throw new IllegalArgumentException("a scale is at least 1, not " + divisor);
    }
  }

  /** Whether nothing is divided. */
  public boolean isFull() {
    return divisor == 1;
  }

  /** What to override so that an experiment has this scale. */
  List<String> settings(Experiment full) {
    List<String> settings = new ArrayList<>();
    settings.add("machine.memory=" + size(full.machine().memoryPages()));
    for (GroupSpec group : full.groups()) {
      settings.add("groups." + group.name() + ".memory-max=" + size(group.memoryMaxPages()));
    }
    for (SwapAreaSpec area : full.swapAreas()) {
      settings.add("swap." + area.name() + ".size=" + size(area.pages()));
    }
    full.hibernation()
        .ifPresent(
            hibernation -> settings.add("hibernation.image=" + size(hibernation.imagePages())));
    for (ProcessSpec process : full.processes()) {
      for (VmaSpec vma : process.vmas()) {
        settings.add(
            "processes."
                + process.name()
                + ".vmas."
                + vma.name()
                + ".pages="
                + Math.max(1, vma.pages() / divisor));
      }
    }
    return settings;
  }

  private String size(long pages) {
    return Math.max(2, pages / divisor) * KIB_PER_PAGE + "KiB";
  }
}
