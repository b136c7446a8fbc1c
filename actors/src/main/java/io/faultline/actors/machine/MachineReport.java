package io.faultline.actors.machine;

import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.process.BuildRecord;
import io.faultline.actors.process.SwapoffRecord;
import io.faultline.actors.process.TaskRecord;
import io.faultline.actors.zswap.ZswapCounters;
import io.faultline.config.BuildSpec;
import io.faultline.config.DeviceSpec;
import io.faultline.config.Experiment;
import io.faultline.config.SwapoffSpec;
import io.faultline.config.TaskSpec;
import io.faultline.device.DeviceStatistics;
import io.faultline.device.QueueDepth;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run leaves behind. Counters are of the measured phase: populating and pushing out are not
 * in them.
 *
 * @param experiment what was run
 * @param eventHash hash over every delivery since the machine was made; null if it was not taken
 * @param virtualNanos duration of the measured phase
 * @param messages deliveries in the measured phase
 * @param placements how pages lay on swap in the course of it
 * @param ledger who earned and who spent the hits of the measured phase
 * @param vmstat counters of the measured phase
 * @param memory levels at the end
 * @param windows calls by window, for all tasks
 * @param tasks in the order of the experiment
 * @param swapoffs in the order of the experiment
 * @param devices in the order of the experiment
 * @param areas in the order of the experiment
 * @param zswap what zswap counted in the measured phase, and its levels at the end; null without it
 * @param builds in the order of the experiment
 * @param busyNanos CPU time that everything took, kernel threads included
 * @param slotOwners whose the slots were, when the measured phase began and when it ended; empty
 *     unless it was asked for
 * @param invariants what was checked at the end
 */
public record MachineReport(
    Experiment experiment,
    @Nullable String eventHash,
    long virtualNanos,
    long messages,
    PlacementReport placements,
    LedgerReport ledger,
    Vmstat vmstat,
    MemoryLevels memory,
    SortedMap<Integer, Long> windows,
    List<TaskReport> tasks,
    List<SwapoffReport> swapoffs,
    List<DeviceReport> devices,
    List<AreaReport> areas,
    ZswapCounters.@Nullable Reading zswap,
    List<BuildReport> builds,
    long busyNanos,
    List<SlotOwners> slotOwners,
    List<Invariant> invariants) {

  /**
   * Levels of {@code /proc/vmstat}, in pages.
   *
   * @param inactiveAnon {@code nr_inactive_anon}
   * @param activeAnon {@code nr_active_anon}
   * @param inactiveFile {@code nr_inactive_file}
   * @param activeFile {@code nr_active_file}
   * @param swapCached {@code nr_swapcached}
   */
  public record MemoryLevels(
      long inactiveAnon, long activeAnon, long inactiveFile, long activeFile, long swapCached) {}

  /**
   * A task.
   *
   * @param process name of its process
   * @param windows calls by window
   * @param hitsSpent hits that its window decisions took
   */
  public record TaskReport(
      TaskSpec spec,
      String process,
      TaskRecord record,
      SortedMap<Integer, Long> windows,
      long hitsSpent) {}

  /**
   * A swapoff.
   *
   * @param windows calls by window
   */
  public record SwapoffReport(
      SwapoffSpec spec, SwapoffRecord record, SortedMap<Integer, Long> windows) {}

  /**
   * A device.
   *
   * @param statistics what it did in the measured phase
   * @param queueDepth requests it held in the course of it
   */
  public record DeviceReport(
      DeviceSpec spec, DeviceStatistics.Summary statistics, QueueDepth.Means queueDepth) {}

  /**
   * A swap area at the end, as {@code /proc/swaps} has it.
   *
   * @param pages usable pages
   * @param used slots in use
   */
  public record AreaReport(String name, long pages, long used, int priority) {}

  /**
   * A build.
   *
   * @param record how it went
   * @param workers what the processes of each of its jobs experienced
   */
  public record BuildReport(BuildSpec spec, BuildRecord record, List<TaskRecord> workers) {

    /** CPU time that its processes took for themselves, in nanoseconds. */
    public long userNanos() {
      return workers.stream().mapToLong(TaskRecord::userNanos).sum();
    }
  }

  /** Whether readahead was the kernel's VMA readahead, each VMA deciding for itself. */
  public boolean vmaReadahead() {
    return experiment.readahead().vma();
  }

  /** CPU time that no process of a build took for itself, in nanoseconds. */
  public long systemNanos() {
    return busyNanos - builds.stream().mapToLong(BuildReport::userNanos).sum();
  }

  /** Faults that found a swap entry: major ones and hits in the swap cache. */
  public long swapFaults() {
    return tasks.stream().mapToLong(task -> task.record().faultLatency().getTotalCount()).sum();
  }

  /** How pages lay on swap when the measured phase began. */
  public Placement placement() {
    return placements.start();
  }

  /** Whether all invariants hold. */
  public boolean invariantsHold() {
    return invariants.stream().allMatch(Invariant::holds);
  }
}
