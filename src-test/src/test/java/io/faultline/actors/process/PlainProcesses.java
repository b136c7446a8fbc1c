package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.readahead.VmaReadahead;
import io.faultline.config.AccessPattern;
import io.faultline.config.CpuCosts;
import io.faultline.config.CpuScheduler;
import io.faultline.config.Experiment;
import io.faultline.config.JitterSource;
import io.faultline.config.PatternSpec;
import io.faultline.config.TaskSpec;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapFault.Cause;
import io.faultline.protocol.TaskMessage.Served;
import io.faultline.protocol.VmaMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tasks, VMAs and processors of the machine without actors: what {@link Task}, {@link Vma} and
 * {@link Cpus} say in messages is called here.
 */
public final class PlainProcesses {

  /** What they need of the rest of the machine. */
  public interface Outside {

    /** Virtual time. */
    long now();

    /** Calls {@link #resume} after a time. */
    void resumeAfter(long nanos, int task);

    /** Calls {@link #faultEntered} after a time. */
    void faultEntersAfter(long nanos, int task);

    /** Has a fault looked up in the swap cache after a time. */
    void lookupAfter(long nanos, SwapFault fault);

    /** Calls {@link #populateOn} after a time. */
    void populatesOnAfter(long nanos, int vma);

    /** Charges a new page; answered by {@link #charged}. */
    void charge(int request, int group, int cpu);

    /** Charges some new pages; answered by {@link #charged}. */
    void chargeSome(int request, int group, int pages, int cpu);

    /** Charges a page that was swapped in; answered by {@link #charged}. */
    void chargeMapped(int request, int frame, int group, int cpu);

    /** A frame is mapped. */
    void mapped(int frame, int vma, int page);

    /** Reads a window around addresses. */
    void readEntries(SwapFault fault, long[] entries, int length, boolean stolen);

    /** A store to a page in the swap cache; says whether it keeps its slot. */
    boolean reuse(long entry, int cpu);

    /** An unmapped page goes. */
    Fate evict(
        long entry, int frame, int group, int ptes, int evictionAge, boolean dirty, int content);

    /** Somebody has finished what it was told to do. */
    void finished();
  }

  private static final ActorRef<VmaMessage> NOBODY =
      Adapter.toTyped(akka.actor.ActorRef.noSender());

  private static final int BLOCK = 64;
  private static final int POPULATED_TOGETHER = 15;

  /** A task, the one fault that it can be in, and what it waits with for a processor. */
  private static final class Runner {
    final int task;
    final int vma;
    final int firstPage;
    final TaskSpec spec;
    final TaskRecord record;

    @Nullable AccessPattern pattern;
    boolean measured;
    boolean write;
    long thinkNanos;
    long accesses;
    long done;
    final int[] block = new int[BLOCK];
    int blockLength;
    int next;
    int cpu;
    long sliceEnd;
    long revokedSliceEnd;
    long owedNanos;
    int burstLeft;

    int page;
    int made;
    long accessedAt;
    boolean holdsPage;
    boolean following;
    boolean foundSwapEntry;
    final ArrayDeque<Runner> followers = new ArrayDeque<>(0);

    int frame;
    boolean kept;
    boolean major;
    int content;
    @Nullable Served charging;

    boolean wakes;

    Runner(int task, int vma, int row, TaskSpec spec, TaskRecord record) {
      this.task = task;
      this.vma = vma;
      this.firstPage = row + spec.firstPage();
      this.spec = spec;
      this.record = record;
    }
  }

  private final List<VmaState> vmas;
  private final JitterSource[] jitters;
  private final VmaReadahead[] readaheads;
  private final int[] populated;
  private final List<Runner> runners = new ArrayList<>();
  private final Outside outside;
  private final CpuCosts costs;
  private final long runQuantumNanos;
  private final int pageCluster;
  private final boolean chargesWhenMapped;
  private final boolean storeFreesSlot;
  private final long timeSliceNanos;
  private final CpuQueue<Runner> queue;
  private final CpuTime time;
  private final @Nullable Cfs cfs;
  private long[] entries = new long[64];

