package io.faultline.actors.machine;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import io.faultline.actors.memory.Memory;
import io.faultline.actors.observe.DecisionLog;
import io.faultline.actors.observe.DeliveryLog;
import io.faultline.actors.observe.EventHash;
import io.faultline.actors.observe.EventLog;
import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.observe.LedgerSums;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.process.Cpus;
import io.faultline.actors.process.PageTable;
import io.faultline.actors.process.Process;
import io.faultline.actors.process.Swapoff;
import io.faultline.actors.process.Task;
import io.faultline.actors.process.TaskRecord;
import io.faultline.actors.process.Turn;
import io.faultline.actors.process.Turns;
import io.faultline.actors.process.Vma;
import io.faultline.actors.readahead.ReadaheadScope;
import io.faultline.actors.readahead.ReadaheadStatistics;
import io.faultline.actors.swap.SwapAreas;
import io.faultline.actors.swap.SwapCache;
import io.faultline.actors.virtualtime.DeliveryListener;
import io.faultline.actors.virtualtime.VirtualRuntime;
import io.faultline.actors.zswap.Zswap;
import io.faultline.actors.zswap.ZswapCounters;
import io.faultline.config.CpuScheduler;
import io.faultline.config.DeviceSpec;
import io.faultline.config.Experiment;
import io.faultline.config.Init;
import io.faultline.config.Interleaving;
import io.faultline.config.JitterSource;
import io.faultline.config.Lru;
import io.faultline.config.MachineSpec;
import io.faultline.config.ObjectSpec;
import io.faultline.config.ProcessSpec;
import io.faultline.config.ReadaheadSpec;
import io.faultline.config.VmaSpec;
import io.faultline.device.BlockDevice;
import io.faultline.device.DeviceStatistics;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.ProcessMessage;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.WorkloadMessage;
import io.faultline.protocol.ZswapMessage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An emulated machine: makes the actors of an experiment, runs it once on a virtual-time runtime of
 * its own, and reports.
 */
public final class Machine {

  private final Experiment experiment;
  private final MachineState state;
  private @Nullable Layout layout;
  private List<Turn> turns = List.of();
  private @Nullable EventHash eventHash;
  private @Nullable EventLog eventLog;
  private boolean checkAlways;
  private boolean mapSlots;
  private final List<SlotOwners> slotOwners = new ArrayList<>();
  private volatile boolean finished;
  private Runnable onMeasuring = () -> {};
  private Runnable onMeasured = () -> {};

  private long measuredFrom;
  private long busyBefore;
  private long measuredFromDeliveries;
  private final PlacementSurvey survey;
  private final PlacementSamples placements;
  private Placement placementBefore = Placement.NONE;
  private List<Placement> placementsBefore = List.of();
  private LedgerSums ledgerBefore;
  private Vmstat vmstatBefore = new Vmstat();
  private List<DeviceStatistics.Summary> devicesBefore = List.of();
  private ZswapCounters.@Nullable Reading zswapBefore;

  /**
   * A machine that has not run.
   *
   * @throws io.faultline.config.ConfigError if the experiment names a heuristic that does not exist
   */
  public Machine(Experiment experiment) {
    this.experiment = experiment;
    this.state = new MachineState(experiment);
    this.survey = new PlacementSurvey(state);
    this.placements = new PlacementSamples(state, survey);
    this.ledgerBefore = new LedgerSums(state.ledgerRows);
  }

  /**
   * Starts with all pages on swap where a layout has them, instead of populating and pushing out.
   */
  public Machine startingFrom(Layout recorded) {
    layout = recorded;
    state.layOut(recorded);
    if (experiment.machine().lru() == Lru.MULTI_GENERATION
        && experiment.init() != Init.NONE
        && experiment.pushOut()
        && !state.tasks.isEmpty()) {
      resumeGenerations();
    }
    return this;
  }

