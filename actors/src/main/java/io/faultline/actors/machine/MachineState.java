package io.faultline.actors.machine;

import io.faultline.actors.memory.Group;
import io.faultline.actors.memory.MemoryState;
import io.faultline.actors.memory.Watermarks;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.observe.WindowHistogram;
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
import io.faultline.config.ConfigError;
import io.faultline.config.DeviceSpec;
import io.faultline.config.Experiment;
import io.faultline.config.GroupSpec;
import io.faultline.config.InitialReadahead;
import io.faultline.config.JitterSource;
import io.faultline.config.Kernel;
import io.faultline.config.MachineSpec;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All that the actors of one machine own, made from an experiment before the actors are. Each part
 * has one writer, its actor; what is read here is read when no actor runs.
 */
final class MachineState {

  /** A task and the index of the process and VMA it belongs to. */
  record TaskPlace(String process, int processIndex, int vma, TaskSpec spec, TaskRecord record) {}

  /** A swapoff and the index of its area. */
  record SwapoffPlace(SwapoffSpec spec, int area, SwapoffRecord record) {}

  /** A device and what it is made of. */
  record DevicePlace(DeviceSpec spec, DeviceQueue<BlockDeviceMessage> queue) {}

  /** An area and where it lies. */
  record AreaPlace(SwapAreaSpec spec, int device, int firstPage) {}

  final Experiment experiment;
  final List<DevicePlace> devices = new ArrayList<>();
  final List<AreaPlace> areas = new ArrayList<>();
  final List<VmaState> vmas = new ArrayList<>();
  final List<TaskPlace> tasks = new ArrayList<>();
  final List<SwapoffPlace> swapoffs = new ArrayList<>();
  final MemoryState memory;
  final SwapSlots slots;
  final SwapCacheState swapCache;
  final @Nullable ZswapPool zswap;
  final List<ReadaheadScope> scopes = new ArrayList<>();
  final List<Integer> scopeOfVma = new ArrayList<>();

  MachineState(Experiment experiment) {
    this.experiment = experiment;
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
   * Number of tasks and swapoffs, which all take faults and run on processors; swapoffs come behind
   * the tasks.
   */
  int runnables() {
    return experiment.processes().stream().mapToInt(p -> p.tasks().size()).sum()
        + experiment.swapoffs().size();
  }

  private void addScopes() {
    if (vmasDecide()) {
      return;
    }
    int processIndex = 0;
    for (ProcessSpec process : experiment.processes()) {
      for (int i = 0; i < process.vmas().size(); i++) {
        int scope =
            switch (experiment.readahead().scope()) {
              case GLOBAL -> 0;
              case PROCESS -> processIndex;
              case VMA, ANON_VMA -> scopeOfVma.size();
            };
        if (scope == scopes.size()) {
          scopes.add(newScope());
        }
        scopeOfVma.add(scope);
      }
      processIndex++;
    }
  }

  private ReadaheadScope newScope() {
    MachineSpec machine = experiment.machine();
    ReadaheadHeuristic heuristic = heuristic(experiment);
    if (experiment.readahead().placement() == ReadaheadSpec.Placement.ADDRESSES) {
      heuristic = heuristic.byAddresses();
    }
    InitialReadahead initial = machine.initialReadahead();
    ReadaheadState state =
        initial == InitialReadahead.BOOT
            ? heuristic.newState()
            : heuristic.newState(
                initial.hits(machine.pageCluster()),
                initial.previousOffset(),
                initial.lastWindow(machine.pageCluster()));
    return new ReadaheadScope(heuristic, state, new WindowHistogram(runnables()));
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
      JitterSource jitter = experiment.jitter().source(experiment.seed(), spec.name());
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
      memory.addGroup(group.name(), group.memoryMaxPages());
      groups.add(group.name());
    }
    for (int p = 0; p < experiment.processes().size(); p++) {
      ProcessSpec process = experiment.processes().get(p);
      int group = process.group().map(name -> 1 + groups.indexOf(name)).orElse(0);
      int firstVma = vmas.size();
      List<String> vmaNames = new ArrayList<>();
      for (VmaSpec vma : process.vmas()) {
        vmaNames.add(vma.name());
        String name = process.name() + "." + vma.name();
        vmas.add(new VmaState(vmas.size(), name, group, vma.pages(), runnables()));
      }
      for (TaskSpec task : process.tasks()) {
        int vma = firstVma + vmaNames.indexOf(task.vma());
        tasks.add(new TaskPlace(process.name(), p, vma, task, new TaskRecord()));
      }
    }
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

  /** How the pages on swap lie there at present. */
  Placement placement() {
    long pages = 0;
    long runs = 0;
    for (VmaState vma : vmas) {
      PageTable table = vma.table();
      long next = SwapEntry.NONE;
      for (int page = 0; page < table.pages(); page++) {
        if (table.swapped(page)) {
          long entry = table.entry(page);
          pages++;
          runs += entry == next ? 0 : 1;
          next = SwapEntry.of(SwapEntry.area(entry), SwapEntry.slot(entry) + 1);
        } else {
          next = SwapEntry.NONE;
        }
      }
    }
    return runs == 0 ? Placement.NONE : new Placement(pages, (double) pages / runs);
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
    if (task >= tasks.size()) {
      return "swapoff " + swapoffs.get(task - tasks.size()).spec().name();
    }
    return tasks.get(task).process() + "." + tasks.get(task).spec().name();
  }
}
