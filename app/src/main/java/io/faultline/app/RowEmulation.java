package io.faultline.app;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Layout;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.InitialReadahead;
import io.faultline.config.Interleaving;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Emulates one recorded run as often as asked and compares. */
final class RowEmulation {

  /** Above this difference between a hot and a cold start it matters which one the run had. */
  private static final double START_MATTERS = 0.05;

  private static final List<VmstatItem> HOLDING =
      List.of(VmstatItem.PGMAJFAULT, VmstatItem.SWAP_RA, VmstatItem.SWAP_RA_HIT);
  private static final List<VmstatItem> HOLDING_IN_SWAPOFF =
      List.of(VmstatItem.PSWPIN, VmstatItem.SWAP_RA, VmstatItem.SWAP_RA_HIT);
  private static final double WIDENED_BY = 0.05;
  private static final double WIDEST = 0.4;

  /**
   * How to emulate.
   *
   * @param seeds the experiment is run with the seeds from 1 to this one
   * @param fromInit whether memory is populated and pushed out, rather than laid out as recorded
   */
  record Settings(int seeds, Interleaving interleaving, boolean fromInit) {}

  private final Recording row;
  private final Companions recorded;
  private final Settings settings;
  private final RecordedMachine machine;
  private final @Nullable Layout layout;
  private final @Nullable Layout otherOrder;
  private final Set<String> notes = new LinkedHashSet<>();
  private boolean well = true;

  /**
   * The emulation of a row.
   *
   * @throws io.faultline.config.ConfigError if the row makes no experiment, or its recorded layout
   *     contradicts itself
   */
  RowEmulation(Recording row, Companions recorded, Settings settings) {
    this.row = row;
    this.recorded = recorded;
    this.settings = settings;
    this.machine = new RecordedMachine(row, settings.fromInit());
    Optional<List<Companions.Extent>> extents =
        settings.fromInit() || machine.obstacle().isPresent()
            ? Optional.empty()
            : recorded.layout(row);
    RecordedLayout placed = extents.map(list -> new RecordedLayout(row, list)).orElse(null);
    layout = placed == null ? null : placed.layout();
    otherOrder =
        placed != null && row.swapoff() && !row.threads() && !row.serialInit()
            ? placed.firstStartedFirst()
            : null;
    if (placed == null && !settings.fromInit()) {
      notes.add("no layout recorded: from init");
    }
    if (placed != null && placed.isIncomplete()) {
      notes.add("layout incomplete");
    }
    if (machine.obstacle().isEmpty()) {
      machine.experiment(InitialReadahead.COLD, 1, settings.interleaving()); // or say what is wrong
    }
  }

  /** Runs the emulation; the row is skipped, with the reason, if a machine fails. */
  Comparison compareOrFail() {
    try {
      return compare();
    } catch (RuntimeException | OutOfMemoryError e) {
      well = false;
      return Comparison.skipped(row.runId(), "the run failed: " + Failures.describe(e));
    }
  }

  /** Whether no machine failed and all invariants held. */
  boolean wentWell() {
    return well;
  }

  private Comparison compare() {
    Optional<String> obstacle = machine.obstacle();
    if (obstacle.isPresent()) {
      return Comparison.skipped(row.runId(), obstacle.get());
    }
    if (row.swapoff() && !machine.vmaReadahead()) {
      return nearestOfAllStarts();
    }
    InitialReadahead start = row.statedStart().orElse(InitialReadahead.COLD);
    List<MachineReport> reports = new ArrayList<>();
    reports.add(run(start, 1));
    if (row.statedStart().isEmpty() && !machine.vmaReadahead()) {
      MachineReport hot = run(InitialReadahead.HOT, 1);
      if (differ(reports.get(0), hot)) {
        notes.add("start unknown");
        List<MachineReport> hotReports = new ArrayList<>(List.of(hot));
        addFurtherSeeds(reports, InitialReadahead.COLD);
        addFurtherSeeds(hotReports, InitialReadahead.HOT);
        Comparison fromCold = comparison(reports, InitialReadahead.COLD);
        Comparison fromHot = comparison(hotReports, InitialReadahead.HOT);
        return fromHot.worstError() < fromCold.worstError() ? fromHot : fromCold;
      }
    }
    addFurtherSeeds(reports, start);
    return comparison(reports, start);
  }