  /** Tasks that have not begun. */
  public PlainProcesses(
      Experiment experiment,
      List<VmaState> vmas,
      JitterSource[] jitters,
      int tasks,
      CpuTime time,
      Outside outside) {
    this.vmas = vmas;
    this.jitters = jitters;
    this.time = time;
    this.outside = outside;
    this.costs = experiment.machine().cpu().costs();
    this.runQuantumNanos = experiment.machine().runQuantumNanos();
    this.pageCluster = experiment.machine().pageCluster();
    this.chargesWhenMapped = !experiment.kernel().chargesWindowWhenAllocated();
    this.storeFreesSlot = !experiment.kernel().writeFaultFreesSlotBeforeMapping();
    this.timeSliceNanos = experiment.machine().cpu().timeSliceNanos();
    int cpus = experiment.machine().cpus();
    this.queue = new CpuQueue<>(cpus, tasks + 3);
    this.cfs =
        experiment.machine().cpu().scheduler() == CpuScheduler.CFS
            ? new Cfs(cpus, tasks + 3)
            : null;
    this.populated = new int[vmas.size()];
    this.readaheads = new VmaReadahead[vmas.size()];
    for (int i = 0; i < readaheads.length; i++) {
      readaheads[i] = new VmaReadahead();
    }
  }

  /** Adds the next task. */
  public void add(int vma, int row, TaskSpec spec, TaskRecord record) {
    runners.add(new Runner(runners.size(), vma, row, spec, record));
  }

  // --- tasks

  /** A task stores to all pages that it works on. */
  public void populate(int task) {
    Runner runner = runners.get(task);
    int pages = runner.spec.pages();
    begin(runner, AccessPattern.of(new PatternSpec.Sequential(), pages, 0), pages, true, 0);
  }

  /** A task begins the measured phase. */
  public void run(int task) {
    Runner runner = runners.get(task);
    TaskSpec spec = runner.spec;
    runner.measured = true;
    long wanted = spec.background() ? Long.MAX_VALUE : spec.accesses();
    begin(runner, spec.startPattern(), wanted, spec.write(), spec.thinkNanos());
  }

  /** A task stops. */
  public void stop(int task) {
    runners.get(task).accesses = runners.get(task).done;
  }

  private void begin(
      Runner runner, AccessPattern pattern, long accesses, boolean write, long thinkNanos) {
    runner.pattern = pattern;
    runner.accesses = accesses;
    runner.write = write;
    runner.thinkNanos = thinkNanos;
    runner.done = 0;
    runner.blockLength = 0;
    runner.next = 0;
    runner.owedNanos = 0;
    runner.burstLeft = runner.spec.burst();
    if (runner.measured) {
      runner.record.started(outside.now());
    }
    runner.wakes = false;
    wantsToRun(runner);
  }

  private void dispatched(Runner runner) {
    if (runner.done >= runner.accesses) {
      finish(runner);
    } else {
      access(runner);
    }
  }

  /** Accesses until the task faults, or gives time its turn. */
  private void access(Runner runner) {
    VmaState state = vmas.get(runner.vma);
    PageTable table = state.table();
    JitterSource jitter = jitters[runner.vma];
    do {
      if (runner.next == runner.blockLength) {
        draw(runner);
      }
      int from = runner.next;
      int to =
          runner.thinkNanos > 0
              ? Math.min(from + runner.burstLeft, runner.blockLength)
              : runner.blockLength;
      long now = outside.now();
      long budget =
          Math.max(1, Math.min(runQuantumNanos, runner.sliceEnd - now - runner.owedNanos));
      long spent = 0;
      int i = from;
      int[] pages = runner.block;
      while (i < to && spent < budget && table.access(pages[i], runner.write)) {
        spent += costs.accessNanos();
        i++;
      }
      long owed = runner.owedNanos + jitter.apply(now, spent);
      if (i < to && spent < budget) {
        runner.page = pages[i];
        runner.made = i - from + 1;
        runner.accessedAt = now + owed;
        enterFault(runner, state, owed + jitter.apply(now, costs.faultEntryNanos()));
        return;
      }
      runner.owedNanos = owed;
      runner.made = i - from;
    } while (touched(runner, Served.RESIDENT, 0));
  }

