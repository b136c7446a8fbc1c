package io.faultline.actors.machine;

import io.faultline.actors.memory.FileSet;
import io.faultline.actors.memory.Group;
import io.faultline.actors.memory.MemoryState;
import io.faultline.actors.memory.Watermarks;
import io.faultline.actors.observe.DecisionLog;
import io.faultline.actors.observe.EventLog;
import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.actors.observe.LedgerSums;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.process.BuildRecord;
import io.faultline.actors.process.CpuTime;
import io.faultline.actors.process.PageTable;
import io.faultline.actors.process.SwapoffRecord;
import io.faultline.actors.process.TaskRecord;
import io.faultline.actors.process.VmaState;
import io.faultline.actors.readahead.Heuristics;
import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.actors.readahead.ReadaheadScope;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.ClusterLists;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SlotAllocator;
import io.faultline.actors.swap.SsdClusters;
import io.faultline.actors.swap.SwapCacheState;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.actors.zswap.ZswapPool;
import io.faultline.config.BuildSpec;
import io.faultline.config.ConfigError;
import io.faultline.config.DeviceSpec;
import io.faultline.config.Experiment;
import io.faultline.config.GroupSpec;
import io.faultline.config.InitialReadahead;
import io.faultline.config.JitterSource;
import io.faultline.config.Kernel;
import io.faultline.config.MachineSpec;
import io.faultline.config.ObjectSpec;
import io.faultline.config.ProcessSpec;
import io.faultline.config.ReadaheadSpec;
import io.faultline.config.Seeds;
import io.faultline.config.SplitMix64;
import io.faultline.config.SwapAreaSpec;
import io.faultline.config.SwapoffSpec;
import io.faultline.config.TaskSpec;
import io.faultline.config.VmaSpec;
import io.faultline.device.DeviceQueue;
import io.faultline.device.ServiceTimeModel;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All that the actors of one machine own, made from an experiment before the actors are. Each part
 * has one writer, its actor; what is read here is read when no actor runs.
 */
final class MachineState {

  /**
   * A task and the index of the process and VMA it belongs to.
   *
   * @param row first page of its process in the VMA's page table
   */
  record TaskPlace(
      String process, int processIndex, int vma, int row, TaskSpec spec, TaskRecord record) {}

  /**
   * A worker of a build.
   *
   * @param build index of the build
   * @param vma the address space of its processes
   * @param record what they experience
   */
  record WorkerPlace(int build, int vma, TaskRecord record) {}

  /** Pages of a VMA that one process has. */
  record Range(int vma, int first, int end) {}

  /** A swapoff and the index of its area. */
  record SwapoffPlace(SwapoffSpec spec, int area, SwapoffRecord record) {}

  /** A device and what it is made of. */
  record DevicePlace(DeviceSpec spec, DeviceQueue<BlockDeviceMessage> queue) {}

  /** An area and where it lies. */
  record AreaPlace(SwapAreaSpec spec, int device, int firstPage) {}

  final Experiment experiment;
  final LedgerRows ledgerRows;
  final List<DevicePlace> devices = new ArrayList<>();
  final List<AreaPlace> areas = new ArrayList<>();
  final List<VmaState> vmas = new ArrayList<>();
  final List<TaskPlace> tasks = new ArrayList<>();
  final List<List<Range>> rangesOfProcess = new ArrayList<>();
  final List<WorkerPlace> workers = new ArrayList<>();
  final List<BuildRecord> buildRecords = new ArrayList<>();
  final CpuTime cpuTime = new CpuTime();
  final List<SwapoffPlace> swapoffs = new ArrayList<>();
  final MemoryState memory;
  final SwapSlots slots;
  final SwapCacheState swapCache;
  final @Nullable ZswapPool zswap;
  private final Map<Integer, Integer> scopeOfProcess = new TreeMap<>();
  private int firstObject;
  private int objectScope = -1;
  final List<ReadaheadScope> scopes = new ArrayList<>();
  final List<Integer> scopeOfVma = new ArrayList<>();

  MachineState(Experiment experiment) {
    this.experiment = experiment;
    this.ledgerRows = ledgerRows(experiment);
    MachineSpec machine = experiment.machine();
    addDevicesAndAreas();
    Kernel kernel = experiment.kernel();
    slots =
        new SwapSlots(
            activeAreas(),
            machine.cpus(),
            kernel.slotCachePerCpu(),
            kernel.freedSlotsGatherPerCpu());
    swapCache = SwapCacheState.empty(areaPages());
    memory =
        MemoryState.free(
            machine.memoryPages(),
            Watermarks.of(
                machine.memoryPages(),
                machine.watermarkScaleFactor(),
                experiment.kernel().minFreeCapKib()));
    addProcesses();
    addSwapoffs();
    addScopes();
    zswap =
        experiment
            .zswap()
            .map(spec -> CompressedPool.of(experiment, spec, areaPages()))
            .orElse(null);
  }

