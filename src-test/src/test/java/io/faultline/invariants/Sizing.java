package io.faultline.invariants;

import io.faultline.invariants.SmallExperiment.Limit;
import io.faultline.invariants.SmallExperiment.Place;
import io.faultline.invariants.SmallExperiment.Shared;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much memory and swap a small experiment gets: as little as was drawn, but never so little
 * that running out of it would be right. Swap is large enough for all pages that memory cannot
 * hold, whichever areas a swapoff has emptied by then: what a swapoff brings back may fit, and what
 * comes after it may not, when forks copy, builds grow and windows are read.
 */
final class Sizing {

  /** Pages that may be on their way from a list to a device, beside the windows. */
  private static final int BATCH = 32;

  private final SmallExperiment experiment;
  private final long[] limits;
  private final long[] most;
  private final long[] least;
  private final long windows;
  private int slots;

  Sizing(SmallExperiment experiment) {
    this.experiment = experiment;
    int groups = experiment.limit() == Limit.GROUPS ? experiment.processes() : 1;
    limits = new long[groups];
    most = new long[groups];
    least = new long[groups];
    for (int group = 0; group < groups; group++) {
      count(group);
    }
    windows = windows();
    for (int group = 0; group < groups; group++) {
      limits[group] = Math.max(experiment.resident(most[group]), windows);
    }
    slots = (int) Math.max(1, Arrays.stream(most).sum() * experiment.swapShare() / 100);
    if (!experiment.swapoff().isEmpty()) {
      leaveRoom();
    }
  }

  private void count(int group) {
    boolean alone = experiment.limit() == Limit.GROUPS && experiment.place() == Place.APART;
    int anonymous =
        experiment.pages()
            * (alone || experiment.place() != Place.APART ? 1 : experiment.tasks().size());
    most[group] = anonymous;
    least[group] = experiment.exits() ? 0 : anonymous - experiment.tasks().size();
    if (group == 0) {
      most[0] += (long) experiment.forks() * experiment.pages();
      most[0] +=
          experiment.build().map(build -> (long) build.jobs() * build.mostPages()).orElse(0L);
      for (Shared object : experiment.objects()) {
        most[0] += object.pages();
        least[0] += object.populate() ? object.pages() : 0;
      }
    }
  }

  /** What is read, copied and written at one time at most. */
  private long windows() {
    long runnables =
        (long) experiment.tasks().size() * (1 + experiment.forks())
            + (long) experiment.objects().size() * (experiment.processes() + experiment.forks())
            + experiment.build().map(SmallExperiment.Build::jobs).orElse(0)
            + (experiment.swapoff().isEmpty() ? 0 : experiment.areas().size());
    return (runnables << experiment.pageCluster()) + runnables + BATCH;
  }

  /** Makes memory or swap larger where a swapoff could succeed and leave too little. */
  private void leaveRoom() {
    if (tooLittle(0) && everythingGoes()) {
      for (int group = 0; group < limits.length; group++) {
        limits[group] = most[group] + windows;
      }
    }
    while (leftovers().stream().anyMatch(this::tooLittle)) {
      slots += Math.max(8, slots / 8);
    }
  }

  private boolean everythingGoes() {
    return experiment.swapoffAll() || experiment.areas().size() == 1;
  }

  /** Whether all pages may fit into memory and so many slots at one time, and not at another. */
  private boolean tooLittle(long left) {
    long mayNeed = 0;
    long needsAtLeast = 0;
    for (int group = 0; group < limits.length; group++) {
      mayNeed += Math.max(0, most[group] + windows + compressed() - limits[group]);
      needsAtLeast += Math.max(0, least[group] - limits[group]);
    }
    return left >= needsAtLeast && left < mayNeed;
  }

  /** Slots of the areas that are left once some have been switched off; all are not. */
  private List<Long> leftovers() {
    List<Long> left = new ArrayList<>();
    int areas = experiment.areas().size();
    int off = experiment.swapoffAll() ? (1 << areas) - 1 : 1;
    for (int gone = 1; gone <= off; gone++) {
      long sum = 0;
      for (int area = 0; area < areas; area++) {
        sum += (gone >> area & 1) == 0 ? slots(area) : 0;
      }
      if (gone < (1 << areas) - 1) {
        left.add(sum);
      }
    }
    return left;
  }

  /** Slots of an area, its header not counted. */
  int slots(int area) {
    int weights = experiment.areas().stream().mapToInt(SmallExperiment.Area::weight).sum();
    int weight = experiment.areas().get(area).weight();
    return Math.max(1, (slots * weight + weights - 1) / weights);
  }

  /** Limit of a group, in pages. */
  long limit(int group) {
    return limits[group];
  }

  /** Pages of zswap's pool at most, which a group pays for as well. */
  private long compressed() {
    return experiment.zswap().isEmpty() ? 0 : memory() / 20 + 1; // at most five percent are drawn
  }

  /** Memory of the machine, in pages. */
  long memory() {
    if (experiment.limit() == Limit.MACHINE) {
      return limits[0]
          + 16
          + 2 * (long) Math.ceil(Math.sqrt((double) limits[0])); // the min watermark
    }
    long all = Arrays.stream(most).sum();
    return experiment.zswap().isEmpty() // or one percent of it is a good part of a group's
        ? 65_536
        : Math.max(3 * all / 2, Arrays.stream(limits).sum() + 3L * experiment.pages());
  }
}
