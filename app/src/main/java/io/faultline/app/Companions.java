package io.faultline.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What lies beside {@code runs.csv}: {@code windows.csv}, {@code hits.csv}, {@code per_thread.csv}
 * and {@code layout.csv.gz}. Each may be missing.
 */
final class Companions {

  private final Map<String, SortedMap<Integer, Long>> windows = new HashMap<>();
  private final Map<String, Long> hits = new HashMap<>();
  private final Map<String, Long> majorFaults = new HashMap<>();
  private final Map<String, List<Extent>> layouts = new HashMap<>();

  private final boolean haveWindows;
  private final boolean haveHits;
  private final boolean haveLayouts;

  /**
   * Pages of an actor that lie one after the other on swap.
   *
   * @param firstPage counted from the start of its region
   * @param area area that they lie on, from 0
   * @param firstSlot where that page lies
   * @param length in pages
   * @param direction how the slot changes from page to page: 1, -1 or, for one page, 0
   */
  record Extent(int actor, int firstPage, int area, int firstSlot, int length, int direction) {}

  /**
   * Reads what there is.
   *
   * @param runs whose rows to keep
   * @throws io.faultline.config.ConfigError if a file is there but cannot be read wholly
   */
  Companions(Path runsFile, Set<String> runs) {
    haveWindows =
        read(
            runsFile,
            "windows.csv",
            List.of("run_id", "who", "window", "count"),
            row ->
                windows
                    .computeIfAbsent(key(row, row.text("who")), key -> new TreeMap<>())
                    .merge(row.integer("window"), row.number("count"), Long::sum),
            runs);
    haveHits =
        read(
            runsFile,
            "hits.csv",
            List.of("run_id", "who", "hits", "count"),
            row ->
                hits.merge(
                    key(row, row.text("who")), row.number("hits") * row.number("count"), Long::sum),
            runs);
    read(
        runsFile,
        "per_thread.csv",
        List.of("run_id", "actor", "majflt"),
        row -> majorFaults.put(key(row, "actor" + row.integer("actor")), row.number("majflt")),
        runs);
    haveLayouts =
        read(
            runsFile,
            "layout.csv.gz",
            List.of("run_id", "actor", "first_page", "first_slot", "length", "direction"),
            row ->
                layouts
                    .computeIfAbsent(row.text("run_id"), run -> new ArrayList<>())
                    .add(extent(row)),
            runs);
  }

  /** Calls by window of one actor; empty if they were not recorded. */
  Optional<SortedMap<Integer, Long>> windows(Recording row, int actor) {
    return haveWindows && row.pageCluster() > 0
        ? Optional.of(windows.getOrDefault(key(row, actor), new TreeMap<>()))
        : Optional.empty();
  }

  /** Hits that one actor's decisions took; empty if they were not recorded. */
  Optional<Long> hits(Recording row, int actor) {
    return haveHits && row.pageCluster() > 0
        ? Optional.of(hits.getOrDefault(key(row, actor), 0L))
        : Optional.empty();
  }

  /** Major faults of one actor; empty if they were not recorded. */
  Optional<Long> majorFaults(Recording row, int actor) {
    return Optional.ofNullable(majorFaults.get(key(row, actor)));
  }

  /** Where a run's pages lay at the start; empty if that was not recorded. */
  Optional<List<Extent>> layout(Recording row) {
    return haveLayouts ? Optional.ofNullable(layouts.get(row.runId())) : Optional.empty();
  }

  private static String key(CsvFile.Row row, String who) {
    return row.text("run_id") + "\n" + who;
  }

  private static String key(Recording row, int actor) {
    return row.runId() + "\nactor" + actor;
  }

  private static Extent extent(CsvFile.Row row) {
    String direction = row.text("direction");
    if (!direction.matches("-?1|0")) {
      throw row.wrong("direction", "1, -1 or 0");
    }
    return new Extent(
        row.integer("actor"),
        row.integer("first_page"),
        row.text("swap_type").isEmpty() ? 0 : row.integer("swap_type"),
        row.integer("first_slot"),
        row.integer("length"),
        Integer.parseInt(direction));
  }

  private static boolean read(
      Path runsFile,
      String name,
      List<String> columns,
      Consumer<CsvFile.Row> action,
      Set<String> runs) {
    Path file = runsFile.resolveSibling(name);
    if (!Files.exists(file)) {
      return false;
    }
    new CsvFile(file)
        .forEach(
            columns,
            row -> {
              if (runs.contains(row.text("run_id"))) {
                action.accept(row);
              }
            });
    return true;
  }
}