  /** A row for each task and swapoff, one for all processes of a build. */
  private static LedgerRows ledgerRows(Experiment experiment) {
    List<String> names = new ArrayList<>();
    for (ProcessSpec process : experiment.processes()) {
      process.tasks().forEach(task -> names.add(process.name() + "." + task.name()));
    }
    experiment.swapoffs().forEach(swapoff -> names.add("swapoff " + swapoff.name()));
    IntStream.Builder rows = IntStream.builder();
    IntStream.range(0, names.size()).forEach(rows);
    for (BuildSpec build : experiment.builds()) {
      int row = names.size();
      names.add("build " + build.name());
      IntStream.range(0, build.jobs()).forEach(job -> rows.add(row));
    }
    return new LedgerRows(names, rows.build().toArray());
  }

  /** Whether each VMA decides from its own word, as the kernel's VMA readahead does. */
  boolean vmasDecide() {
    return experiment.readahead().vma();
  }

  private void addSwapoffs() {
    for (SwapoffSpec swapoff : experiment.swapoffs()) {
      int area = 0;
      while (!areas.get(area).spec().name().equals(swapoff.area())) {
        area++;
      }
      swapoffs.add(new SwapoffPlace(swapoff, area, new SwapoffRecord()));
    }
  }

  /**
   * Number of tasks, swapoffs and workers of builds, which all take faults and run on processors;
   * they come in this order.
   */
  int runnables() {
    return experiment.processes().stream().mapToInt(p -> p.tasks().size()).sum()
        + experiment.swapoffs().size()
        + experiment.builds().stream().mapToInt(BuildSpec::jobs).sum();
  }

  private void addScopes() {
    if (!vmasDecide()) {
      int processIndex = 0;
      for (ProcessSpec process : experiment.processes()) {
        for (int i = 0; i < process.vmas().size(); i++) {
          addToScope(processIndex);
        }
        processIndex++;
      }
      for (int worker = 0; worker < workers.size(); worker++) {
        addToScope(processIndex + worker); // its address space is that of one process at a time
      }
    }
    addObjectsToScope();
  }

  private void addToScope(int process) {
    int scope =
        switch (experiment.readahead().scope()) {
          case GLOBAL -> 0;
          case PROCESS -> scopeOfProcess.computeIfAbsent(process, first -> scopes.size());
          case VMA, ANON_VMA -> scopes.size();
        };
    if (scope == scopes.size()) {
      scopes.add(newScope());
    }
    scopeOfVma.add(scope);
  }

  /** Objects share the statistics of the whole system, whatever else there is. */
  private void addObjectsToScope() {
    if (experiment.objects().isEmpty()) {
      return;
    }
    ReadaheadSpec spec = experiment.readahead();
    boolean bySlots = spec.placement() == ReadaheadSpec.Placement.SLOTS;
    int scope = 0;
    if (spec.scope() != ReadaheadSpec.Scope.GLOBAL || !bySlots || scopes.isEmpty()) {
      scope = scopes.size();
      objectScope = scope;
      scopes.add(newScope(objectHeuristic(spec, bySlots)));
    }
    while (scopeOfVma.size() < vmas.size()) { // VMAs that decide for themselves ask nobody
      scopeOfVma.add(scope);
    }
  }

  private ReadaheadHeuristic objectHeuristic(ReadaheadSpec spec, boolean bySlots) {
    if (spec.algorithm().equals(ReadaheadSpec.LI_2012)) {
      return Heuristics.named(ReadaheadSpec.FIXED); // an object has no anon_vma to count its misses
    }
    return bySlots ? heuristic(experiment) : Heuristics.named(ReadaheadSpec.HITS);
  }

  /** Whether a scope's windows lie around addresses. */
  boolean byAddresses(int scope) {
    return experiment.readahead().placement() == ReadaheadSpec.Placement.ADDRESSES
        && scope != objectScope;
  }

  /** Number of VMAs; what has a higher index is a tmpfs object. */
  int firstObject() {
    return firstObject;
  }

  private ReadaheadScope newScope() {
    ReadaheadHeuristic heuristic = heuristic(experiment);
    return newScope(
        experiment.readahead().placement() == ReadaheadSpec.Placement.ADDRESSES
            ? heuristic.byAddresses()
            : heuristic);
  }

