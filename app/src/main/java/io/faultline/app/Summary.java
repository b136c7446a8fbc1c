package io.faultline.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.zswap.ZswapCounters;
import io.faultline.config.Experiment;
import io.faultline.device.DeviceStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run's result: what {@code summary.json} holds, key by key, and what the tables show. Of the
 * measured phase alone; two runs of one experiment differ in {@code wallNanos} only, unless they
 * race.
 *
 * @param version of the program
 * @param experiment its name
 * @param experimentSha256 hash of the experiment with every key resolved
 * @param kernel generation, such as {@code 6.1}
 * @param seed what every generator was derived from
 * @param interleaving order of actors within an instant
 * @param eventHash hash over every delivery; null if it was not taken
 * @param readahead {@code cluster}, {@code vma}, or algorithm, scope and placement
 * @param virtualNanos virtual duration
 * @param wallNanos real duration
 * @param messages deliveries
 * @param placement how pages lay on swap when the measured phase began, and then
 * @param ledger who earned and who spent the hits
 * @param vmstat counters and levels under the kernel's names
 * @param windows calls by window, in the order of the windows
 * @param tasks in the order of the experiment
 * @param swapoffs in the order of the experiment
 * @param builds in the order of the experiment
 * @param devices in the order of the experiment
 * @param swaps areas as {@code /proc/swaps} has them
 * @param zswap what zswap counted; null, and not printed, where it is off
 * @param invariants what was checked at the end
 */