  /**
   * A layout says where pages went, not what the walks on the way left behind: which parts of the
   * page tables the next ones look at, and which generation each page was evicted from. So memory
   * is populated and pushed out on another machine.
   */
  private void resumeGenerations() {
    Machine before = new Machine(experiment);
    before.onMeasuring(() -> before.finished = true);
    before.run();
    for (int group = 0; group < state.memory.groups().size(); group++) {
      state.memory.groups().get(group).resumeGenerations(before.state.memory.groups().get(group));
    }
    for (int vma = 0; vma < state.vmas.size(); vma++) {
      PageTable table = state.vmas.get(vma).table();
      PageTable tableThere = before.state.vmas.get(vma).table();
      for (int page = 0; page < table.pages(); page++) {
        long entry = table.entry(page);
        long entryThere = tableThere.entry(page);
        if (entry != SwapEntry.NONE && entryThere != SwapEntry.NONE) {
          state
              .swapCache
              .slots()
              .rememberEviction(entry, before.state.swapCache.slots(), entryThere);
        }
      }
    }
  }

  /**
   * Has tasks and swapoffs take turns in the measured phase; behind the last turn the scheduler
   * goes on as always. Turns of a task end ascending.
   */
  public Machine takingTurns(List<Turn> order) {
    turns = List.copyOf(order);
    return this;
  }

  /**
   * Starts with the system-wide readahead state as it was found, whatever the experiment says; has
   * no effect where VMAs decide.
   *
   * @param hits hits not spent yet, at least 0
   * @param previousOffset offset of the last miss without hits, in pages
   * @param lastWindow last window in pages, at least 0
   */
  public Machine startingWithReadahead(int hits, long previousOffset, int lastWindow) {
    state.scopes.forEach(scope -> scope.startFrom(hits, previousOffset, lastWindow));
    return this;
  }

  /** Notes every window decision of the measured phase. */
  public Machine withDecisionLog(DecisionLog log) {
    state.noteDecisions(log);
    return this;
  }

  /** Hashes every delivery; has no effect on a parallel machine, whose deliveries have no order. */
  public Machine withEventHash() {
    if (!(experiment.interleaving() instanceof Interleaving.Parallel)) {
      eventHash = new EventHash();
    }
    return this;
  }

  /** Logs every delivery, every hit and every window decision. */
  public Machine withEventLog(EventLog log) {
    eventLog = log;
    state.logTo(log);
    return this;
  }

  /**
   * Checks all invariants whenever an instant has nothing left to do, and fails at the first
   * violation.
   */
  public Machine checkingAlways() {
    checkAlways = true;
    return this;
  }

  /** Notes whose the slots are when the measured phase begins and when it ends. */
  public Machine mappingSlots() {
    mapSlots = true;
    return this;
  }

  /** Has something done, on the machine's thread, when the measured phase begins. */
  public Machine onMeasuring(Runnable action) {
    onMeasuring = action;
    return this;
  }

  /** Has something done, on the machine's thread, when the measured phase ends. */
  public Machine onMeasured(Runnable action) {
    onMeasured = action;
    return this;
  }

  /** Accesses that all tasks have made so far; may be read from any thread, where it may lag. */
  public long accessesMade() {
    return state.tasks.stream().mapToLong(task -> task.record().accesses()).sum();
  }

  /**
   * Runs the experiment. To be called once.
   *
   * @throws io.faultline.actors.virtualtime.MachineFailure if an actor failed, with its cause
   * @throws io.faultline.actors.virtualtime.Deadlock if nothing is left to do before the end
   */
  public MachineReport run() {
    try (VirtualRuntime runtime =
        VirtualRuntime.named("machine")
            .interleaving(experiment.interleaving())
            .seed(experiment.interleaving().seedOr(experiment.seed()))
            .tasksPerInstant(experiment.machine().tasksPerInstant())
            .listener(listener())
            .start()) {
      runtime.whoWaits(state::whoWaits);
      state.clock(runtime::now);
      runtime.onQuiescent(now -> onQuiescent(runtime, now));
      ActorRef<WorkloadMessage> workload = runtime.wire(context -> wire(context, runtime));
      runtime.run(() -> workload.tell(new WorkloadMessage.Begin()));
      return report(runtime);
    }
  }

  private @Nullable DeliveryListener listener() {
    DeliveryListener listener = eventHash;
    for (DeliveryListener log : logs()) {
      listener = listener == null ? log : log.andThen(listener);
    }
    return listener;
  }

  private List<DeliveryListener> logs() {
    List<DeliveryListener> logs = new ArrayList<>();
    if (eventLog != null) {
      logs.add(eventLog);
    }
    if (DeliveryLog.enabled()) {
      logs.add(new DeliveryLog());
    }
    return logs;
  }

