package io.faultline.invariants;

import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import java.util.List;
import java.util.Locale;

/**
 * An experiment of a few hundred pages, small enough to have all invariants checked at every
 * instant.
 *
 * @param kernel the generation
 * @param cpus CPUs that the tasks share
 * @param pageCluster base-2 logarithm of the largest window
 * @param swappiness weight of anonymous pages
 * @param generations whether pages are kept in generations, where the kernel can
 * @param areas the swap areas, one to three
 * @param vmaReadahead whether readahead follows each VMA, where the device lets it
 * @param place whose pages lie where
 * @param pages pages of every VMA
 * @param limit what the pages are too many for
 * @param files size of the file set that each group reads, in percent of the pages that may stay in
 *     memory; 0 for none
 * @param share pages that may stay in memory, in percent of all pages
 * @param swapShare size of swap, in percent of all pages; the headers come on top
 * @param costs whether CPU work takes time
 * @param togetherAtFirst whether the tasks write their pages all at once before the measured phase
 * @param pushOut whether everything is reclaimed before the measured phase
 * @param jitter how far times vary, in percent
 * @param interleaving the order of actors within an instant
 * @param seed what every generator is derived from
 * @param forks processes that are forked from the first one and repeat its tasks
 * @param exits whether processes exit when their tasks have finished
 * @param swapoff what the first swap area is switched off by, as it stands in an experiment; empty
 *     if it is not
 * @param swapoffAll whether the other areas are switched off as well, at the same time
 * @param zswap zswap as it stands in an experiment; empty without it
 * @param tasks the tasks
 */
