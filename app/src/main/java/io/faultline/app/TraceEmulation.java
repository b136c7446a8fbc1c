package io.faultline.app;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.DecisionLog;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.Turn;
import io.faultline.config.AccessPattern;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.InitialReadahead;
import io.faultline.config.Interleaving;
import io.faultline.config.TaskSpec;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Emulates a traced run and compares decision by decision. Faults outside the regions are injected
 * where the trace has them. Where several tasks missed, the order of the misses is the trace's: a
 * task runs up to its next traced miss when that is due, so that its hits come right before. Which
 * accesses hit is the emulator's own.
 *
 * <p>The order of the misses does not say whom the scheduler interrupted amid its hits. So such a
 * trace is emulated a second time, where others run on before a miss as long as its decision took
 * more hits than wait: as far as they find any.
 */
final class TraceEmulation {

  private final TraceFile trace;
  private final Recording row;
  private final Interleaving interleaving;
  private final @Nullable RecordedLayout layout;
  private final List<TraceFile.Decision> compared = new ArrayList<>();
  private final List<Integer> comparedTasks = new ArrayList<>();
  private Strays strays = Strays.NONE;
  private List<Turn> turns = List.of();
  private List<Turn> turnsByHits = List.of();
  private @Nullable String obstacle;
  private boolean well = true;

  /** Where a thread's region lies in its address space. */
  private record Region(int actor, long firstPage) {}

  /**
   * The emulation of a trace.
   *
   * @throws ConfigError if the trace and its row contradict each other
   */
  TraceEmulation(TraceFile trace, Recording row, Companions recorded, Interleaving interleaving) {
    this.trace = trace;
    this.row = row;
    this.interleaving = interleaving;
    Optional<List<Companions.Extent>> extents = recorded.layout(row);
    layout = extents.map(list -> new RecordedLayout(row, list)).orElse(null);
    obstacle = new RecordedMachine(row, false).obstacle().orElse(null);
    if (layout == null) {
      obstacle = "its layout is not recorded";
    } else if (layout.isIncomplete()) {
      obstacle = "the record of its layout breaks off";
    } else if (row.swapoff() && row.actors().size() > 1) {
      obstacle = "which of several processes a swapoff visited is not traced";
    } else if (trace.decisions().isEmpty()) {
      obstacle = "it has no decisions";
    }
    if (obstacle == null) {
      prepare(Objects.requireNonNull(layout));
    }
  }

  /** Whether no machine failed and all invariants held. */
  boolean wentWell() {
    return well;
  }

  /** Runs the emulation; the trace is skipped, with the reason, if the machine fails. */
  TraceComparison compareOrFail() {
    if (obstacle != null) {
      return TraceComparison.skipped(trace.name(), row.runId(), obstacle);
    }
    try {
      return compare();
    } catch (RuntimeException | OutOfMemoryError e) {
      well = false;
      return TraceComparison.skipped(
          trace.name(), row.runId(), "the run failed: " + Failures.describe(e));
    }
  }

  private TraceComparison compare() {
    TraceComparison byMisses = compare(turns);
    if (turnsByHits.isEmpty()) {
      return byMisses;
    }
    return compare(turnsByHits).besides(byMisses);
  }

  private TraceComparison compare(List<Turn> order) {
    TraceFile.Decision first = trace.decisions().get(0);
    DecisionLog log = new DecisionLog();
    Machine machine =
        new Machine(experiment())
            .startingFrom(Objects.requireNonNull(layout).with(strays))
            .startingWithReadahead(
                (int) first.hits(), first.previousOffset(), (int) first.lastWindow())
            .takingTurns(order)
            .withDecisionLog(log);
    MachineReport report = machine.run();
    for (Invariant invariant : report.invariants()) {
      well &= invariant.holds();
    }
    return TraceComparison.of(
        trace.name(),
        row.runId(),
        row.swapoff() ? 0 : row.actors().size(),
        trace.decisions().size() - compared.size(),
        expected(),
        emulated(log));
  }

  private Experiment experiment() {
    return new RecordedMachine(row, false, strays)
        .experiment(InitialReadahead.COLD, 1, interleaving);
  }

  private List<TraceComparison.Decision> expected() {
    List<TraceComparison.Decision> expected = new ArrayList<>();
    for (int i = 0; i < compared.size(); i++) {
      TraceFile.Decision decision = compared.get(i);
      expected.add(
          new TraceComparison.Decision(
              decision.line(),
              name(comparedTasks.get(i)),
              SwapEntry.toString(SwapEntry.of(decision.area(), (int) decision.slot())),
              decision.hits(),
              decision.window()));
    }
    return expected;
  }