  /** The run ends where no message is under way: only there is conservation a question. */
  private void onQuiescent(VirtualRuntime runtime, long now) {
    if (placements.due(now)) {
      placements.sample(now, runtime.deliveries());
    }
    if (checkAlways) {
      checkNow(runtime);
    }
    if (finished) {
      runtime.stop();
    }
  }

  private void checkNow(VirtualRuntime runtime) {
    for (Invariant invariant : new Invariants(state).check()) {
      if (!invariant.holds()) {
        runtime.fail(new IllegalStateException(invariant.name() + ": " + invariant.detail()));
      }
    }
  }

  private ActorRef<WorkloadMessage> wire(ActorContext<?> context, VirtualRuntime runtime) {
    MachineSpec machine = experiment.machine();
    ActorRef<CpusMessage> cpus =
        context.spawn(
            Cpus.create(
                runtime,
                machine.cpu().scheduler(),
                machine.cpus(),
                state.runnables(),
                machine.cpu().timeSliceNanos(),
                state.cpuTime,
                turns),
            "cpus");
    List<ActorRef<ReadaheadMessage>> statistics = statistics(context);
    if (!turns.isEmpty() && statistics.size() == 1) {
      cpus.tell(new CpusMessage.CountHitsAt(statistics.get(0)));
    }
    ActorRef<SwapAreasMessage> swapAreas =
        context.spawn(SwapAreas.create(state.slots), "swap-areas");
    ActorRef<MemoryMessage> memory =
        context.spawn(
            Memory.create(
                state.memory,
                new Memory.Surroundings(
                    runtime,
                    experiment.kernel(),
                    machine.swappiness(),
                    machine.lru(),
                    machine.cpu().costs(),
                    jitter("memory"),
                    swapAreas,
                    cpus)),
            "memory");
    ActorRef<SwapCacheMessage> swapCache =
        context.spawn(
            SwapCache.create(
                state.swapCache,
                new SwapCache.Surroundings(
                    backings(context, runtime),
                    readahead(statistics),
                    swapAreas,
                    memory,
                    cpus,
                    runtime,
                    machine.cpu().costs().windowSlotNanos(),
                    zswap(context, memory, runtime, cpus))),
            "swap-cache");
    List<ActorRef<VmaMessage>> vmas = new ArrayList<>();
    state.vmas.forEach(
        vma ->
            vmas.add(
                context.spawn(
                    Vma.create(
                        vma,
                        new Vma.Surroundings(
                            runtime,
                            machine.cpu().costs(),
                            jitter(vma.name()),
                            machine.runQuantumNanos(),
                            machine.pageCluster(),
                            state.vmasDecide(),
                            !experiment.kernel().chargesWindowWhenAllocated(),
                            !experiment.kernel().writeFaultFreesSlotBeforeMapping(),
                            swapCache,
                            memory,
                            cpus)),
                    "vma-" + vma.name())));
    return context.spawn(
        Workload.create(
            new Workload.Plan(
                layout == null && experiment.init() != Init.NONE,
                experiment.init() == Init.PARALLEL,
                experiment.pushOut(),
                experiment.hibernation(),
                state.liftedGroups(),
                state.swapoffsAfter(),
                forked(vmas)),
            milestones(runtime),
            workforce(context, runtime, vmas, statistics, cpus),
            swapoffs(
                context,
                new Swapoff.Surroundings(
                    runtime, inOrderOfMmlist(vmas), swapCache, swapAreas, memory, cpus)),
            memory),
        "workload");
  }

  private @Nullable ActorRef<ZswapMessage> zswap(
      ActorContext<?> context,
      ActorRef<MemoryMessage> memory,
      VirtualRuntime runtime,
      ActorRef<CpusMessage> cpus) {
    return state.zswap == null
        ? null
        : context.spawn(
            Zswap.create(state.zswap, new Zswap.Surroundings(memory, runtime, cpus)), "zswap");
  }

  private List<ActorRef<ReadaheadMessage>> statistics(ActorContext<?> context) {
    List<ActorRef<ReadaheadMessage>> statistics = new ArrayList<>();
    for (ReadaheadScope scope : state.scopes) {
      boolean byAddresses = state.byAddresses(statistics.size());
      String name = state.scopeName(statistics.size());
      statistics.add(
          context.spawn(
              ReadaheadStatistics.create(scope, experiment.machine().pageCluster(), byAddresses),
              name));
    }
    return statistics;
  }

