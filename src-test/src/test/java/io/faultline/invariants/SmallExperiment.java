package io.faultline.invariants;

import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
 * @param objects tmpfs objects, which a task of each process works on
 * @param build processes that come and go beside the tasks
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
    List<Shared> objects,
    Optional<Build> build,
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

  /**
   * A tmpfs object.
   *
   * @param populate whether all of it is there before the tasks run
   * @param mapped whether the tasks map it; if not, they read and write it
   * @param user what they do
   */
  record Shared(int pages, boolean populate, boolean mapped, Worker user) {}

  /**
   * A build.
   *
   * @param jobs processes at a time
   * @param pages of each, on average
   * @param spread how far their sizes lie apart
   * @param rest the other keys, as they stand in an experiment
   */
  record Build(int jobs, int pages, double spread, String rest) {

    /** Pages of the largest process. */
    int mostPages() {
      return spread == 0 ? pages : 8 * pages;
    }
  }

  SmallExperiment {
    tasks = List.copyOf(tasks);
    areas = List.copyOf(areas);
    objects = List.copyOf(objects);
  }

  /** Processes that are no forks. */
  int processes() {
    return place == Place.APART ? tasks.size() : 1;
  }

  /** Pages that may stay in memory. */
  long resident(long of) {
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
    Sizing sizing = new Sizing(this);
    text.append(
        String.format(
            Locale.ROOT,
            "machine { cpus = %d, memory = %dKiB, page-cluster = %d, swappiness = %d,"
                + " vma-ra-enabled = %s%s%s }%n",
            cpus,
            4 * sizing.memory(),
            pageCluster,
            swappiness,
            vmaReadahead,
            generations ? ", lru = mglru" : "",
            costs ? "" : ", cpu.costs { " + FREE + " }"));
    addAreas(text, sizing);
    if (limit == Limit.GROUP) {
      addGroup(text, "g", sizing.limit(0));
    } else if (limit == Limit.GROUPS) {
      for (int p = 0; p < processes(); p++) {
        addGroup(text, "g" + p, sizing.limit(p));
      }
    }
    for (int o = 0; o < objects.size(); o++) {
      text.append("objects.o").append(o).append(" { pages = ").append(objects.get(o).pages());
      text.append(", populate = ").append(objects.get(o).populate());
      text.append(firstGroup()).append(" }\n");
    }
    build.ifPresent(
        it -> {
          text.append("builds.b { jobs = ").append(it.jobs()).append(", pages = ");
          text.append(it.pages()).append(", spread = ").append(it.spread()).append(", ");
          text.append(it.rest()).append(firstGroup()).append(" }\n");
        });
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

  private void addAreas(StringBuilder text, Sizing sizing) {
    for (int a = 0; a < areas.size(); a++) {
      text.append(
          String.format(
              Locale.ROOT,
              "devices.d%d %s%nswap.a%d { device = d%d, size = %dKiB, priority = %d }%n",
              a,
              areas.get(a).device(),
              a,
              a,
              4 * (1 + sizing.slots(a)),
              areas.get(a).priority()));
    }
  }

  /** What the pages of objects and builds are charged to. */
  private String firstGroup() {
    return switch (limit) {
      case GROUP -> ", group = g";
      case GROUPS -> ", group = g0";
      case MACHINE -> "";
    };
  }

  private void addGroup(StringBuilder text, String group, long pages) {
    text.append("groups.").append(group).append(".memory-max = ").append(4 * pages).append("KiB\n");
    if (files > 0 && !generations) {
      text.append("groups.").append(group).append(".file { accesses = 1.5, size = ");
      text.append(4 * Math.max(1, pages * files / 100)).append("KiB }\n");
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
    addUsers(text, process);
  }

  private void addFork(StringBuilder text, String process) {
    text.append(process).append(".fork-of = p0\n");
    text.append(process).append(".exits = ").append(exits).append('\n');
    for (int t = 0; t < (place == Place.APART ? 1 : tasks.size()); t++) {
      addTask(text, process, t, tasks.get(t));
    }
    addUsers(text, process);
  }

  private void addUsers(StringBuilder text, String process) {
    for (int o = 0; o < objects.size(); o++) {
      Shared object = objects.get(o);
      Worker user = object.user();
      text.append(process).append(".tasks.u").append(o).append(" { object = o").append(o);
      text.append(", access = ").append(object.mapped() ? "map" : "file");
      text.append(", pattern = ").append(user.pattern()).append(", write = ").append(user.write());
      text.append(", accesses = ").append(Math.max(1, object.pages() * user.accesses() / 100));
      text.append(", think = ").append(user.thinkMicros()).append("us }\n");
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