  /** The primer's task comes first, those of injected faults behind the actors', swapoffs last. */
  private List<TraceComparison.Decision> emulated(DecisionLog log) {
    List<TraceComparison.Decision> emulated = new ArrayList<>();
    int actors = row.swapoff() ? 0 : row.actors().size();
    for (int i = 0; i < log.size(); i++) {
      int task = log.task(i) - primerTasks();
      if (task >= 0 && (task < actors || task >= actors + strays.injected().size())) {
        emulated.add(
            new TraceComparison.Decision(
                null,
                name(task < actors ? task : 0),
                SwapEntry.toString(log.entry(i)),
                log.hits(i),
                log.window(i)));
      }
    }
    return emulated;
  }

  private int primerTasks() {
    return strays.primer().isEmpty() ? 0 : 1;
  }

  private String name(int task) {
    return row.swapoff() ? "swapoff" : "actor" + task;
  }

  private void prepare(RecordedLayout placed) {
    Map<Integer, Region> regions = regions(placed);
    Map<String, Integer> strayTasks = new LinkedHashMap<>();
    List<Strays.Faulted> injected = new ArrayList<>();
    List<Long> below = new ArrayList<>();
    List<Long> above = new ArrayList<>();
    Set<Long> taken = new HashSet<>();
    int[] tasks = new int[trace.decisions().size()];
    for (int i = 0; i < tasks.length; i++) {
      TraceFile.Decision decision = trace.decisions().get(i);
      Region region = regions.get(decision.pid());
      long entry = SwapEntry.of(decision.area(), (int) decision.slot());
      if (region != null && (inside(region, decision) || row.swapoff())) {
        tasks[i] = region.actor();
        compared.add(decision);
        comparedTasks.add(region.actor());
        if (!inside(region, decision) && placed.free(entry) && taken.add(entry)) {
          (decision.page() < region.firstPage() ? below : above).add(entry);
        }
        continue;
      }
      String key = decision.pid() + " " + decision.page() + " " + entry;
      Integer stray = strayTasks.get(key);
      if (stray == null) {
        if (!placed.free(entry) || !taken.add(entry)) {
          throw wrong(decision, "misses slot " + decision.slot() + ", which another page has");
        }
        stray = injected.size();
        strayTasks.put(key, stray);
        injected.add(new Strays.Faulted(entry, 0));
      }
      Strays.Faulted page = injected.get(stray);
      injected.set(stray, new Strays.Faulted(entry, page.faults() + 1));
      tasks[i] = -1 - stray;
    }
    if (row.swapoff()) {
      addUntraced(placed, below, taken, below.size() + above.size() + injected.size());
    }
    strays =
        new Strays(primer(placed), List.copyOf(injected), List.copyOf(below), List.copyOf(above));
    takeTurns(tasks, regions);
  }

  /**
   * Before a hot start the driver read pages in sequence that had gone to swap just before the
   * first region. Its last window reaches into that, so that the first accesses there find their
   * pages.
   */
  private List<Long> primer(RecordedLayout placed) {
    List<Long> primer = new ArrayList<>();
    if (row.statedStart().equals(Optional.of(InitialReadahead.HOT))) {
      long first = placed.entriesByActor()[0][0] - RecordedMachine.PRIMER_PAGES;
      for (long entry = first; entry < first + RecordedMachine.PRIMER_PAGES; entry++) {
        if (SwapEntry.slot(entry) < 1 || !placed.free(entry)) {
          return List.of();
        }
        primer.add(entry);
      }
    }
    return primer;
  }

  /**
   * A swapoff reads more pages than its process's region and those that it missed: the rest was
   * found in the windows of others, on slots that the regions leave free.
   */
  private void addUntraced(RecordedLayout placed, List<Long> below, Set<Long> taken, int traced) {
    long untraced = row.counter(VmstatItem.PSWPIN) - row.pages() - traced;
    for (int slot = 1; untraced > 0 && slot <= row.pages(); slot++) {
      long entry = SwapEntry.of(0, slot);
      boolean nextToOthers = taken.contains(entry - 1) || taken.contains(entry + 1);
      if (nextToOthers && placed.free(entry) && taken.add(entry)) {
        below.add(entry);
        untraced--;
      }
    }
  }