  private SwapCache.Readahead readahead(List<ActorRef<ReadaheadMessage>> statistics) {
    ReadaheadSpec spec = experiment.readahead();
    boolean everyHit = false;
    boolean evictions = false;
    for (ReadaheadScope scope : state.scopes) {
      everyHit |= scope.heuristic().seesEveryHit();
      evictions |= scope.heuristic().hearsOfEvictions();
    }
    List<ActorRef<ReadaheadMessage>> byVma = new ArrayList<>();
    for (int scope : state.scopeOfVma) {
      byVma.add(statistics.get(scope));
    }
    return new SwapCache.Readahead(
        state.vmasDecide(),
        state.firstObject(),
        byVma,
        spec.marking(),
        everyHit,
        evictions,
        experiment.machine().pageCluster() == 0);
  }

  private List<SwapCache.Backing> backings(ActorContext<?> context, VirtualRuntime runtime) {
    List<ActorRef<BlockDeviceMessage>> devices = new ArrayList<>();
    for (MachineState.DevicePlace device : state.devices) {
      devices.add(
          context.spawn(
              BlockDevice.create(device.queue(), runtime), "device-" + device.spec().name()));
    }
    List<SwapCache.Backing> backings = new ArrayList<>();
    for (MachineState.AreaPlace area : state.areas) {
      backings.add(
          new SwapCache.Backing(
              devices.get(area.device()),
              area.firstPage(),
              atOnce(state.devices.get(area.device()).spec())));
    }
    return backings;
  }

  private SwapCache.@Nullable AtOnce atOnce(DeviceSpec device) {
    return device instanceof DeviceSpec.Zram zram
        ? new SwapCache.AtOnce(
            zram.compressNanos(), experiment.kernel().synchronousReadsSkipSwapCache())
        : null;
  }

  /** Objects, which are written first, then processes, then builds. */
  private List<ActorRef<ProcessMessage>> workforce(
      ActorContext<?> context,
      VirtualRuntime runtime,
      List<ActorRef<VmaMessage>> vmas,
      List<ActorRef<ReadaheadMessage>> statistics,
      ActorRef<CpusMessage> cpus) {
    List<ActorRef<ProcessMessage>> all = new ArrayList<>();
    List<ActorRef<VmaMessage>> objects = new ArrayList<>();
    for (ObjectSpec object : experiment.objects()) {
      if (object.populate()) {
        objects.add(vmas.get(state.object(object.name())));
      }
    }
    if (!objects.isEmpty()) {
      Process.Populated written = new Process.Populated(objects, List.of(), 0);
      all.add(
          context.spawn(Process.create(0, written, List.of(), List.of(), new BitSet()), "objects"));
    }
    all.addAll(processes(context, runtime, vmas, cpus));
    all.addAll(new BuildWiring(experiment, state, runtime, vmas, statistics, cpus).spawn(context));
    return all;
  }

  private List<ActorRef<ProcessMessage>> processes(
      ActorContext<?> context,
      VirtualRuntime runtime,
      List<ActorRef<VmaMessage>> vmas,
      ActorRef<CpusMessage> cpus) {
    List<ActorRef<ProcessMessage>> processes = new ArrayList<>();
    int firstVma = 0;
    for (int p = 0; p < experiment.processes().size(); p++) {
      ProcessSpec process = experiment.processes().get(p);
      List<ActorRef<TaskMessage>> tasks = new ArrayList<>();
      List<ActorRef<TaskMessage>> populating = new ArrayList<>();
      BitSet background = new BitSet();
      for (int t = 0; t < state.tasks.size(); t++) {
        MachineState.TaskPlace task = state.tasks.get(t);
        if (task.processIndex() == p) {
          background.set(tasks.size(), task.spec().background());
          ActorRef<TaskMessage> spawned =
              context.spawn(
                  Task.create(
                      t,
                      task.row(),
                      task.spec(),
                      task.record(),
                      runtime,
                      experiment.machine().runQuantumNanos(),
                      experiment.machine().cpu().scheduler() == CpuScheduler.ROUND_ROBIN,
                      Turns.ends(turns, t),
                      vmas.get(task.vma()),
                      cpus),
                  "task-" + state.taskName(t));
          tasks.add(spawned);
          if (process.forkOf().isEmpty()
              && !task.spec().onObject()
              && !process.vma(task.spec().vma()).populate()) {
            populating.add(spawned);
          }
        }
      }
      List<ActorRef<VmaMessage>> populated = new ArrayList<>();
      for (VmaSpec vma : process.vmas()) {
        if (vma.populate()) {
          populated.add(vmas.get(firstVma + process.vmas().indexOf(vma)));
        }
      }
      firstVma += process.vmas().size();
      Process.Populated before =
          new Process.Populated(populated, populating, p % experiment.machine().cpus());
      processes.add(
          context.spawn(
              Process.create(p, before, exiting(p, vmas), tasks, background),
              "process-" + process.name()));
    }
    return processes;
  }