  private void draw(Runner runner) {
    runner.blockLength = (int) Math.min(BLOCK, runner.accesses - runner.done);
    runner.next = 0;
    AccessPattern pattern = Objects.requireNonNull(runner.pattern);
    for (int i = 0; i < runner.blockLength; i++) {
      runner.block[i] = runner.firstPage + pattern.next();
    }
  }

  /** Accesses have been made; says whether the task goes on at once. */
  private boolean touched(Runner runner, Served served, long latencyNanos) {
    runner.next += runner.made;
    runner.done += runner.made;
    runner.burstLeft -= runner.made;
    boolean thinks = runner.burstLeft <= 0 && runner.thinkNanos > 0;
    if (runner.burstLeft <= 0) {
      runner.burstLeft = runner.spec.burst();
      runner.owedNanos += runner.thinkNanos;
    }
    if (runner.measured) {
      runner.record.touched(runner.made, served, latencyNanos);
    }
    if (runner.done >= runner.accesses
        || runner.owedNanos >= runQuantumNanos
        || thinks
        || sliceIsOver(runner, runner.owedNanos)) {
      long delay = runner.owedNanos;
      runner.owedNanos = 0;
      outside.resumeAfter(delay, runner.task);
      return false;
    }
    return true;
  }

  /** The time that a task owed has gone by. */
  public void resume(int task) {
    Runner runner = runners.get(task);
    if (runner.done >= runner.accesses) {
      finish(runner);
    } else if (sliceIsOver(runner, 0)) {
      giveWay(runner);
    } else {
      access(runner);
    }
  }

  private boolean sliceIsOver(Runner runner, long afterNanos) {
    return outside.now() + afterNanos >= runner.sliceEnd
        || runner.sliceEnd == runner.revokedSliceEnd;
  }

  private void finish(Runner runner) {
    if (runner.measured) {
      runner.record.finished(outside.now());
    }
    leave(runner.task, false);
    outside.finished();
  }

  // --- faults

  private void enterFault(Runner runner, VmaState state, long delayNanos) {
    PageTable table = state.table();
    if (table.swapped(runner.page) && !table.inFault(runner.page)) {
      state.vmstat().count(VmstatItem.PGFAULT);
      hold(runner, table);
      outside.lookupAfter(delayNanos, swapFault(runner, table));
    } else {
      outside.faultEntersAfter(delayNanos, runner.task);
    }
  }

  private static void hold(Runner runner, PageTable table) {
    table.enterFault(runner.page);
    runner.holdsPage = true;
  }

  private static SwapFault swapFault(Runner runner, PageTable table) {
    return new SwapFault(
        runner.task,
        runner.cpu,
        runner.vma,
        runner.page,
        table.entry(runner.page),
        runner.write ? Cause.STORE : Cause.LOAD,
        NOBODY);
  }

  /** A fault that needs no look at the swap cache begins. */
  public void faultEntered(int task, Consumer<SwapFault> lookup) {
    Runner runner = runners.get(task);
    vmas.get(runner.vma).vmstat().count(VmstatItem.PGFAULT);
    resolve(runner, lookup);
  }

  private void resolve(Runner runner, Consumer<SwapFault> lookup) {
    VmaState state = vmas.get(runner.vma);
    PageTable table = state.table();
    if (table.inFault(runner.page)) {
      Runner holder = holderOf(runner.vma, runner.page);
      runner.following = true;
      runner.foundSwapEntry = table.swapped(runner.page);
      holder.followers.add(runner);
      leave(runner.task, false);
    } else if (table.present(runner.page)) {
      present(runner, state, table);
    } else {
      hold(runner, table);
      if (table.swapped(runner.page)) {
        lookup.accept(swapFault(runner, table));
      } else {
        outside.charge(requestOf(runner), state.group(), runner.cpu);
      }
    }
  }

