package io.faultline.app.reproduce;

import io.faultline.config.BuildSpec;
import io.faultline.config.Experiment;
import io.faultline.config.GroupSpec;
import io.faultline.config.ObjectSpec;
import io.faultline.config.ProcessSpec;
import io.faultline.config.SwapAreaSpec;
import io.faultline.config.VmaSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * By how much the page counts of an experiment are divided: memory, limits, the image of a
 * hibernation, swap areas, VMAs, objects, and what each process of a build works on and how long.
 * Accesses follow where they are stated as passes.
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
            "processes." + process.name() + ".vmas." + vma.name() + ".pages=" + count(vma.pages()));
      }
    }
    for (ObjectSpec object : full.objects()) {
      settings.add("objects." + object.name() + ".pages=" + count(object.pages()));
    }
    for (BuildSpec build : full.builds()) {
      String key = "builds." + build.name() + ".";
      settings.add(key + "cpu=" + build.cpuNanos() / divisor + "ns");
      settings.add(key + "pages=" + count(build.pages()));
      settings.add(key + "revisits=" + count(build.revisits()));
      build.sources().ifPresent(part -> settings.add(key + "sources.pages=" + count(part.pages())));
      build
          .headers()
          .ifPresent(headers -> settings.add(key + "headers.reads=" + count(headers.reads())));
      build.output().ifPresent(part -> settings.add(key + "output.pages=" + count(part.pages())));
    }
    return settings;
  }

  private int count(int pages) {
    return Math.max(1, pages / divisor);
  }

  private String size(long pages) {
    return Math.max(2, pages / divisor) * KIB_PER_PAGE + "KiB";
  }
}