  /** The region of each thread: where most of its misses fit a recorded layout. */
  private Map<Integer, Region> regions(RecordedLayout placed) {
    Map<Long, long[]> pages = new HashMap<>();
    long[][] entries = placed.entriesByActor();
    for (int actor = 0; actor < entries.length; actor++) {
      for (int page = 0; page < entries[actor].length; page++) {
        pages.put(entries[actor][page], new long[] {actor, page});
      }
    }
    Map<Integer, Map<Region, Integer>> votes = new HashMap<>();
    for (TraceFile.Decision decision : trace.decisions()) {
      long[] page = pages.get(SwapEntry.of(decision.area(), (int) decision.slot()));
      if (page != null) {
        Region region = new Region((int) page[0], decision.page() - page[1]);
        votes
            .computeIfAbsent(decision.pid(), pid -> new LinkedHashMap<>())
            .merge(region, 1, Integer::sum);
      }
    }
    Map<Integer, Region> regions = new HashMap<>();
    for (var vote : votes.entrySet()) {
      Region most = null;
      int count = 0;
      for (var candidate : vote.getValue().entrySet()) {
        if (candidate.getValue() > count) {
          most = candidate.getKey();
          count = candidate.getValue();
        }
      }
      regions.put(vote.getKey(), Objects.requireNonNull(most));
    }
    return regions;
  }

  private boolean inside(Region region, TraceFile.Decision decision) {
    long page = decision.page() - region.firstPage();
    return page >= 0 && page < row.pages();
  }

  /**
   * Turns are needed where several tasks miss, and up to the last injected fault. Of misses of one
   * task that follow each other the last one ends the turn.
   */
  private void takeTurns(int[] tasks, Map<Integer, Region> regions) {
    int actors = row.swapoff() ? 0 : row.actors().size();
    int primer = primerTasks();
    int strayTask = primer + actors;
    int swapoffTask = strayTask + strays.injected().size();
    long[] accesses = new long[tasks.length];
    List<TaskSpec> specs = new ArrayList<>();
    experiment().processes().forEach(process -> specs.addAll(process.tasks()));
    AccessPattern[] walks = new AccessPattern[actors];
    Arrays.setAll(walks, actor -> specs.get(primer + actor).startPattern());
    long[] made = new long[swapoffTask];
    List<Turn> order = new ArrayList<>();
    List<Turn> byHits = new ArrayList<>();
    if (!strays.primer().isEmpty()) {
      order.add(new Turn(0, strays.primer().size() - 1L));
      byHits.addAll(order);
    }
    int lastNeeded = order.size() - 1;
    for (int i = 0; i < tasks.length; i++) {
      TraceFile.Decision decision = trace.decisions().get(i);
      int task =
          tasks[i] < 0 ? strayTask - 1 - tasks[i] : row.swapoff() ? swapoffTask : primer + tasks[i];
      if (tasks[i] < 0) {
        accesses[i] = made[task]++;
      } else if (row.swapoff()) {
        accesses[i] = Turn.NEVER;
      } else {
        long page =
            decision.page() - Objects.requireNonNull(regions.get(decision.pid())).firstPage();
        long most = specs.get(task).accesses();
        do {
          if (made[task] == most) {
            throw wrong(decision, "misses page " + page + ", and " + name(tasks[i]) + " does not");
          }
          made[task]++;
        } while (walks[tasks[i]].next() != page);
        accesses[i] = made[task] - 1;
      }
      byHits.add(new Turn(task, accesses[i], tasks[i] < 0 ? 0 : (int) decision.hits()));
      if (!order.isEmpty() && order.get(order.size() - 1).task() == task) {
        order.remove(order.size() - 1);
      }
      order.add(new Turn(task, accesses[i]));
      if (tasks[i] < 0 || row.actors().size() > 1) {
        lastNeeded = order.size() - 1;
      }
    }
    turns = List.copyOf(order.subList(0, lastNeeded + 1));
    turnsByHits =
        actors > 1 && !new RecordedMachine(row, false).vmaReadahead()
            ? List.copyOf(byHits)
            : List.of();
    if (turns.stream().anyMatch(turn -> turn.task() == swapoffTask)) {
      obstacle = "its swapoff is interrupted by faults of others";
    }
  }

  private ConfigError wrong(TraceFile.Decision decision, String what) {
    return new ConfigError("trace " + trace.name() + ", line " + decision.line() + ": " + what);
  }
}