  /** What a process gives up when its tasks have finished; nothing if it stays. */
  private List<Process.Mapping> exiting(int process, List<ActorRef<VmaMessage>> vmas) {
    List<Process.Mapping> mappings = new ArrayList<>();
    if (experiment.processes().get(process).exits()) {
      for (MachineState.Range range : state.rangesOfProcess.get(process)) {
        mappings.add(new Process.Mapping(vmas.get(range.vma()), range.first(), range.end()));
      }
    }
    return mappings;
  }

  /** VMAs that processes have a copy of once the measured phase begins. */
  private List<ActorRef<VmaMessage>> forked(List<ActorRef<VmaMessage>> vmas) {
    List<ActorRef<VmaMessage>> forked = new ArrayList<>();
    for (int vma = 0; vma < vmas.size(); vma++) {
      PageTable table = state.vmas.get(vma).table();
      if (table.rowPages() < table.pages()) {
        forked.add(vmas.get(vma));
      }
    }
    return forked;
  }

  /**
   * The order in which swapoff comes by: a process is put to the head of {@code mmlist} when its
   * first page goes to swap, so the one that was there first comes last; the VMAs of each ascend.
   * Tmpfs objects come before all processes.
   *
   * <p>Source: {@code try_to_unmap_one} in mm/rmap.c [M]; swapoffs recorded from 6.12 show it.
   */
  private List<ActorRef<VmaMessage>> inOrderOfMmlist(List<ActorRef<VmaMessage>> vmas) {
    List<ActorRef<VmaMessage>> order = new ArrayList<>();
    int next = 0;
    for (ProcessSpec process : experiment.processes()) {
      int count = process.vmas().size();
      order.addAll(0, vmas.subList(next, next + count));
      next += count;
    }
    order.addAll(vmas.subList(next, state.firstObject()));
    order.addAll(0, vmas.subList(state.firstObject(), vmas.size()));
    return order;
  }

  private List<ActorRef<SwapoffMessage>> swapoffs(
      ActorContext<?> context, Swapoff.Surroundings surroundings) {
    List<ActorRef<SwapoffMessage>> swapoffs = new ArrayList<>();
    for (MachineState.SwapoffPlace swapoff : state.swapoffs) {
      int task = state.tasks.size() + swapoffs.size();
      swapoffs.add(
          context.spawn(
              Swapoff.create(task, swapoff.area(), swapoff.spec(), swapoff.record(), surroundings),
              "swapoff-" + swapoff.spec().name()));
    }
    return swapoffs;
  }

  private JitterSource jitter(String actor) {
    return experiment.jitter().source(experiment.seed(), actor);
  }

  private Workload.Milestones milestones(VirtualRuntime runtime) {
    return new Workload.Milestones() {
      @Override
      public void measuring() {
        measuredFrom = runtime.now();
        busyBefore = state.cpuTime.busyNanos(measuredFrom);
        measuredFromDeliveries = runtime.deliveries();
        vmstatBefore = state.vmstat();
        devicesBefore =
            state.devices.stream()
                .map(device -> device.queue().statistics().upTo(measuredFrom))
                .toList();
        state.devices.forEach(
            device -> device.queue().statistics().queueDepth().beginAt(measuredFrom));
        if (mapSlots) {
          slotOwners.add(SlotOwners.of("start", state));
        }
        placementBefore = survey.whole();
        placementsBefore = survey.byVma();
        placements.begin(measuredFrom, measuredFromDeliveries);
        ledgerBefore = state.ledgerSums();
        zswapBefore = state.zswap == null ? null : state.zswap.reading();
        onMeasuring.run();
      }

      @Override
      public void finished() {
        onMeasured.run();
        finished = true;
      }
    };
  }