record SmallExperiment(
    String kernel,
    int cpus,
    int pageCluster,
    int swappiness,
    boolean generations,
    List<Area> areas,
    boolean vmaReadahead,
    Place place,
    int pages,
    Limit limit,
    int files,
    int share,
    int swapShare,
    boolean costs,
    boolean togetherAtFirst,
    boolean pushOut,
    int jitter,
    String interleaving,
    long seed,
    int forks,
    boolean exits,
    String swapoff,
    boolean swapoffAll,
    String zswap,
    List<Worker> tasks) {

  /** Where the tasks' pages lie. */
  enum Place {
    /** A process and a VMA for every task. */
    APART,
    /** A part of one VMA for every task. */
    ONE_VMA,
    /** All tasks on all pages of one VMA. */
    SAME_PAGES
  }

  /** What the pages are too many for. */
  enum Limit {
    /** One group that all processes are in. */
    GROUP,
    /** A group for every process. */
    GROUPS,
    /** The machine's memory: kswapd works. */
    MACHINE
  }

  /**
   * A swap area on a device of its own.
   *
   * @param device the device, as it stands in an experiment
   * @param priority its priority; -1 if the kernel chooses
   * @param weight its part of swap, in relation to that of the others
   */
  record Area(String device, int priority, int weight) {}

  /**
   * A task.
   *
   * @param pattern its pattern and what that needs
   * @param write whether it stores
   * @param accesses in percent of the pages of its region
   * @param thinkMicros CPU time it burns after each access
   */
  record Worker(String pattern, boolean write, int accesses, int thinkMicros) {}

  /** Pages below the low watermark of a machine this small, which nobody gets without reclaim. */
  private static final int RESERVE = 48;

  SmallExperiment {
    tasks = List.copyOf(tasks);
    areas = List.copyOf(areas);
  }

  private int allPages() {
    int unshared =
        place == Place.SAME_PAGES || place == Place.ONE_VMA ? pages : pages * tasks.size();
    return unshared + forks * pages;
  }

  /** Pages that may stay in memory. */
  private int resident(int of) {
    return Math.max(1, of * share / 100);
  }

  /** The experiment, read and checked. */
  Experiment read() {
    return ExperimentReader.text("small", hocon()).read();
  }

  /** The experiment as a user would write it. */
  String hocon() {
    StringBuilder text = new StringBuilder();
    text.append("kernel = \"").append(kernel).append("\"\n");
    int memory = limit == Limit.MACHINE ? RESERVE + resident(allPages()) : 65_536;
    if (!zswap.isEmpty()) { // one percent of it is at most a tenth of what a group may have
      memory = limit == Limit.MACHINE ? memory : Math.max(3 * allPages() / 2, 3 * pages);
    }
    text.append(
        String.format(
            Locale.ROOT,
            "machine { cpus = %d, memory = %dKiB, page-cluster = %d, swappiness = %d,"
                + " vma-ra-enabled = %s%s%s }%n",
            cpus,
            4 * memory,
            pageCluster,
            swappiness,
            vmaReadahead,
            generations ? ", lru = mglru" : "",
            costs ? "" : ", cpu.costs { " + FREE + " }"));
    addAreas(text);
    if (limit == Limit.GROUP) {
      text.append("groups { g { memory-max = ")
          .append(4 * resident(allPages()))
          .append("KiB } }\n");
      addFiles(text, "g", resident(allPages()));
    } else if (limit == Limit.GROUPS) {
      int processes = place == Place.APART ? tasks.size() : 1;
      for (int p = 0; p < processes; p++) {
        text.append("groups.g").append(p).append(".memory-max = ");
        text.append(4 * resident(pages)).append("KiB\n");
        addFiles(text, "g" + p, resident(pages));
      }
    }
    for (int t = 0; t < tasks.size(); t++) {
      addTask(text, t, tasks.get(t));
    }
    for (int fork = 0; fork < forks; fork++) {
      addFork(text, "processes.q" + fork);
    }
    text.append("init = ").append(togetherAtFirst ? "parallel" : "serial").append('\n');
    text.append("push-out = ").append(pushOut).append('\n');
    if (!swapoff.isEmpty()) {
      for (int a = 0; a < (swapoffAll ? areas.size() : 1); a++) {
        text.append("swapoff.s").append(a).append(" { area = a").append(a).append(", ");
        text.append(swapoff).append(" }\n");
      }
    }
    if (!zswap.isEmpty()) {
      text.append("zswap { ").append(zswap).append(" }\n");
    }
    text.append("seed = ").append(seed).append('\n');
    text.append("interleaving = \"").append(interleaving).append("\"\n");
    if (jitter > 0) {
      text.append("jitter { distribution = uniform, share = ")
          .append(jitter / 100.0)
          .append(" }\n");
    }
    return text.toString();
  }

  private void addAreas(StringBuilder text) {
    int weights = areas.stream().mapToInt(Area::weight).sum();
    int slots = Math.max(1, allPages() * swapShare / 100);
    for (int a = 0; a < areas.size(); a++) {
      Area area = areas.get(a);
      int part = Math.max(1, (slots * area.weight() + weights - 1) / weights);
      text.append(
          String.format(
              Locale.ROOT,
              "devices.d%d %s%nswap.a%d { device = d%d, size = %dKiB, priority = %d }%n",
              a,
              area.device(),
              a,
              a,
              4 * (1 + part),
              area.priority()));
    }
  }

  private void addFiles(StringBuilder text, String group, int resident) {
    if (files > 0 && !generations) {
      text.append("groups.").append(group).append(".file { accesses = 1.5, size = ");
      text.append(4 * Math.max(1, resident * files / 100)).append("KiB }\n");
    }
  }

  private static final String FREE =
      "fault-entry = 0ns, allocate = 0ns, map = 0ns, copy = 0ns, reclaim-scan = 0ns,"
          + " reclaim-page = 0ns";

  private void addTask(StringBuilder text, int t, Worker task) {
    int p = place == Place.APART ? t : 0;
    String process = "processes.p" + p;
    if (limit == Limit.GROUP) {
      text.append(process).append(".group = g\n");
    } else if (limit == Limit.GROUPS) {
      text.append(process).append(".group = g").append(p).append('\n');
    }
    text.append(process).append(".vmas.v.pages = ").append(pages).append('\n');
    if (!zswap.isEmpty()) {
      text.append(process).append(".vmas.v { same-filled = 0.1, incompressible = 0.1 }\n");
    }
    text.append(process).append(".exits = ").append(exits).append('\n');
    addTask(text, process, t, task);
  }

  private void addFork(StringBuilder text, String process) {
    text.append(process).append(".fork-of = p0\n");
    text.append(process).append(".exits = ").append(exits).append('\n');
    for (int t = 0; t < (place == Place.APART ? 1 : tasks.size()); t++) {
      addTask(text, process, t, tasks.get(t));
    }
  }

  private void addTask(StringBuilder text, String process, int t, Worker task) {
    int region = place == Place.ONE_VMA ? pages / tasks.size() & ~1 : pages;
    text.append(process).append(".tasks.t").append(t);
    text.append(
        String.format(
            Locale.ROOT,
            " { vma = v, first-page = %d, pages = %d, pattern = %s, write = %s, accesses = %d,"
                + " think = %dus }%n",
            place == Place.ONE_VMA ? t * region : 0,
            region,
            task.pattern(),
            task.write(),
            Math.max(1, region * task.accesses() / 100),
            task.thinkMicros()));
  }
}