  /**
   * What a swapoff found was not recorded. Large windows are few, so that the first ones count,
   * which follow from the run before. And the kernel visits the process first that went to swap
   * last ({@code mmlist}): where they were started one by one, the rows show that to be the one
   * started last.
   */
  private Comparison nearestOfAllStarts() {
    List<Comparison> comparisons = new ArrayList<>();
    notes.add("start unknown");
    addAllStarts(comparisons, layout);
    if (otherOrder != null) {
      notes.add("processes in the order of their start");
      addAllStarts(comparisons, otherOrder);
    }
    return Collections.min(comparisons, Comparator.comparingDouble(Comparison::worstError));
  }

  private void addAllStarts(List<Comparison> comparisons, @Nullable Layout from) {
    for (InitialReadahead start : InitialReadahead.values()) {
      List<MachineReport> reports = new ArrayList<>();
      for (int seed = 1; seed <= settings.seeds(); seed++) {
        reports.add(run(start, seed, from));
      }
      comparisons.add(comparison(reports, start));
    }
  }

  private void addFurtherSeeds(List<MachineReport> reports, InitialReadahead start) {
    for (int seed = 2; seed <= settings.seeds(); seed++) {
      reports.add(run(start, seed));
    }
  }

  private MachineReport run(InitialReadahead start, long seed) {
    return run(start, seed, layout);
  }

  private MachineReport run(InitialReadahead start, long seed, @Nullable Layout from) {
    Machine emulated = new Machine(machine.experiment(start, seed, settings.interleaving()));
    MachineReport report = (from == null ? emulated : emulated.startingFrom(from)).run();
    for (Invariant invariant : report.invariants()) {
      if (!invariant.holds()) {
        well = false;
        notes.add("INVARIANT VIOLATED: " + invariant.name() + ": " + invariant.detail());
      }
    }
    return report;
  }

  private boolean differ(MachineReport cold, MachineReport hot) {
    return Recording.COUNTERS.stream()
        .anyMatch(
            item -> row.error(cold.vmstat().get(item), hot.vmstat().get(item)) > START_MATTERS);
  }

  private Comparison comparison(List<MachineReport> reports, InitialReadahead start) {
    Map<String, Comparison.Counter> counters = new LinkedHashMap<>();
    for (VmstatItem item : Recording.COUNTERS) {
      counters.put(
          item.kernelName(),
          counter(row.counter(item), Spread.of(reports, report -> report.vmstat().get(item))));
    }
    addWritten(counters, reports);
    List<Comparison.Task> tasks = new ArrayList<>();
    if (row.swapoff()) {
      addCalls(counters, reports);
    } else {
      for (int actor = 0; actor < row.actors().size(); actor++) {
        tasks.add(task(reports, actor));
      }
    }
    SortedMap<Integer, Long> all = new TreeMap<>();
    reports.forEach(report -> report.windows().forEach((w, n) -> all.merge(w, n, Long::sum)));
    return Comparison.emulated(
        row.runId(),
        List.copyOf(notes),
        new Comparison.Kind(row.swapoff() ? 0 : row.actors().size(), row.pushOut(), row.zswap()),
        start.word(),
        counters,
        distance(row.windows(), all),
        settings.seeds() > 1 ? holds(counters) : null,
        tasks);
  }

  /** What went to swap, what zswap took and gave, and what of each area is in use at the end. */
  private void addWritten(Map<String, Comparison.Counter> counters, List<MachineReport> reports) {
    for (VmstatItem item : Recording.WRITTEN) {
      if (item == VmstatItem.PSWPOUT || row.zswap()) {
        long seen = row.counter(item);
        Spread spread = Spread.of(reports, report -> report.vmstat().get(item));
        counters.put(
            item.kernelName(), counter(seen, spread, row.errorOfWritten(seen, spread.median())));
      }
    }
    for (int area = 0; area < row.usedKib().size(); area++) {
      int index = area;
      Spread used = Spread.of(reports, report -> 4 * report.areas().get(index).used());
      counters.put(
          Comparison.USED + RecordedMachine.AREAS.get(area),
          counter(row.usedKib().get(area), used, null));
    }
  }