  private Runner holderOf(int vma, int page) {
    for (Runner other : runners) {
      if (other.vma == vma && other.holdsPage && other.page == page) {
        return other;
      }
    }
    throw new IllegalStateException("nobody holds page " + page);
  }

  private void present(Runner runner, VmaState state, PageTable table) {
    if (!table.access(runner.page, runner.write)) {
      state.vmstat().count(VmstatItem.PGREUSE);
      long entry = table.entry(runner.page);
      if (storeFreesSlot && entry != SwapEntry.NONE && !outside.reuse(entry, runner.cpu)) {
        table.forgetSlot(runner.page);
      }
      table.reuse(runner.page);
    }
    Served served = runner.foundSwapEntry ? Served.SWAP_CACHE : Served.MINOR;
    answer(runner, served, jitters[runner.vma].apply(outside.now(), costs.mapNanos()));
  }

  /** A fault found its page in the swap cache; counts the hit where VMAs decide. */
  public void hit(SwapFault fault, boolean flagged, int provider) {
    vmas.get(fault.vma()).noteHit(fault.page(), fault.task(), provider, flagged);
  }

  /** A fault has its page from the swap cache. */
  public void found(SwapFault fault, int frame, boolean kept, int content) {
    swappedIn(runners.get(fault.task()), frame, kept, content, Served.SWAP_CACHE);
  }

  /** What a fault slept or waited for is there. */
  public void ready(
      SwapFault fault, int frame, boolean kept, boolean major, int content, boolean wakes) {
    Runner runner = runners.get(fault.task());
    runner.frame = frame;
    runner.kept = kept;
    runner.major = major;
    runner.content = content;
    if (wakes) {
      runner.wakes = true;
      wantsToRun(runner);
    } else {
      pageReady(runner);
    }
  }

  private void pageReady(Runner runner) {
    if (runner.major) {
      vmas.get(runner.vma).vmstat().count(VmstatItem.PGMAJFAULT);
    }
    Served served = runner.major ? Served.MAJOR : Served.SWAP_CACHE;
    swappedIn(runner, runner.frame, runner.kept, runner.content, served);
  }

  private void swappedIn(Runner runner, int frame, boolean kept, int content, Served served) {
    if (chargesWhenMapped) {
      runner.frame = frame;
      runner.kept = kept;
      runner.content = content;
      runner.charging = served;
      outside.chargeMapped(requestOf(runner), frame, vmas.get(runner.vma).group(), runner.cpu);
    } else {
      map(runner, frame, kept, content, served);
    }
  }

  private void map(Runner runner, int frame, boolean kept, int content, Served served) {
    PageTable table = vmas.get(runner.vma).table();
    table.mapSwappedIn(runner.page, frame, kept, content, runner.write);
    mapped(runner, table, frame, served, costs.mapNanos());
  }

  private void mapped(Runner runner, PageTable table, int frame, Served served, long cost) {
    table.leaveFault(runner.page);
    outside.mapped(frame, runner.vma, runner.page);
    runner.holdsPage = false;
    boolean goesOn = answered(runner, served, jitters[runner.vma].apply(outside.now(), cost));
    for (Runner follower = runner.followers.poll();
        follower != null;
        follower = runner.followers.poll()) {
      follower.wakes = true;
      wantsToRun(follower);
    }
    if (goesOn) {
      access(runner);
    }
  }

  private void answer(Runner runner, Served served, long owed) {
    runner.holdsPage = false;
    if (answered(runner, served, owed)) {
      access(runner);
    }
  }

  private boolean answered(Runner runner, Served served, long owed) {
    long latency = served == Served.MINOR ? 0 : outside.now() + owed - runner.accessedAt;
    runner.foundSwapEntry = false;
    runner.owedNanos = owed;
    return touched(runner, served, latency);
  }

