package io.faultline.app;

import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ConfigError;
import io.faultline.config.InitialReadahead;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run recorded on a real kernel: a row of {@code runs.csv}.
 *
 * @param runId its name
 * @param kernel release, such as {@code 6.1.0-57-amd64}
 * @param cpus of the guest
 * @param job the series it belongs to
 * @param classicLru whether the kernel kept the two lists that the machine has
 * @param device the column {@code swap_device}
 * @param areas swap areas of equal priority
 * @param actors who accessed what
 * @param pages of each actor's region
 * @param memoryMax limit of the group, in bytes
 * @param charged bytes of the group that were not the actors' pages: {@code cg_current_0}
 * @param counters differences of {@code /proc/vmstat} over the measured phase
 * @param windows calls by window, of all tasks
 * @param calls of {@code swapin_readahead}, of all tasks; without a column {@code ra_calls_total},
 *     those in {@code windows}, of which there are none where page-cluster is 0
 * @param swapped for each actor, how many pages were on swap at the start
 * @param zswapSettings how zswap was set; empty without the columns for it
 * @param usedKib for each area, KiB in use at the end; empty where that was not recorded
 */
record Recording(
    String runId,
    String kernel,
    int cpus,
    String job,
    boolean classicLru,
    boolean rotational,
    boolean vmaRaEnabled,
    int pageCluster,
    int swappiness,
    boolean zswap,
    String device,
    int areas,
    boolean threads,
    List<Actor> actors,
    int pages,
    long memoryMax,
    boolean pushOut,
    boolean swapoff,
    boolean serialInit,
    boolean ownVma,
    String status,
    long charged,
    Map<VmstatItem, Long> counters,
    SortedMap<Integer, Long> windows,
    long calls,
    List<Long> swapped,
    Optional<RecordedZswap> zswapSettings,
    List<Long> usedKib) {

  /** Counters that are compared, in the order in which they are printed. */
  static final List<VmstatItem> COUNTERS =
      List.of(
          VmstatItem.PGMAJFAULT,
          VmstatItem.PSWPIN,
          VmstatItem.PSWPOUT,
          VmstatItem.SWAP_RA,
          VmstatItem.SWAP_RA_HIT);

  /**
   * Counters that are compared besides, each with an error of its own: what went out, to the device
   * and to zswap, and what came from there.
   */
  static final List<VmstatItem> WRITTEN =
      List.of(VmstatItem.PSWPOUT, VmstatItem.ZSWPOUT, VmstatItem.ZSWPIN);

  private static final List<String> COLUMNS =
      List.of(
          "run_id",
          "kernel",
          "smp",
          "job",
          "rotational",
          "vma_ra_enabled",
          "page_cluster",
          "lru_gen",
          "swappiness",
          "zswap",
          "swap_device",
          "swap_areas",
          "tasks",
          "actors",
          "pages_per_actor",
          "memory_max",
          "pushout",
          "swapoff_run",
          "init",
          "own_vma",
          "status",
          "d_pgmajfault",
          "d_pswpin",
          "d_pswpout",
          "d_swap_ra",
          "d_swap_ra_hit",
          "cg_current_0");

  private static final Pattern START = Pattern.compile("-(hot|cold)(?:-rep[0-9]+)?$");
  private static final Pattern WINDOW = Pattern.compile("([0-9]{1,9}):([0-9]{1,18})");
  private static final Pattern SWAPPED = Pattern.compile("(?:^|,)swapped=([0-9]{1,9})(?:,|$)");

  /**
   * One of the tasks.
   *
   * @param pattern {@code seq}, {@code rev}, {@code strK} or {@code rnd}
   * @param accesses 0 for one pass
   */
  record Actor(String pattern, boolean write, long accesses, long seed, long thinkNanos) {}

  /**
   * All rows of a file, in its order.
   *
   * @throws ConfigError if it cannot be read wholly
   */
  static List<Recording> read(Path file) {
    List<Recording> rows = new ArrayList<>();
    new CsvFile(file).forEach(COLUMNS, row -> rows.add(of(row)));
    return rows;
  }

  /** The readahead state that the run's driver set before it began; empty where it set none. */
  Optional<InitialReadahead> statedStart() {
    Matcher matcher = START.matcher(runId);
    return job.equals("s") && matcher.find()
        ? Optional.of(matcher.group(1).equals("hot") ? InitialReadahead.HOT : InitialReadahead.COLD)
        : Optional.empty();
  }

  /** A counter. */
  long counter(VmstatItem item) {
    return counters.getOrDefault(item, 0L);
  }

  /**
   * How far an emulated count is from a recorded one: their distance over the largest of the
   * recorded count, the recorded {@code pgmajfault} and 100.
   */
  double error(long recorded, long emulated) {
    return Math.abs(emulated - recorded)
        / (double) Math.max(100, Math.max(recorded, counter(VmstatItem.PGMAJFAULT)));
  }

  /**
   * The same for what went to swap or came from zswap, over at least a hundredth of the accesses: a
   * run that only reads writes next to nothing, and a handful of pages more is no error.
   */
  double errorOfWritten(long recorded, long emulated) {
    double least = Math.max(100, accesses() / 100.0);
    double seen = (double) Math.max(recorded, counter(VmstatItem.PGMAJFAULT));
    return Math.abs(emulated - recorded) / Math.max(least, seen);
  }

  /** Accesses of all actors; none in a swapoff. */
  private long accesses() {
    return swapoff
        ? 0
        : actors.stream()
            .mapToLong(actor -> actor.accesses() == 0 ? pages : actor.accesses())
            .sum();
  }

  /**
   * Reads calls by window from a cell such as {@code 1:3 8:1024}; what is no such pair is left out.
   */
  static SortedMap<Integer, Long> windows(String cell) {
    SortedMap<Integer, Long> windows = new TreeMap<>();
    Matcher matcher = WINDOW.matcher(cell);
    while (matcher.find()) {
      windows.merge(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2)), Long::sum);
    }
    return windows;
  }

  private static Recording of(CsvFile.Row row) {
    Map<VmstatItem, Long> counters = new EnumMap<>(VmstatItem.class);
    for (VmstatItem item : COUNTERS) {
      counters.put(item, row.number("d_" + item.kernelName()));
    }
    for (VmstatItem item : WRITTEN) {
      String column = "d_" + item.kernelName();
      if (!row.text(column).isEmpty()) {
        counters.put(item, row.number(column));
      }
    }
    List<Actor> actors = actors(row);
    SortedMap<Integer, Long> windows = windows(row.text("window_hist"));
    return new Recording(
        row.text("run_id"),
        row.text("kernel"),
        row.integer("smp"),
        row.text("job"),
        row.text("lru_gen").matches("0x0+"),
        flag(row, "rotational", "1", "0"),
        flag(row, "vma_ra_enabled", "true", "false"),
        row.integer("page_cluster"),
        row.integer("swappiness"),
        flag(row, "zswap", "Y", "N"),
        row.text("swap_device"),
        row.integer("swap_areas"),
        flag(row, "tasks", "threads", "processes"),
        actors,
        row.integer("pages_per_actor"),
        row.number("memory_max"),
        flag(row, "pushout", "1", "0"),
        flag(row, "swapoff_run", "1", "0"),
        flag(row, "init", "serial", "par"),
        flag(row, "own_vma", "1", "0"),
        row.text("status"),
        row.number("cg_current_0"),
        counters,
        windows,
        row.text("ra_calls_total").isEmpty()
            ? windows.values().stream().mapToLong(Long::longValue).sum()
            : row.number("ra_calls_total"),
        swapped(row, actors.size()),
        RecordedZswap.of(row),
        usedKib(row));
  }

  private static List<Long> usedKib(CsvFile.Row row) {
    List<Long> used = new ArrayList<>();
    for (String area : RecordedMachine.AREAS) {
      String column = "swap_used_kb_" + area + "_1";
      if (!row.text(column).isEmpty()) {
        used.add(row.number(column));
      }
    }
    return List.copyOf(used);
  }

  private static boolean flag(CsvFile.Row row, String column, String yes, String no) {
    String text = row.text(column);
    if (!text.equals(yes) && !text.equals(no)) {
      throw row.wrong(column, yes + " or " + no);
    }
    return text.equals(yes);
  }

  private static List<Actor> actors(CsvFile.Row row) {
    List<Actor> actors = new ArrayList<>();
    for (String word : row.text("actors").strip().split("\\s+", -1)) {
      Matcher matcher =
          Pattern.compile("([a-z]+[0-9]*),([rw]),([0-9]{1,18}),(-?[0-9]{1,18}),([0-9]{1,12})")
              .matcher(word);
      if (!matcher.matches()) {
        throw row.wrong("actors", "pattern,r|w,accesses,seed,think_ns of each actor");
      }
      actors.add(
          new Actor(
              matcher.group(1),
              matcher.group(2).equals("w"),
              Long.parseLong(matcher.group(3)),
              Long.parseLong(matcher.group(4)),
              Long.parseLong(matcher.group(5))));
    }
    return List.copyOf(actors);
  }

  private static List<Long> swapped(CsvFile.Row row, int actors) {
    List<Long> swapped = new ArrayList<>();
    for (int actor = 0; actor < actors; actor++) {
      Matcher matcher = SWAPPED.matcher(row.text("layout_a" + actor));
      swapped.add(matcher.find() ? Long.parseLong(matcher.group(1)) : 0L);
    }
    return List.copyOf(swapped);
  }
}
