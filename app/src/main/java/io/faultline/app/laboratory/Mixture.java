package io.faultline.app.laboratory;

import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A mixture of tasks, small enough that hundreds can be tried: a point of the space that a search
 * goes through.
 *
 * @param pageCluster 0 to 5
 * @param memoryPercent memory as a share of all pages, 10 to 90
 * @param init how the pages are first stored, {@code serial} or {@code parallel}
 * @param layout {@code processes}; {@code threads} of one process with a VMA each; or threads whose
 *     regions are {@code merged} into one VMA
 * @param device {@code nvme} or {@code virtio-blk}
 * @param cpus 1 to 4
 * @param passes times that each task goes through its region, 1 to 8, at most 16 for all tasks
 *     together
 * @param workers the tasks, 1 to 8
 */
public record Mixture(
    int pageCluster,
    int memoryPercent,
    String init,
    String layout,
    String device,
    int cpus,
    int passes,
    List<Worker> workers) {

  /** Pages of each task's region. */
  public static final int PAGES = 1024;

  /** The kernel's cluster readahead, which has one counter, as a setting of the experiment. */
  public static final String GLOBAL = "machine.vma-ra-enabled=false";

  /** The kernel's VMA readahead. */
  public static final String PER_VMA = "machine.vma-ra-enabled=true";

  private static final int MOST_WORKERS = 8;
  private static final int MOST_CLUSTER = 5;
  private static final int[] THINK_MICROS = {0, 0, 0, 1, 5, 20, 100, 300, 1000};
  private static final int[] PASSES = {1, 1, 2, 3, 5, 8};
  private static final int MOST_PASSES = 16;
  private static final int[] STRIDES = {2, 4, 8, 16, 32};
  private static final List<String> INITS = List.of("serial", "parallel");
  private static final List<String> LAYOUTS = List.of("processes", "threads", "merged");
  private static final List<String> DEVICES = List.of("nvme", "virtio-blk");
  private static final List<String> PATTERNS = List.of("sequential", "random", "strided");
  private static final int KIB_PER_PAGE = 4;

  /**
   * A task.
   *
   * @param pattern how it goes through its region; as {@link #PATTERNS} has it
   * @param stride in pages, a power of two; 1 unless strided
   * @param thinkMicros CPU time after each access, 0 to 1000
   * @param write whether an access stores
   */
  public record Worker(String pattern, int stride, int thinkMicros, boolean write) {

    private static Worker drawn(SplitMix64 random) {
      String pattern = one(PATTERNS, random);
      int stride = STRIDES[random.nextBelow(STRIDES.length)];
      return new Worker(
          pattern,
          pattern.equals("strided") ? stride : 1,
          THINK_MICROS[random.nextBelow(THINK_MICROS.length)],
          random.nextBelow(2) == 1);
    }

    /** In words. */
    String words() {
      return (write ? "w-" : "")
          + (pattern.equals("strided") ? "stride " + stride : pattern)
          + (thinkMicros == 0 ? "" : " " + thinkMicros + "us");
    }
  }

  /** Copies the list, and keeps the work within its bound. */
  public Mixture {
    workers = List.copyOf(workers);
    passes = Math.max(1, Math.min(passes, MOST_PASSES / workers.size()));
  }

  /** Any mixture. */
  static Mixture drawn(SplitMix64 random) {
    int tasks = 1 + random.nextBelow(MOST_WORKERS);
    Worker[] kinds = {Worker.drawn(random), Worker.drawn(random), Worker.drawn(random)};
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < tasks; i++) { // programs come in kinds: at most three of them
      workers.add(kinds[random.nextBelow(kinds.length)]);
    }
    return new Mixture(
        random.nextBelow(MOST_CLUSTER + 1),
        10 + random.nextBelow(81),
        one(INITS, random),
        one(LAYOUTS, random),
        one(DEVICES, random),
        1 + random.nextBelow(4),
        PASSES[random.nextBelow(PASSES.length)],
        workers);
  }

  /** A neighbour of this: one thing about it is another. */
  Mixture mutated(SplitMix64 random) {
    int cluster = pageCluster;
    int memory = memoryPercent;
    String first = init;
    String lies = layout;
    String on = device;
    int processors = cpus;
    int times = passes;
    List<Worker> tasks = new ArrayList<>(workers);
    switch (random.nextBelow(9)) {
      case 0 -> cluster = random.nextBelow(MOST_CLUSTER + 1);
      case 1 -> memory = Math.max(10, Math.min(90, memory - 15 + random.nextBelow(31)));
      case 2 -> first = one(INITS, random);
      case 3 -> lies = one(LAYOUTS, random);
      case 4 -> on = one(DEVICES, random);
      case 5 -> processors = 1 + random.nextBelow(4);
      case 6 -> times = PASSES[random.nextBelow(PASSES.length)];
      case 7 -> tasks.set(random.nextBelow(tasks.size()), Worker.drawn(random));
      default -> {
        if (tasks.size() == MOST_WORKERS || (tasks.size() > 1 && random.nextBelow(2) == 0)) {
          tasks.remove(random.nextBelow(tasks.size()));
        } else {
          tasks.add(tasks.get(random.nextBelow(tasks.size())));
        }
      }
    }
    return new Mixture(cluster, memory, first, lies, on, processors, times, tasks);
  }

  /** The experiment with one of {@link #GLOBAL} and {@link #PER_VMA}. */
  Experiment experiment(String readahead) {
    return ExperimentReader.text("mixture", text(List.of())).set(readahead).read();
  }

  /**
   * The experiment as a file that can be run.
   *
   * @param comments lines at its beginning
   */
  public String text(List<String> comments) {
    int pages = PAGES * workers.size();
    StringBuilder text = new StringBuilder();
    comments.forEach(comment -> text.append(("# " + comment).stripTrailing()).append('\n'));
    text.append("\nkernel = \"6.1\"\n");
    text.append(
        String.format(
            Locale.ROOT,
            "machine { cpus = %d, memory = 1GiB, page-cluster = %d, vma-ra-enabled = true,"
                + " initial-readahead = cold }\n",
            cpus,
            pageCluster));
    text.append("groups { t { memory-max = ")
        .append(memoryPages() * KIB_PER_PAGE)
        .append("KiB } }\n");
    text.append("devices { d { model = ").append(device).append(", rotational = false } }\n");
    text.append("swap { a { device = d, size = ")
        .append(4 * pages * KIB_PER_PAGE)
        .append("KiB } }\n");
    text.append("jitter { distribution = lognormal, share = 0.3 }\n");
    text.append("init = ").append(init).append("\npush-out = true\n");
    text.append("processes {\n");
    switch (layout) {
      case "processes" -> {
        for (int i = 0; i < workers.size(); i++) {
          text.append("  p").append(i + 1).append(" { group = t, vmas.v.pages = ").append(PAGES);
          text.append(", tasks { ").append(task(i, "v", 0)).append(" } }\n");
        }
      }
      case "threads" -> {
        text.append("  p {\n    group = t\n");
        for (int i = 0; i < workers.size(); i++) {
          text.append("    vmas.v").append(i + 1).append(".pages = ").append(PAGES).append('\n');
          text.append("    tasks { ").append(task(i, "v" + (i + 1), 0)).append(" }\n");
        }
        text.append("  }\n");
      }
      default -> {
        text.append("  p {\n    group = t\n    vmas.v.pages = ").append(pages).append('\n');
        for (int i = 0; i < workers.size(); i++) {
          text.append("    tasks { ").append(task(i, "v", i * PAGES)).append(" }\n");
        }
        text.append("  }\n");
      }
    }
    return text.append("}\n").toString();
  }

  private String task(int index, String vma, int firstPage) {
    Worker worker = workers.get(index);
    return String.format(
        Locale.ROOT,
        "t%d { vma = %s, first-page = %d, pages = %d, pattern = %s, write = %b, passes = %d, think ="
            + " %dus }",
        index + 1,
        vma,
        firstPage,
        PAGES,
        worker.pattern() + (worker.stride() > 1 ? ", stride = " + worker.stride() : ""),
        worker.write(),
        passes,
        worker.thinkMicros());
  }

  private int memoryPages() {
    return Math.max(64, PAGES * workers.size() * memoryPercent / 100);
  }

  /** The tasks in words, equal ones counted. */
  public String tasks() {
    java.util.Map<String, Integer> counts = new java.util.LinkedHashMap<>();
    workers.forEach(worker -> counts.merge(worker.words(), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.forEach((kind, count) -> words.add(count + " " + kind));
    return String.join(", ", words);
  }

  private static <T> T one(List<T> of, SplitMix64 random) {
    return of.get(random.nextBelow(of.size()));
  }
}
