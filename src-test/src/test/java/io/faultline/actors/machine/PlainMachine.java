package io.faultline.actors.machine;

import io.faultline.actors.memory.PlainMemory;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.process.PlainProcesses;
import io.faultline.actors.process.TaskRecord;
import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.actors.readahead.ReadaheadScope;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.VirtualPages;
import io.faultline.actors.swap.PlainSwapCache;
import io.faultline.actors.swap.PlainSwapCache.Plug;
import io.faultline.actors.swap.SwapCache;
import io.faultline.app.bench.PlainReference;
import io.faultline.app.bench.Round;
import io.faultline.app.bench.Stopwatch;
import io.faultline.config.DeviceSpec;
import io.faultline.config.Experiment;
import io.faultline.config.Init;
import io.faultline.config.Interleaving;
import io.faultline.config.JitterSource;
import io.faultline.config.ProcessSpec;
import io.faultline.config.VmaSpec;
import io.faultline.device.DeviceQueue;
import io.faultline.device.DeviceRequest;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The emulated machine without actors: the same state and the same rules, direct calls where actors
 * send messages, and a heap of what is due for a clock. It tells what actors cost.
 *
 * <p>What happens at one instant happens here one thing after the other, and with actors turn by
 * turn; so the counters are equal where no two things that meddle with each other happen at one
 * nanosecond.
 */