  private ReadaheadScope newScope(ReadaheadHeuristic heuristic) {
    MachineSpec machine = experiment.machine();
    InitialReadahead initial = machine.initialReadahead();
    ReadaheadState state =
        initial == InitialReadahead.BOOT
            ? heuristic.newState()
            : heuristic.newState(
                initial.hits(machine.pageCluster()),
                initial.previousOffset(),
                initial.lastWindow(machine.pageCluster()));
    return new ReadaheadScope(
        heuristic, state, new WindowHistogram(runnables()), new HitLedger(ledgerRows, 1));
  }

  /**
   * The heuristic that an experiment names.
   *
   * @throws ConfigError if there is no such class, or it is no heuristic
   */
  private static ReadaheadHeuristic heuristic(Experiment experiment) {
    try {
      return Heuristics.named(experiment.readahead().algorithm());
    } catch (IllegalArgumentException e) {
      throw new ConfigError("readahead.algorithm: " + e.getMessage(), e);
    }
  }

  private void addDevicesAndAreas() {
    List<DeviceSpec> specs = experiment.devices();
    int[] used = new int[specs.size()];
    for (SwapAreaSpec area : experiment.swapAreas()) {
      int device = specs.indexOf(experiment.device(area.device()));
      areas.add(new AreaPlace(area, device, used[device]));
      used[device] = Math.addExact(used[device], Math.toIntExact(area.pages()));
    }
    for (int i = 0; i < used.length; i++) {
      DeviceSpec spec = specs.get(i);
      JitterSource jitter = experiment.deviceJitter().source(experiment.seed(), spec.name());
      ServiceTimeModel model = ServiceTimeModel.of(spec, Math.max(1, used[i]));
      devices.add(
          new DevicePlace(
              spec, new DeviceQueue<>(model, jitter::apply, experiment.kernel().plugRequests())));
    }
  }

  private ActiveAreas activeAreas() {
    ActiveAreas active = new ActiveAreas();
    int automatic = experiment.kernel().firstAutomaticPriority();
    for (AreaPlace area : areas) {
      int priority = area.spec().priority().orElse(automatic);
      if (area.spec().priority().isEmpty()) {
        automatic--;
      }
      active.add(allocator(area), priority);
    }
    return active;
  }

  private SlotAllocator allocator(AreaPlace area) {
    int pages = Math.toIntExact(area.spec().pages());
    int cpus = experiment.machine().cpus();
    Kernel kernel = experiment.kernel();
    boolean rotational = devices.get(area.device()).spec().rotational();
    if (kernel.clusterListsEverywhere()) {
      return rotational ? ClusterLists.rotational(pages) : ClusterLists.forCpus(pages, cpus);
    } else if (rotational) {
      return kernel.hddScanSince58() ? HddSlots.since58(pages) : new HddSlots(pages);
    } else if (kernel.ssdClustersPerCpu()) {
      return new SsdClusters(pages, cpus, firstSlot(area), kernel.slotClusterPages());
    }
    return HddSlots.withoutSeeks(pages, firstSlot(area));
  }

  /** {@code cluster_next} after {@code swapon} on a device that does not rotate. */
  private int firstSlot(AreaPlace area) {
    if (!experiment.kernel().swaponDrawsFirstSlot()) {
      return 1;
    }
    String drawer = "swapon-" + area.spec().name();
    long seed = Seeds.derive(experiment.seed(), drawer);
    return 1 + new SplitMix64(seed).nextBelow(Math.toIntExact(area.spec().pages()) - 1);
  }

  private int[] areaPages() {
    return areas.stream().mapToInt(area -> Math.toIntExact(area.spec().pages())).toArray();
  }