  // --- charges

  private static int requestOf(Runner runner) {
    return -1 - runner.task;
  }

  private static int requestOfVma(int vma) {
    return Integer.MIN_VALUE + vma;
  }

  /** Frames that a task or the populating of a VMA asked for. */
  public void charged(int request, int[] frames) {
    if (request < Integer.MIN_VALUE / 2) {
      populatedWith(request - Integer.MIN_VALUE, frames);
      return;
    }
    Runner runner = runners.get(-1 - request);
    Served charging = runner.charging;
    if (charging != null) {
      runner.charging = null;
      map(runner, runner.frame, runner.kept, runner.content, charging);
      return;
    }
    PageTable table = vmas.get(runner.vma).table();
    table.mapNew(runner.page, frames[0], runner.write);
    mapped(runner, table, frames[0], Served.MINOR, costs.copyNanos() + costs.mapNanos());
  }

  /** All pages of a VMA are stored to, whoever works on them. */
  public void populateVma(int vma, int cpu) {
    populated[vma] = 0;
    populateOn(vma, cpu);
  }

  /** Goes on with that. */
  public void populateOn(int vma, int cpu) {
    VmaState state = vmas.get(vma);
    int left = state.table().rowPages() - populated[vma];
    if (left == 0) {
      outside.finished();
    } else {
      outside.chargeSome(requestOfVma(vma), state.group(), Math.min(left, POPULATED_TOGETHER), cpu);
    }
  }

  private void populatedWith(int vma, int[] frames) {
    VmaState state = vmas.get(vma);
    for (int i = 0; i < frames.length; i++) {
      state.table().mapNew(populated[vma] + i, frames[i], true);
    }
    state.vmstat().count(VmstatItem.PGFAULT, frames.length);
    for (int i = 0; i < frames.length; i++) {
      outside.mapped(frames[i], vma, populated[vma] + i);
    }
    populated[vma] += frames.length;
    long each =
        costs.accessNanos() + costs.faultEntryNanos() + costs.copyNanos() + costs.mapNanos();
    outside.populatesOnAfter(jitters[vma].apply(outside.now(), frames.length * each), vma);
  }

  // --- VMA readahead

  /** A miss where VMAs decide. */
  public void missed(SwapFault fault) {
    VmaState state = vmas.get(fault.vma());
    VmaReadahead readahead = readaheads[fault.vma()];
    long word = state.readaheadWord(fault.page());
    int hits = VmaReadahead.hits(VmaReadahead.fresh(word));
    readahead.decide(
        word,
        state.virtualPage(fault.page()),
        pageCluster,
        state.virtualPage(0),
        state.virtualEnd());
    state.readaheadWord(fault.page(), readahead.word());
    boolean stolen = false;
    if (pageCluster > 0) {
      state.windows().count(fault.task(), readahead.window(), hits);
      stolen = state.noteDecision(fault.page(), fault.task(), readahead.window());
    }
    outside.readEntries(fault, entries, windowEntries(fault, state, readahead), stolen);
  }

  /** A window that statistics decided lies around addresses. */
  public void place(
      SwapFault fault, int window, long stride, int behind, long previous, boolean stolen) {
    VmaState state = vmas.get(fault.vma());
    VmaReadahead readahead = readaheads[fault.vma()];
    readahead.place(
        window,
        stride,
        behind,
        previous,
        state.virtualPage(fault.page()),
        state.virtualPage(0),
        state.virtualEnd());
    outside.readEntries(fault, entries, windowEntries(fault, state, readahead), stolen);
  }

  private int windowEntries(SwapFault fault, VmaState state, VmaReadahead readahead) {
    PageTable table = state.table();
    if (readahead.window() == 1) {
      entries[0] = fault.entry();
      return 1;
    }
    int first = (int) (readahead.start() - state.virtualPage(0));
    int end = (int) (readahead.end() - state.virtualPage(0));
    int step = (int) readahead.step();
    int most = (end - first - 1) / step + 1;
    if (most > entries.length) {
      entries = new long[2 * most];
    }
    int count = 0;
    for (int page = first; page < end; page += step) {
      if (table.swapped(page) && (page == fault.page() || !table.inFault(page))) {
        entries[count++] = table.entry(page);
      }
    }
    return count;
  }