public final class PlainMachine
    implements PlainReference, PlainMemory.Outside, PlainSwapCache.Outside, PlainProcesses.Outside {

  /** What a run came to. */
  public record Outcome(Vmstat vmstat, long virtualNanos, List<TaskRecord> tasks, Round round) {}

  private static final int RESUME = 0;
  private static final int FAULT_ENTERED = 1;
  private static final int LOOKUP = 2;
  private static final int CHARGE = 3;
  private static final int CHARGED = 4;
  private static final int SERVED = 5;
  private static final int BATCH_ENDED = 6;
  private static final int POPULATE_ON = 7;
  private static final int READY = 8;
  private static final int PREPARED = 9;

  private record Charging(int[] groups, int[] evictionAges, int cpu) {}

  private record Ready(SwapFault fault, int frame, boolean kept, int content) {}

  // what is due: a binary heap by instant and then by order
  private long[] at = new long[64];
  private long[] order = new long[64];
  private int[] kind = new int[64];
  private int[] number = new int[64];
  private @Nullable Object[] what = new Object[64];
  private int due;
  private long nextOrder;
  private long now;

  private Experiment experiment;
  private MachineState state;
  private PlainMemory memory;
  private PlainSwapCache swapCache;
  private PlainProcesses processes;
  private List<DeviceQueue<Plug>> devices;
  private DeviceQueue.ServiceTimer[] timers;
  private boolean everyHit;
  private boolean evictions;
  private boolean measuring;
  private boolean over;
  private final ArrayDeque<Runnable> populating = new ArrayDeque<>();
  private int awaited;
  private long measuredFrom;
  private Vmstat before;
  private Stopwatch stopwatch;

  /** A machine that runs what it is given. */
  @SuppressWarnings("NullAway.Init") // set for each run
  public PlainMachine() {}

  @Override
  public Round run(Experiment wanted) {
    return outcome(wanted).round();
  }

  /** Why an experiment cannot be run here; null if it can. */
  public static @Nullable String missing(Experiment wanted) {
    if (!wanted.objects().isEmpty()) {
      return "tmpfs objects are not modelled";
    } else if (!wanted.builds().isEmpty()) {
      return "builds are not modelled";
    } else if (wanted.zswap().isPresent()) {
      return "zswap is not modelled";
    } else if (!wanted.swapoffs().isEmpty()) {
      return "swapoff is not modelled";
    } else if (wanted.hibernation().isPresent()) {
      return "hibernation is not modelled";
    } else if (wanted.processes().stream().anyMatch(p -> p.forkOf().isPresent() || p.exits())) {
      return "forks and exits are not modelled";
    } else if (wanted.groups().stream().anyMatch(group -> group.file().isPresent())) {
      return "file pages are not modelled";
    } else if (!(wanted.interleaving() instanceof Interleaving.Fifo)) {
      return "there is no interleaving without actors";
    }
    return null;
  }

  /**
   * Runs an experiment.
   *
   * @throws IllegalArgumentException if it has something that is not modelled
   */
  public Outcome outcome(Experiment wanted) {
    String missing = missing(wanted);
    if (missing != null) {
      throw new IllegalArgumentException(missing);
    }
    make(wanted);
    if (wanted.init() == Init.NONE) {
      prepared();
    } else {
      populate();
    }
    while (!over) {
      next();
    }
    while (due > 0 && at[0] == now) {
      next();
    }
    Vmstat counted = state.vmstat().since(before);
    Round timed = stopwatch.stop(1);
    return new Outcome(
        counted,
        now - measuredFrom,
        state.tasks.stream().map(MachineState.TaskPlace::record).toList(),
        new Round(counted.get(VmstatItem.PGFAULT), timed.nanos(), timed.bytes()));
  }

  private void make(Experiment wanted) {
    experiment = wanted;
    now = 0;
    due = 0;
    nextOrder = 0;
    measuring = false;
    over = false;
    stopwatch = new Stopwatch();
    state = new MachineState(wanted);
    state.clock(this::now);
    memory = new PlainMemory(state.memory, wanted, jitter("memory"), this);
    everyHit = false;
    evictions = false;
    for (ReadaheadScope scope : state.scopes) {
      everyHit |= scope.heuristic().seesEveryHit();
      evictions |= scope.heuristic().hearsOfEvictions();
    }
    swapCache =
        new PlainSwapCache(
            state.swapCache,
            state.areas.stream().map(this::place).toArray(PlainSwapCache.Place[]::new),
            wanted.readahead().marking(),
            evictions,
            wanted.machine().cpu().costs().windowSlotNanos(),
            this);
    processes =
        new PlainProcesses(
            wanted,
            state.vmas,
            state.vmas.stream().map(vma -> jitter(vma.name())).toArray(JitterSource[]::new),
            state.runnables(),
            state.cpuTime,
            this);
    for (MachineState.TaskPlace task : state.tasks) {
      processes.add(task.vma(), task.row(), task.spec(), task.record());
    }
    devices = new ArrayList<>();
    timers = new DeviceQueue.ServiceTimer[state.devices.size()];
    for (int i = 0; i < timers.length; i++) {
      devices.add(ofPlugs(state.devices.get(i).queue()));
      int device = i;
      timers[i] = (nanos, tag) -> after(nanos, SERVED, device | tag << 8, null);
    }
  }

  @SuppressWarnings("unchecked") // a queue does not look at what its plugs are
  private static DeviceQueue<Plug> ofPlugs(DeviceQueue<?> queue) {
    return (DeviceQueue<Plug>) queue;
  }

  private PlainSwapCache.Place place(MachineState.AreaPlace area) {
    SwapCache.AtOnce atOnce =
        state.devices.get(area.device()).spec() instanceof DeviceSpec.Zram zram
            ? new SwapCache.AtOnce(
                zram.compressNanos(), experiment.kernel().synchronousReadsSkipSwapCache())
            : null;
    return new PlainSwapCache.Place(area.device(), area.firstPage(), atOnce);
  }

  private JitterSource jitter(String actor) {
    return experiment.jitter().source(experiment.seed(), actor);
  }

  // --- time

  private void after(long nanos, int kindOfDue, int numberOfDue, @Nullable Object object) {
    if (due == at.length) {
      at = Arrays.copyOf(at, 2 * due);
      order = Arrays.copyOf(order, 2 * due);
      kind = Arrays.copyOf(kind, 2 * due);
      number = Arrays.copyOf(number, 2 * due);
      what = Arrays.copyOf(what, 2 * due);
    }
    int hole = due++;
    long instant = now + nanos;
    long sequence = nextOrder++;
    while (hole > 0 && at[(hole - 1) / 2] > instant) {
      move((hole - 1) / 2, hole);
      hole = (hole - 1) / 2;
    }
    put(hole, instant, sequence, kindOfDue, numberOfDue, object);
  }

  private void put(
      int hole, long instant, long sequence, int itsKind, int itsNumber, @Nullable Object object) {
    at[hole] = instant;
    order[hole] = sequence;
    kind[hole] = itsKind;
    number[hole] = itsNumber;
    what[hole] = object;
  }

  private void move(int from, int to) {
    put(to, at[from], order[from], kind[from], number[from], what[from]);
  }

  private boolean earlier(int one, int other) {
    return at[one] < at[other] || (at[one] == at[other] && order[one] < order[other]);
  }

  private void next() {
    if (due == 0) {
      throw new IllegalStateException("nothing is left to do");
    }
    now = at[0];
    int itsKind = kind[0];
    int itsNumber = number[0];
    Object object = what[0];
    int last = --due;
    int hole = 0;
    for (int child = 1; child < last; child = 2 * hole + 1) {
      if (child + 1 < last && earlier(child + 1, child)) {
        child++;
      }
      if (!earlier(child, last)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    move(last, hole);
    what[last] = null;
    happen(itsKind, itsNumber, object);
  }

  @SuppressWarnings("NullAway") // each kind has what belongs to it
  private void happen(int itsKind, int itsNumber, @Nullable Object object) {
    switch (itsKind) {
      case RESUME -> processes.resume(itsNumber);
      case FAULT_ENTERED -> processes.faultEntered(itsNumber, swapCache::lookup);
      case LOOKUP -> swapCache.lookup((SwapFault) object);
      case CHARGE -> {
        Charging charging = (Charging) object;
        memory.charge(itsNumber, charging.groups(), charging.evictionAges(), charging.cpu());
      }
      case CHARGED -> charged(itsNumber, (int[]) object);
      case SERVED -> served(itsNumber & 0xff, itsNumber >> 8);
      case BATCH_ENDED -> memory.batchEnded(itsNumber);
      case POPULATE_ON -> processes.populateOn(itsNumber, cpuOf(itsNumber));
      case READY -> {
        Ready ready = (Ready) object;
        processes.ready(ready.fault(), ready.frame(), ready.kept(), true, ready.content(), false);
      }
      default -> prepared();
    }
  }

  @Override
  public long now() {
    return now;
  }

  // --- the course of an experiment

  /** Who populates memory, in the order of the processes, VMAs before tasks. */
  private void populate() {
    int firstVma = 0;
    for (int p = 0; p < experiment.processes().size(); p++) {
      ProcessSpec process = experiment.processes().get(p);
      for (int v = 0; v < process.vmas().size(); v++) {
        if (process.vmas().get(v).populate()) {
          int vma = firstVma + v;
          int cpu = p % experiment.machine().cpus();
          populating.add(() -> processes.populateVma(vma, cpu));
        }
      }
      for (int t = 0; t < state.tasks.size(); t++) {
        MachineState.TaskPlace task = state.tasks.get(t);
        if (task.processIndex() == p && !process.vma(task.spec().vma()).populate()) {
          int number = t;
          populating.add(() -> processes.populate(number));
        }
      }
      firstVma += process.vmas().size();
    }
    awaited = populating.size();
    if (awaited == 0) {
      populated();
    }
    for (int n = experiment.init() == Init.PARALLEL ? awaited : 1; n > 0; n--) {
      populating.remove().run();
    }
  }

  private int cpuOf(int vma) {
    int firstVma = 0;
    for (int p = 0; p < experiment.processes().size(); p++) {
      List<VmaSpec> vmas = experiment.processes().get(p).vmas();
      firstVma += vmas.size();
      if (vma < firstVma) {
        return p % experiment.machine().cpus();
      }
    }
    throw new IllegalArgumentException("no VMA " + vma);
  }

  private void populated() {
    if (experiment.pushOut()) {
      memory.pushOut();
    } else {
      prepared();
    }
  }

  @Override
  public void pushedOut() {
    after(0, PREPARED, 0, null);
  }

  private void prepared() {
    memory.liftLimits(state.liftedGroups());
    measuring = true;
    measuredFrom = now;
    before = state.vmstat();
    stopwatch.start();
    for (int t = 0; t < state.tasks.size(); t++) {
      awaited += state.tasks.get(t).spec().background() ? 0 : 1;
    }
    for (int t = 0; t < state.tasks.size(); t++) {
      processes.run(t);
    }
  }

  @Override
  public void finished() {
    awaited--;
    if (!measuring && !populating.isEmpty()) {
      populating.remove().run();
    }
    if (awaited > 0) {
      return;
    }
    if (!measuring) {
      populated();
      return;
    }
    for (int t = 0; t < state.tasks.size(); t++) {
      if (state.tasks.get(t).spec().background() && !state.tasks.get(t).record().done()) {
        awaited++;
        processes.stop(t);
      }
    }
    over = awaited == 0;
  }

  // --- devices

  @Override
  public void submit(Plug plug, int device, int[] pages, int @Nullable [] contents) {
    DeviceQueue<Plug> queue = devices.get(device);
    queue.submit(plug, pages, contents, now);
    queue.start(now, timers[device]);
  }

  private void served(int device, int tag) {
    DeviceQueue<Plug> queue = devices.get(device);
    DeviceRequest<Plug> request = queue.served(tag, now);
    int[] pages = request.pages();
    int[] contents = request.plug().write() ? null : queue.contents(pages);
    queue.start(now, timers[device]);
    swapCache.completed(request.plug(), pages, contents);
  }

  // --- readahead

  @Override
  public void missed(SwapFault fault) {
    if (state.vmasDecide()) {
      processes.missed(fault);
      return;
    }
    int scopeOfFault = state.scopeOfVma.get(fault.vma());
    ReadaheadScope scope = state.scopes.get(scopeOfFault);
    boolean byAddresses = state.byAddresses(scopeOfFault);
    int pageCluster = Math.min(experiment.machine().pageCluster(), 30);
    ReadaheadHeuristic heuristic = scope.heuristic();
    ReadaheadState remembered = scope.state();
    long previous = remembered.previousPosition();
    int hits = remembered.hits();
    int window = heuristic.window(remembered, position(fault, byAddresses), pageCluster);
    long stride = heuristic.stride(remembered);
    int behind = heuristic.behind(remembered);
    if (pageCluster > 0) {
      scope.windows().count(fault.task(), window, hits - remembered.hits());
    } else {
      scope.windows().spent(fault.task(), hits - remembered.hits());
    }
    boolean stolen =
        scope.ledger().decided(0, fault.task(), pageCluster > 0 ? window : 0, remembered.hits());
    if (byAddresses) {
      processes.place(fault, window, stride, behind, previous, stolen);
    } else {
      swapCache.readWindow(fault, window, stride, behind, stolen);
    }
  }

  private static long position(SwapFault fault, boolean byAddresses) {
    return byAddresses ? VirtualPages.of(fault.vma(), fault.page()) : SwapEntry.slot(fault.entry());
  }

  @Override
  public void hit(SwapFault fault, boolean flagged, int provider) {
    if (state.vmasDecide()) {
      processes.hit(fault, flagged, provider);
    } else if (flagged || everyHit) {
      int scopeOfFault = state.scopeOfVma.get(fault.vma());
      ReadaheadScope scope = state.scopes.get(scopeOfFault);
      long position = position(fault, state.byAddresses(scopeOfFault));
      scope.heuristic().hit(scope.state(), position, flagged);
      scope.ledger().found(0, fault.task(), provider, flagged, scope.state().hits());
    }
  }

  @Override
  public void evictions(int unusedDropped, int swappedOut) {
    ReadaheadScope scope = state.scopes.get(state.scopeOfVma.get(0));
    if (unusedDropped > 0) {
      scope.heuristic().unusedDropped(scope.state(), unusedDropped);
    }
    if (swappedOut > 0) {
      scope.heuristic().swappedOut(scope.state(), swappedOut);
    }
    scope.ledger().changed(0, scope.state().hits());
  }

  @Override
  public void readEntries(SwapFault fault, long[] entries, int length, boolean stolen) {
    swapCache.readEntries(fault, entries, length, stolen);
  }

  // --- what the parts want of each other

  @Override
  public void resumeAfter(long nanos, int task) {
    after(nanos, RESUME, task, null);
  }

  @Override
  public void faultEntersAfter(long nanos, int task) {
    after(nanos, FAULT_ENTERED, task, null);
  }

  @Override
  public void lookupAfter(long nanos, SwapFault fault) {
    if (nanos == 0) {
      swapCache.lookup(fault);
    } else {
      after(nanos, LOOKUP, 0, fault);
    }
  }

  @Override
  public void populatesOnAfter(long nanos, int vma) {
    after(nanos, POPULATE_ON, vma, null);
  }

  @Override
  public void batchEndsAfter(long nanos, int job) {
    after(nanos, BATCH_ENDED, job, null);
  }

  @Override
  public void chargeAfter(long nanos, int request, int[] groups, int[] evictionAges, int cpu) {
    if (nanos == 0) {
      memory.charge(request, groups, evictionAges, cpu);
    } else {
      after(nanos, CHARGE, request, new Charging(groups, evictionAges, cpu));
    }
  }

  @Override
  public void chargedAfter(long nanos, int request, int[] frames) {
    if (nanos == 0) {
      charged(request, frames);
    } else {
      after(nanos, CHARGED, request, frames);
    }
  }

  private void charged(int request, int[] frames) {
    if (request >= 0) {
      swapCache.charged(request, frames);
    } else {
      processes.charged(request, frames);
    }
  }

  @Override
  public void readyAfter(long nanos, SwapFault fault, int frame, boolean kept, int content) {
    after(nanos, READY, 0, new Ready(fault, frame, kept, content));
  }

  @Override
  public void found(SwapFault fault, int frame, boolean kept, int content) {
    processes.found(fault, frame, kept, content);
  }

  @Override
  public void sleeps(SwapFault fault) {
    processes.sleeps(fault.task());
  }

  @Override
  public void ready(
      SwapFault fault, int frame, boolean kept, boolean major, int content, boolean wakes) {
    processes.ready(fault, frame, kept, major, content, wakes);
  }

  @Override
  public void charge(int request, int group, int cpu) {
    memory.charge(request, new int[] {group}, new int[] {MemoryMessage.NEVER_EVICTED}, cpu);
  }

  @Override
  public void chargeSome(int request, int group, int pages, int cpu) {
    memory.chargeSome(request, group, pages, MemoryMessage.NEVER_EVICTED, cpu);
  }

  @Override
  public void chargeMapped(int request, int frame, int group, int cpu) {
    memory.chargeMapped(request, frame, group, cpu);
  }

  @Override
  public void mapped(int frame, int vma, int page) {
    memory.mapped(frame, vma, page);
  }

  @Override
  public boolean reuse(long entry, int cpu) {
    return swapCache.reuse(entry, cpu);
  }

  @Override
  public Reference[] age(int vma, int[] frames, int[] pages) {
    return processes.age(vma, frames, pages);
  }

  @Override
  public Fate[] unmap(
      int vma, int[] frames, int[] pages, long[] entries, int evictionAge, int job) {
    Fate[] fates = processes.unmap(vma, frames, pages, entries, evictionAge);
    swapCache.write(job, frames, fates);
    return fates;
  }

  @Override
  public Fate evict(
      long entry, int frame, int group, int ptes, int evictionAge, boolean dirty, int content) {
    return swapCache.evict(entry, frame, group, ptes, evictionAge, dirty, content);
  }

  @Override
  public Fate[] drop(int[] frames, int evictionAge, int job) {
    Fate[] fates = new Fate[frames.length];
    for (int i = 0; i < fates.length; i++) {
      fates[i] = swapCache.drop(frames[i], evictionAge);
    }
    swapCache.write(job, frames, fates);
    return fates;
  }

  @Override
  public long[] allocate(int cpu, int slots) {
    long[] entries = new long[slots];
    int count = 0;
    while (count < slots) {
      long entry = state.slots.allocate(cpu);
      if (entry == SwapEntry.NONE) {
        break;
      }
      entries[count++] = entry;
    }
    swapCache.swapFull(state.slots.areas().swapFull());
    return count == slots ? entries : Arrays.copyOf(entries, count);
  }

  @Override
  public void freeSlot(int cpu, long entry) {
    state.slots.free(cpu, entry);
    swapCache.swapFull(state.slots.areas().swapFull());
  }

  @Override
  public void freed(int cpu, long entry) {
    freeSlot(cpu, entry);
  }

  @Override
  public void writebackEnded(int[] frames) {
    memory.writebackEnded(frames);
  }

  @Override
  public void cpuSpent(int job, long nanos) {
    memory.cpuSpent(job, nanos);
  }
}