  private void addProcesses() {
    List<String> groups = new ArrayList<>();
    for (GroupSpec group : experiment.groups()) {
      int index = memory.addGroup(group.name(), group.memoryMaxPages());
      group
          .file()
          .ifPresent(
              file ->
                  memory
                      .groups()
                      .get(index)
                      .reads(
                          new FileSet(
                              file, Seeds.derive(experiment.seed(), "files-" + group.name()))));
      groups.add(group.name());
    }
    Map<String, Integer> firstVmas = new TreeMap<>();
    for (ProcessSpec process : experiment.processes()) {
      int group = process.group().map(name -> 1 + groups.indexOf(name)).orElse(0);
      firstVmas.put(process.name(), vmas.size());
      for (VmaSpec vma : process.vmas()) {
        String name = process.name() + "." + vma.name();
        int rows = 1 + forks(process.name());
        vmas.add(VmaState.ofFamily(vmas.size(), name, group, vma.pages(), rows, ledgerRows));
      }
    }
    addBuilds(groups);
    addObjects(groups);
    Map<String, Integer> rows = new TreeMap<>();
    for (int p = 0; p < experiment.processes().size(); p++) {
      ProcessSpec process = experiment.processes().get(p);
      ProcessSpec owner = experiment.process(process.forkOf().orElse(process.name()));
      int row = process.forkOf().isPresent() ? rows.merge(owner.name(), 1, Integer::sum) : 0;
      int firstVma = Objects.requireNonNull(firstVmas.get(owner.name()));
      List<Range> ranges = new ArrayList<>();
      for (VmaSpec vma : owner.vmas()) {
        int first = row * vma.pages();
        ranges.add(new Range(firstVma + ranges.size(), first, first + vma.pages()));
      }
      rangesOfProcess.add(ranges);
      for (TaskSpec task : process.tasks()) {
        Range range =
            task.onObject()
                ? new Range(object(task.vma()), 0, task.pages())
                : ranges.get(owner.vmas().indexOf(owner.vma(task.vma())));
        tasks.add(
            new TaskPlace(process.name(), p, range.vma(), range.first(), task, new TaskRecord()));
      }
    }
  }

  private void addBuilds(List<String> groups) {
    for (int b = 0; b < experiment.builds().size(); b++) {
      BuildSpec build = experiment.builds().get(b);
      int group = build.group().map(name -> 1 + groups.indexOf(name)).orElse(0);
      buildRecords.add(new BuildRecord());
      for (int job = 0; job < build.jobs(); job++) {
        String name = build.name() + "." + job;
        workers.add(new WorkerPlace(b, vmas.size(), new TaskRecord()));
        vmas.add(new VmaState(vmas.size(), name, group, build.mostPages(), ledgerRows));
      }
    }
  }

  private void addObjects(List<String> groups) {
    firstObject = vmas.size();
    for (ObjectSpec object : experiment.objects()) {
      int group = object.group().map(name -> 1 + groups.indexOf(name)).orElse(0);
      String name = object.name();
      vmas.add(VmaState.ofObject(vmas.size(), name, group, object.pages(), ledgerRows));
    }
  }

  /**
   * Index, among the VMAs, of a tmpfs object.
   *
   * @param name its name in the experiment
   */
  int object(String name) {
    int index = firstObject;
    while (!vmas.get(index).name().equals(name)) {
      index++;
    }
    return index;
  }

  private int forks(String process) {
    return (int)
        experiment.processes().stream()
            .filter(other -> other.forkOf().equals(Optional.of(process)))
            .count();
  }

  /** Indexes, in memory's state, of the groups whose limit ends with the measured phase. */
  int[] liftedGroups() {
    return IntStream.range(0, experiment.groups().size())
        .filter(group -> experiment.groups().get(group).unlimitedWhenMeasuring())
        .map(group -> group + 1) // the root group comes first
        .toArray();
  }

  /** For each swapoff the index of the one it waits for, or -1. */
  int[] swapoffsAfter() {
    List<String> names = swapoffs.stream().map(swapoff -> swapoff.spec().name()).toList();
    return swapoffs.stream()
        .mapToInt(swapoff -> swapoff.spec().after().map(names::indexOf).orElse(Workload.NO_SWAPOFF))
        .toArray();
  }

  /** The ledgers of all that decides windows. */
  List<HitLedger> ledgers() {
    List<HitLedger> ledgers = new ArrayList<>();
    scopes.forEach(scope -> ledgers.add(scope.ledger()));
    if (vmasDecide()) {
      vmas.subList(0, firstObject).forEach(vma -> ledgers.add(vma.ledger()));
    }
    return ledgers;
  }

  /** All ledgers added up, as they stand. */
  LedgerSums ledgerSums() {
    LedgerSums sums = new LedgerSums(ledgerRows).add(swapCache.use());
    ledgers().forEach(sums::add);
    return sums;
  }

  /** Has every hit and every decision logged from now on, by the name of the actor that counts. */
  void logTo(EventLog log) {
    for (int scope = 0; scope < scopes.size(); scope++) {
      scopes.get(scope).ledger().logTo(log, scopeName(scope));
    }
    if (vmasDecide()) {
      vmas.subList(0, firstObject).forEach(vma -> vma.ledger().logTo(log, "vma-" + vma.name()));
    }
  }