  private List<MachineReport.BuildReport> builds() {
    List<MachineReport.BuildReport> builds = new ArrayList<>();
    for (int b = 0; b < state.buildRecords.size(); b++) {
      int build = b;
      List<TaskRecord> workers =
          state.workers.stream()
              .filter(worker -> worker.build() == build)
              .map(MachineState.WorkerPlace::record)
              .toList();
      builds.add(
          new MachineReport.BuildReport(
              experiment.builds().get(b), state.buildRecords.get(b), workers));
    }
    return builds;
  }

  private PlacementReport placement(long now) {
    Placement end = survey.whole();
    List<Placement> after = survey.byVma();
    List<PlacementReport.OfVma> vmas = new ArrayList<>();
    for (int vma = 0; vma < state.vmas.size(); vma++) {
      vmas.add(
          new PlacementReport.OfVma(
              state.vmas.get(vma).name(), placementsBefore.get(vma), after.get(vma)));
    }
    return new PlacementReport(
        placementBefore, end, vmas, placements.between(placementBefore, end, now));
  }

  private MachineReport report(VirtualRuntime runtime) {
    if (mapSlots) {
      slotOwners.add(SlotOwners.of("end", state));
    }
    WindowHistogram windows = state.windows();
    List<MachineReport.TaskReport> tasks = new ArrayList<>();
    for (int t = 0; t < state.tasks.size(); t++) {
      MachineState.TaskPlace task = state.tasks.get(t);
      tasks.add(
          new MachineReport.TaskReport(
              task.spec(), task.process(), task.record(), windows.calls(t), windows.hitsSpent(t)));
    }
    List<MachineReport.SwapoffReport> swapoffs = new ArrayList<>();
    for (int s = 0; s < state.swapoffs.size(); s++) {
      MachineState.SwapoffPlace swapoff = state.swapoffs.get(s);
      swapoffs.add(
          new MachineReport.SwapoffReport(
              swapoff.spec(), swapoff.record(), windows.calls(state.tasks.size() + s)));
    }
    List<MachineReport.DeviceReport> devices = new ArrayList<>();
    for (int d = 0; d < state.devices.size(); d++) {
      MachineState.DevicePlace device = state.devices.get(d);
      devices.add(
          new MachineReport.DeviceReport(
              device.spec(),
              device.queue().statistics().since(devicesBefore.get(d), runtime.now()),
              device.queue().statistics().queueDepth().upTo(runtime.now())));
    }
    List<MachineReport.AreaReport> areas = new ArrayList<>();
    for (int a = 0; a < state.areas.size(); a++) {
      areas.add(
          new MachineReport.AreaReport(
              state.areas.get(a).spec().name(),
              state.slots.areas().slots(a).pages(),
              state.slots.areas().slots(a).inUse(),
              state.slots.areas().priority(a)));
    }
    return new MachineReport(
        experiment,
        eventHash == null ? null : eventHash.hex(),
        runtime.now() - measuredFrom,
        runtime.deliveries() - measuredFromDeliveries,
        placement(runtime.now()),
        new LedgerReport(
            ledgerBefore,
            state.ledgerSums(),
            state.ledgers(),
            state.swapCache.use(),
            measuredFrom,
            runtime.now()),
        state.vmstat().since(vmstatBefore),
        new MachineReport.MemoryLevels(
            state.memory.groups().stream().mapToLong(g -> g.inactivePages()).sum(),
            state.memory.groups().stream().mapToLong(g -> g.activePages()).sum(),
            state.memory.groups().stream().mapToLong(g -> g.inactiveFilePages()).sum(),
            state.memory.groups().stream().mapToLong(g -> g.activeFilePages()).sum(),
            state.swapCache.slots().cachedPages()),
        windows.calls(),
        tasks,
        swapoffs,
        devices,
        areas,
        state.zswap == null || zswapBefore == null
            ? null
            : state.zswap.reading().since(zswapBefore),
        builds(),
        state.cpuTime.busyNanos(runtime.now()) - busyBefore,
        List.copyOf(slotOwners),
        new Invariants(state).check());
  }
}