  // --- reclaim

  /** Reads and clears young bits. */
  public Reference[] age(int vma, int[] frames, int[] pages) {
    PageTable table = vmas.get(vma).table();
    Reference[] references = new Reference[frames.length];
    for (int i = 0; i < references.length; i++) {
      int page = pages[i];
      references[i] =
          table.inFault(page) || table.frame(page) != frames[i]
              ? Reference.BUSY
              : table.clearYoung(page)
                  ? Reference.YOUNG
                  : table.entry(page) == SwapEntry.NONE
                      ? Reference.OLD_WITHOUT_SLOT
                      : Reference.OLD_WITH_SLOT;
    }
    return references;
  }

  /** Unmaps pages; the swap cache says what becomes of each. */
  public Fate[] unmap(int vma, int[] frames, int[] pages, long[] slots, int evictionAge) {
    VmaState state = vmas.get(vma);
    PageTable table = state.table();
    Fate[] fates = new Fate[frames.length];
    for (int i = 0; i < fates.length; i++) {
      int page = pages[i];
      boolean mapped = table.frame(page) == frames[i];
      long entry = slots[i] == SwapEntry.NONE && mapped ? table.entry(page) : slots[i];
      if (!mapped || table.inFault(page) || entry == SwapEntry.NONE) {
        fates[i] = Fate.BUSY;
        continue;
      }
      boolean dirty = table.dirty(page);
      int content = table.tag(page);
      table.unmap(page, entry);
      fates[i] = outside.evict(entry, frames[i], state.group(), 1, evictionAge, dirty, content);
    }
    return fates;
  }

  // --- processors

  private void wantsToRun(Runner runner) {
    if (cfs != null) {
      cfs.wakes(runner.task, outside.now());
    }
    if (!placed(runner)) {
      queue.enqueue(runner);
      if (cfs != null) {
        int running = queue.runsInPlaceOf(runner.task);
        if (running < runners.size() && cfs.preempts(runner.task, running, outside.now())) {
          Runner preempted = runners.get(running);
          preempted.revokedSliceEnd = preempted.sliceEnd;
        }
      }
    }
  }

  private boolean placed(Runner runner) {
    int cpu = queue.place(runner.task);
    if (cpu == CpuQueue.NONE) {
      return false;
    }
    time.begins(outside.now());
    if (cfs != null) {
      cfs.begins(runner.task, outside.now());
    }
    dispatch(runner, cpu);
    return true;
  }

  private void dispatch(Runner runner, int cpu) {
    runner.cpu = cpu;
    runner.sliceEnd = outside.now() + timeSliceNanos;
    if (!runner.wakes) {
      dispatched(runner);
    } else if (runner.following) {
      runner.wakes = false;
      runner.following = false;
      resolve(runner, fault -> outside.lookupAfter(0, fault));
    } else {
      runner.wakes = false;
      pageReady(runner);
    }
  }

  /** A task sleeps in a fault. */
  public void sleeps(int task) {
    leave(task, false);
  }

  private void leave(int task, boolean goesOn) {
    queue.leave(task);
    time.ends(outside.now());
    if (cfs != null) {
      cfs.ends(task, outside.now(), goesOn);
    }
    Cfs fair = cfs;
    Runner next =
        fair == null
            ? queue.next()
            : queue.least(waiter -> fair.vruntime(waiter.task, outside.now()));
    if (next != null) {
      placed(next);
    }
  }

  private void giveWay(Runner runner) {
    if (queue.contended()) {
      queue.enqueue(runner);
      leave(runner.task, true);
    } else {
      dispatch(runner, queue.cpuOf(runner.task));
    }
  }
}