  /**
   * A swapoff is told by its calls. It raises no major faults: the few that were recorded are those
   * of the waiting processes themselves.
   */
  private void addCalls(Map<String, Comparison.Counter> counters, List<MachineReport> reports) {
    counters.computeIfPresent(
        VmstatItem.PGMAJFAULT.kernelName(),
        (name, faults) ->
            new Comparison.Counter(
                faults.recorded(), faults.emulated(), faults.min(), faults.max(), null));
    if (row.pageCluster() > 0) { // else each call reads one page, and pswpin says it all
      counters.put(
          "ra_calls", counter(row.calls(), Spread.of(reports, report -> calls(report.windows()))));
      SortedSet<Integer> windows = new TreeSet<>(row.windows().keySet());
      reports.forEach(report -> windows.addAll(report.windows().keySet()));
      for (int window : windows) {
        long seen = row.windows().getOrDefault(window, 0L);
        Spread spread = Spread.of(reports, report -> report.windows().getOrDefault(window, 0L));
        double error = Math.abs(spread.median() - seen) / (double) Math.max(100, row.calls());
        counters.put(
            Comparison.WINDOW + window,
            new Comparison.Counter(seen, spread.median(), spread.min(), spread.max(), error));
      }
    }
  }

  private Comparison.Task task(List<MachineReport> reports, int actor) {
    Optional<SortedMap<Integer, Long>> windows = recorded.windows(row, actor);
    SortedMap<Integer, Long> all = new TreeMap<>();
    reports.forEach(
        report ->
            report.tasks().get(actor).windows().forEach((w, n) -> all.merge(w, n, Long::sum)));
    return new Comparison.Task(
        "actor" + actor,
        row.actors().get(actor).pattern(),
        counter(
            recorded.majorFaults(row, actor).orElse(null),
            Spread.of(reports, report -> report.tasks().get(actor).record().majorFaults())),
        counter(
            windows.map(RowEmulation::calls).orElse(null),
            Spread.of(reports, report -> calls(report.tasks().get(actor).windows()))),
        counter(
            recorded.hits(row, actor).orElse(null),
            Spread.of(reports, report -> report.tasks().get(actor).hitsSpent())),
        windows.isPresent() ? distance(windows.get(), all) : null);
  }

  private Comparison.Counter counter(@Nullable Long seen, Spread emulated) {
    return counter(seen, emulated, seen == null ? null : row.error(seen, emulated.median()));
  }

  private static Comparison.Counter counter(
      @Nullable Long seen, Spread emulated, @Nullable Double error) {
    return new Comparison.Counter(seen, emulated.median(), emulated.min(), emulated.max(), error);
  }

  private boolean holds(Map<String, Comparison.Counter> counters) {
    return (row.swapoff() ? HOLDING_IN_SWAPOFF : HOLDING)
        .stream().allMatch(item -> holds(item, counters));
  }

  private boolean holds(VmstatItem item, Map<String, Comparison.Counter> counters) {
    Comparison.Counter counter = counters.get(item.kernelName());
    Comparison.Counter faults = counters.get(VmstatItem.PGMAJFAULT.kernelName());
    if (counter == null || faults == null) {
      return false;
    }
    double scale = Math.max(counter.emulated(), faults.emulated());
    long seen = row.counter(item);
    return counter.min() - WIDENED_BY * scale <= seen
        && seen <= counter.max() + WIDENED_BY * scale
        && counter.max() - counter.min() <= WIDEST * scale;
  }

  private static long calls(SortedMap<Integer, Long> windows) {
    return windows.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Half the sum of the differences of the shares; null where one of them has no calls. */
  private static @Nullable Double distance(
      SortedMap<Integer, Long> one, SortedMap<Integer, Long> other) {
    double calls = calls(one);
    double otherCalls = calls(other);
    if (calls == 0 || otherCalls == 0) {
      return null;
    }
    Set<Integer> windows = new LinkedHashSet<>(one.keySet());
    windows.addAll(other.keySet());
    double sum = 0;
    for (int window : windows) {
      sum +=
          Math.abs(
              one.getOrDefault(window, 0L) / calls - other.getOrDefault(window, 0L) / otherCalls);
    }
    return sum / 2;
  }
}