record Summary(
    String version,
    String experiment,
    String experimentSha256,
    String kernel,
    long seed,
    String interleaving,
    @Nullable String eventHash,
    String readahead,
    long virtualNanos,
    long wallNanos,
    long messages,
    PlacementSummary placement,
    LedgerSummary ledger,
    Map<String, Long> vmstat,
    Map<String, Long> windows,
    List<Task> tasks,
    List<Swapoff> swapoffs,
    List<Build> builds,
    List<Device> devices,
    List<Swap> swaps,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Zswap zswap,
    List<Held> invariants) {

  /** Node counters of {@code /proc/vmstat}, which come before the events; levels aside. */
  private static final List<VmstatItem> NODE_ITEMS =
      List.of(
          VmstatItem.WORKINGSET_REFAULT_ANON,
          VmstatItem.WORKINGSET_REFAULT_FILE,
          VmstatItem.WORKINGSET_ACTIVATE_ANON,
          VmstatItem.WORKINGSET_ACTIVATE_FILE,
          VmstatItem.NR_VMSCAN_WRITE,
          VmstatItem.NR_VMSCAN_IMMEDIATE_RECLAIM);

  private static final int KIB_PER_PAGE = 4;

  /**
   * A task.
   *
   * @param background whether it ran for as long as anything else did
   * @param pgfault minor and major faults
   * @param virtualNanos from the start of the measured phase to its last access
   * @param windows calls by window
   * @param hitsSpent readahead hits that its window decisions took
   * @param faultLatencyNanos of every fault that found a swap entry, swap-cache hits included
   */
  record Task(
      String name,
      String process,
      String pattern,
      boolean write,
      boolean background,
      String vma,
      long accesses,
      long pgfault,
      long pgmajfault,
      long virtualNanos,
      Map<String, Long> windows,
      long hitsSpent,
      Latency faultLatencyNanos) {

    /** Process and task, such as {@code p1.seq}. */
    String fullName() {
      return process + "." + name;
    }
  }

  /**
   * A swapoff.
   *
   * @param area the swap area
   * @param variant what was done for each page, such as {@code lookup-correct}
   * @param order {@code page-tables} or {@code slots}
   * @param elapsedNanos from its beginning to its end
   * @param pages that it brought into memory itself
   * @param emptied whether nothing is left on the area; if not, it failed with {@code ENOMEM}
   * @param interrupted whether it failed with {@code EINTR} instead, since it got nowhere
   * @param slotsLeft slots that were in use when it gave up, 0 if it did not
   * @param windows calls by window
   */
  record Swapoff(
      String name,
      String area,
      String variant,
      String order,
      long elapsedNanos,
      long pages,
      boolean emptied,
      boolean interrupted,
      long slotsLeft,
      Map<String, Long> windows) {

    /** Its end in words. */
    String outcome() {
      return emptied
          ? "emptied"
          : (interrupted ? "EINTR" : "ENOMEM")
              + " after "
              + pages
              + " pages, "
              + slotsLeft
              + " slots left";
    }
  }

  /**
   * A build.
   *
   * @param units processes that have exited
   * @param realNanos from its beginning to the last exit
   * @param userNanos CPU time that its processes took for themselves
   * @param sysNanos CPU time that everything else took, of the whole machine
   */
  record Build(String name, int units, long realNanos, long userNanos, long sysNanos) {}

  /** Percentiles in nanoseconds, 0 where nothing was counted. */
  record Latency(long count, long p50, long p80, long p90, long p95, long p99, long max) {

    static Latency of(Histogram histogram) {
      return new Latency(
          histogram.getTotalCount(),
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(80),
          histogram.getValueAtPercentile(90),
          histogram.getValueAtPercentile(95),
          histogram.getValueAtPercentile(99),
          histogram.getMaxValue());
    }
  }

  /**
   * A device.
   *
   * @param pagesPerRequest mean length of a request
   * @param utilisation share of the time during which it was busy, 0 to 1
   * @param meanQueueNanos mean wait of a request for its service
   * @param maxInFlight most requests it held at once since the start of the run
   */
  record Device(
      String name,
      String model,
      boolean rotational,
      long readRequests,
      long writeRequests,
      long pagesRead,
      long pagesWritten,
      double pagesPerRequest,
      double utilisation,
      double meanQueueNanos,
      int maxInFlight) {}

  /**
   * A swap area at the end.
   *
   * @param size usable size in KiB
   * @param used in KiB
   */
  record Swap(String filename, String type, long size, long used, int priority) {}

  /**
   * Counters of {@code /sys/kernel/debug/zswap} in the measured phase, and levels at its end, under
   * the kernel's names.
   */
  record Zswap(
      @JsonProperty("pool_limit_hit") long poolLimitHit,
      @JsonProperty("reject_reclaim_fail") long rejectReclaimFail,
      @JsonProperty("reject_alloc_fail") long rejectAllocFail,
      @JsonProperty("reject_compress_poor") long rejectCompressPoor,
      @JsonProperty("written_back_pages") long writtenBackPages,
      @JsonProperty("pool_total_size") long poolTotalSize,
      @JsonProperty("stored_pages") long storedPages,
      @JsonProperty("same_filled_pages") long sameFilledPages) {

    /** By the kernel's names, in its order. */
    Map<String, Long> values() {
      Map<String, Long> values = new LinkedHashMap<>();
      values.put("pool_limit_hit", poolLimitHit);
      values.put("reject_reclaim_fail", rejectReclaimFail);
      values.put("reject_alloc_fail", rejectAllocFail);
      values.put("reject_compress_poor", rejectCompressPoor);
      values.put("written_back_pages", writtenBackPages);
      values.put("pool_total_size", poolTotalSize);
      values.put("stored_pages", storedPages);
      values.put("same_filled_pages", sameFilledPages);
      return values;
    }
  }

  /** An invariant; {@code detail} is the first violation. */
  record Held(String name, boolean holds, String detail) {}

  /**
   * The summary of a report.
   *
   * @param wallNanos real duration of the measured phase
   */
  static Summary of(MachineReport report, long wallNanos) {
    Experiment experiment = report.experiment();
    return new Summary(
        Main.Version.number(),
        experiment.name(),
        experiment.sha256(),
        experiment.kernel().release(),
        experiment.seed(),
        experiment.interleaving().toString(),
        report.eventHash(),
        experiment.readahead().words(),
        report.virtualNanos(),
        wallNanos,
        report.messages(),
        PlacementSummary.of(report.placements()),
        LedgerSummary.of(report.ledger()),
        vmstat(report),
        keyed(report.windows()),
        report.tasks().stream().map(Summary::task).toList(),
        report.swapoffs().stream().map(Summary::swapoff).toList(),
        report.builds().stream().map(build -> build(report, build)).toList(),
        report.devices().stream().map(Summary::device).toList(),
        report.areas().stream().map(Summary::swap).toList(),
        report.zswap() == null ? null : zswap(report.zswap()),
        report.invariants().stream().map(Summary::held).toList());
  }

  /** Faults that found a swap entry: major ones and hits in the swap cache. */
  long swapFaults() {
    return tasks.stream().mapToLong(task -> task.faultLatencyNanos().count()).sum();
  }

  /** A counter. */
  long counter(VmstatItem item) {
    return vmstat.getOrDefault(item.kernelName(), 0L);
  }

  /** In the order in which the kernel prints them: what a node has, then events. */
  private static Map<String, Long> vmstat(MachineReport report) {
    Map<String, Long> counters = new LinkedHashMap<>();
    counters.put("nr_inactive_anon", report.memory().inactiveAnon());
    counters.put("nr_active_anon", report.memory().activeAnon());
    counters.put("nr_inactive_file", report.memory().inactiveFile());
    counters.put("nr_active_file", report.memory().activeFile());
    for (VmstatItem item : NODE_ITEMS) {
      counters.put(item.kernelName(), report.vmstat().get(item));
    }
    counters.put("nr_swapcached", report.memory().swapCached());
    for (VmstatItem item : VmstatItem.values()) {
      counters.putIfAbsent(item.kernelName(), report.vmstat().get(item));
    }
    return counters;
  }

  private static Map<String, Long> keyed(SortedMap<Integer, Long> windows) {
    Map<String, Long> calls = new LinkedHashMap<>();
    windows.forEach((window, count) -> calls.put(String.valueOf(window), count));
    return calls;
  }

  private static Task task(MachineReport.TaskReport task) {
    return new Task(
        task.spec().name(),
        task.process(),
        task.spec().pattern().word(),
        task.spec().write(),
        task.spec().background(),
        task.spec().vma(),
        task.record().accesses(),
        task.record().minorFaults() + task.record().majorFaults(),
        task.record().majorFaults(),
        task.record().virtualNanos(),
        keyed(task.windows()),
        task.hitsSpent(),
        Latency.of(task.record().faultLatency()));
  }

  private static Build build(MachineReport report, MachineReport.BuildReport build) {
    return new Build(
        build.spec().name(),
        build.record().units(),
        build.record().elapsedNanos(),
        build.userNanos(),
        report.systemNanos());
  }

  private static Swapoff swapoff(MachineReport.SwapoffReport swapoff) {
    return new Swapoff(
        swapoff.spec().name(),
        swapoff.spec().area(),
        swapoff.spec().variant().word(),
        swapoff.spec().order().word(),
        swapoff.record().elapsedNanos(),
        swapoff.record().pages(),
        swapoff.record().emptied(),
        swapoff.record().interrupted(),
        swapoff.record().slotsLeft(),
        keyed(swapoff.windows()));
  }

  private static Device device(MachineReport.DeviceReport device) {
    DeviceStatistics.Summary statistics = device.statistics();
    return new Device(
        device.spec().name(),
        device.spec().model(),
        device.spec().rotational(),
        statistics.readRequests(),
        statistics.writeRequests(),
        statistics.pagesRead(),
        statistics.pagesWritten(),
        statistics.pagesPerRequest(),
        statistics.utilisation(),
        statistics.meanQueueNanos(),
        statistics.maxInFlight());
  }

  private static Swap swap(MachineReport.AreaReport area) {
    return new Swap(
        "/dev/" + area.name(),
        "partition",
        area.pages() * KIB_PER_PAGE,
        area.used() * KIB_PER_PAGE,
        area.priority());
  }

  private static Zswap zswap(ZswapCounters.Reading reading) {
    return new Zswap(
        reading.poolLimitHit(),
        reading.rejectReclaimFail(),
        reading.rejectAllocFail(),
        reading.rejectCompressPoor(),
        reading.writtenBackPages(),
        reading.poolTotalSize(),
        reading.storedPages(),
        reading.sameFilledPages());
  }

  private static Held held(Invariant invariant) {
    return new Held(invariant.name(), invariant.holds(), invariant.detail());
  }
}