  /** Has every window decision noted from now on. */
  void noteDecisions(DecisionLog log) {
    scopes.forEach(scope -> scope.windows().logTo(log));
    vmas.forEach(vma -> vma.windows().logTo(log));
  }

  /** Name of the actor that has a scope's statistics. */
  String scopeName(int scope) {
    return scopes.size() == 1 ? "readahead" : "readahead-" + scope;
  }

  /** Has ledgers count in time from now on. */
  void clock(LongSupplier now) {
    swapCache.use().clock(now);
    ledgers().forEach(ledger -> ledger.clock(now));
  }

  /** Puts all pages where a layout has them. */
  void layOut(Layout layout) {
    if (layout.entriesByVma().size() != vmas.size()) {
      throw new IllegalArgumentException("a layout has entries for every VMA of its experiment");
    }
    int[] last = new int[areas.size()];
    for (int v = 0; v < vmas.size(); v++) {
      PageTable table = vmas.get(v).table();
      long[] entries = layout.entriesByVma().get(v);
      for (int page = 0; page < entries.length; page++) {
        if (entries[page] != SwapEntry.NONE) {
          layOut(vmas.get(v), table, page, entries[page]);
          int area = SwapEntry.area(entries[page]);
          last[area] = Math.max(last[area], SwapEntry.slot(entries[page]));
        }
      }
    }
    for (int area = 0; area < last.length; area++) {
      if (slots.areas().slots(area) instanceof HddSlots hdd) {
        hdd.resumeAt(last[area] + 1, 0);
      }
    }
  }

  private void layOut(VmaState vma, PageTable table, int page, long entry) {
    table.layOut(page, entry);
    slots.areas().take(entry);
    swapCache.slots().layOut(entry, vma.group(), memory.groups().get(vma.group()).layOut());
    AreaPlace area = areas.get(SwapEntry.area(entry));
    devices
        .get(area.device())
        .queue()
        .layOut(area.firstPage() + SwapEntry.slot(entry), table.tag(page));
  }

  /** The machine's counters, as they stand. */
  Vmstat vmstat() {
    Vmstat sum = new Vmstat();
    sum.add(memory.vmstat());
    sum.add(swapCache.vmstat());
    if (zswap != null) {
      sum.add(zswap.vmstat());
    }
    for (VmaState vma : vmas) {
      sum.add(vma.vmstat());
    }
    sum.count(VmstatItem.PGPGIN, 4 * sum.get(VmstatItem.PSWPIN));
    sum.count(VmstatItem.PGPGOUT, 4 * sum.get(VmstatItem.PSWPOUT));
    return sum;
  }

  /** All window decisions, whoever made them. */
  WindowHistogram windows() {
    WindowHistogram all = new WindowHistogram(runnables());
    for (ReadaheadScope scope : scopes) {
      all.add(scope.windows());
    }
    for (VmaState vma : vmas) {
      all.add(vma.windows());
    }
    return all;
  }

  /** Who waits for whom, for the report of a deadlock. */
  String whoWaits() {
    StringBuilder text = new StringBuilder();
    for (VmaState vma : vmas) {
      for (int task = 0; task < runnables(); task++) {
        int page = vma.pageInFault(task);
        if (page >= 0) {
          text.append(text.isEmpty() ? "" : "; ")
              .append(taskName(task))
              .append(" waits for page ")
              .append(page)
              .append(" of ")
              .append(vma.name())
              .append(whatItWaitsFor(vma.table(), page));
        }
      }
    }
    for (Group group : memory.groups()) {
      if (group.usage() >= group.limit()) {
        text.append("; group ").append(group.name()).append(" is at its limit");
      }
    }
    return text.isEmpty() ? "no task waits for a page" : text.toString();
  }

  private String whatItWaitsFor(PageTable table, int page) {
    long entry = table.entry(page);
    if (entry == SwapEntry.NONE) {
      return ", which needs a frame from memory";
    }
    return swapCache.slots().cached(entry)
        ? ", which swap-cache has locked in slot " + SwapEntry.toString(entry)
        : ", which is in slot " + SwapEntry.toString(entry) + " and nobody reads";
  }

  /** A task's name, such as {@code p1.seq}, or a swapoff's, such as {@code swapoff s}. */
  String taskName(int task) {
    if (task >= tasks.size() + swapoffs.size()) {
      return vmas.get(workers.get(task - tasks.size() - swapoffs.size()).vma()).name();
    } else if (task >= tasks.size()) {
      return "swapoff " + swapoffs.get(task - tasks.size()).spec().name();
    }
    return tasks.get(task).process() + "." + tasks.get(task).spec().name();
  }
}
