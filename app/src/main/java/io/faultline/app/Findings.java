package io.faultline.app;

import io.faultline.actors.observe.VmstatItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a run's readahead figures say, in plain sentences. */
final class Findings {

  /** Patterns in which one access says nothing of the next. */
  private static final Set<String> SCATTERED = Set.of("random", "zipf", "hot-cold");

  /** Below this share of its calls a random task is as good as undisturbed: alone it has 0.3 %. */
  private static final double UNDISTURBED = 0.01;

  private final Summary summary;

  Findings(Summary summary) {
    this.summary = summary;
  }

  /** One sentence or two on each line. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (Summary.Swapoff swapoff : summary.swapoffs()) {
      sentences.add(ended(swapoff));
    }
    if (summary.windows().isEmpty()) {
      sentences.add("No window was chosen: nothing was read ahead.");
      return sentences;
    }
    sentences.add(
        switch (summary.readahead()) {
          case "cluster" -> "Readahead by cluster: one hit counter decides for all tasks.";
          case "vma" -> "Readahead by VMA: each VMA has a hit counter of its own.";
          default -> "Readahead by algorithm, scope and placement: " + summary.readahead() + ".";
        });
    List<Summary.Task> scattered =
        summary.tasks().stream().filter(task -> SCATTERED.contains(task.pattern())).toList();
    for (Summary.Task task : summary.tasks()) {
      if (!scattered.contains(task) && !task.windows().isEmpty()) {
        sentences.add(ordered(task));
      }
    }
    for (Summary.Task task : scattered) {
      if (!task.windows().isEmpty()) {
        sentences.add(scattered(task));
      }
    }
    sentences.add(
        "Of "
            + summary.counter(VmstatItem.SWAP_RA)
            + " pages read ahead "
            + summary.counter(VmstatItem.SWAP_RA_HIT)
            + " were used: a hit ratio of "
            + Figures.percent(
                summary.counter(VmstatItem.SWAP_RA_HIT), summary.counter(VmstatItem.SWAP_RA))
            + ".");
    return sentences;
  }

  private static String ended(Summary.Swapoff swapoff) {
    if (swapoff.interrupted()) {
      return "Swapoff of "
          + swapoff.area()
          + " was interrupted: it would go on for ever, since pages that processes share go back to"
          + " their slots before all have them; "
          + swapoff.slotsLeft()
          + " slots were left, and the area is in use again.";
    }
    return swapoff.emptied()
        ? "Swapoff emptied "
            + swapoff.area()
            + " in "
            + Figures.duration(swapoff.elapsedNanos())
            + " of virtual time."
        : "Swapoff of "
            + swapoff.area()
            + " failed with ENOMEM: memory was too small after "
            + swapoff.pages()
            + " pages; "
            + swapoff.slotsLeft()
            + " slots were left, and the area is in use again.";
  }

  private boolean isGlobal() {
    return summary.readahead().equals("cluster") || summary.readahead().contains(", global,");
  }

  private String ordered(Summary.Task task) {
    Map.Entry<String, Long> usual =
        task.windows().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return task.fullName()
        + " ("
        + task.pattern()
        + ") chose a window of "
        + pages(usual.getKey())
        + " in "
        + Figures.percent(usual.getValue(), calls(task.windows()))
        + " of its calls.";
  }

  private String scattered(Summary.Task task) {
    long wide = calls(task.windows()) - task.windows().getOrDefault("1", 0L);
    double share = (double) wide / calls(task.windows());
    String said =
        task.fullName()
            + " ("
            + task.pattern()
            + ") chose a window of 2 pages or more in "
            + Figures.percent(share)
            + " of its calls";
    String partners =
        summary.tasks().stream()
            .filter(other -> !SCATTERED.contains(other.pattern()) && shareCounter(task, other))
            .map(Summary.Task::fullName)
            .collect(Collectors.joining(" and "));
    if (share < UNDISTURBED) {
      return said + ": one page at a time, as if it were alone.";
    }
    return partners.isEmpty()
        ? said + "."
        : said + ": it inherits windows that it never earned; " + partners + " did.";
  }

  private boolean shareCounter(Summary.Task one, Summary.Task other) {
    return isGlobal() || (one.process().equals(other.process()) && one.vma().equals(other.vma()));
  }

  private static String pages(String window) {
    return window.equals("1") ? "1 page" : window + " pages";
  }

  private static long calls(Map<String, Long> windows) {
    return windows.values().stream().mapToLong(Long::longValue).sum();
  }
}
