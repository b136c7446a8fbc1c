package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.memory.ReclaimJob.Outcome;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.CpuCosts;
import io.faultline.config.JitterSource;
import io.faultline.config.Kernel;
import io.faultline.config.Lru;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.KswapdReady;
import io.faultline.protocol.CpusMessage.KswapdSleeps;
import io.faultline.protocol.CpusMessage.PushOutReady;
import io.faultline.protocol.CpusMessage.PushOutSleeps;
import io.faultline.protocol.CpusMessage.PushOutYields;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Accessed;
import io.faultline.protocol.MemoryMessage.AddSwapCache;
import io.faultline.protocol.MemoryMessage.AddVma;
import io.faultline.protocol.MemoryMessage.AddZswap;
import io.faultline.protocol.MemoryMessage.Aged;
import io.faultline.protocol.MemoryMessage.BatchEnded;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import io.faultline.protocol.MemoryMessage.ChargeWriteback;
import io.faultline.protocol.MemoryMessage.CpuSpent;
import io.faultline.protocol.MemoryMessage.Evicted;
import io.faultline.protocol.MemoryMessage.KswapdRested;
import io.faultline.protocol.MemoryMessage.KswapdRuns;
import io.faultline.protocol.MemoryMessage.LiftLimits;
import io.faultline.protocol.MemoryMessage.Mapped;
import io.faultline.protocol.MemoryMessage.MappedRun;
import io.faultline.protocol.MemoryMessage.PushOut;
import io.faultline.protocol.MemoryMessage.PushOutRuns;
import io.faultline.protocol.MemoryMessage.Release;
import io.faultline.protocol.MemoryMessage.ShrinkAll;
import io.faultline.protocol.MemoryMessage.Shrunk;
import io.faultline.protocol.MemoryMessage.SlotsAllocated;
import io.faultline.protocol.MemoryMessage.SwapoffBegan;
import io.faultline.protocol.MemoryMessage.SwapoffOver;
import io.faultline.protocol.MemoryMessage.Unmapped;
import io.faultline.protocol.MemoryMessage.Walked;
import io.faultline.protocol.MemoryMessage.WritebackBegan;
import io.faultline.protocol.MemoryMessage.WritebackEnded;
import io.faultline.protocol.MemoryMessage.ZswapUses;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Allocate;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapoffMessage.GiveUp;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage.Age;
import io.faultline.protocol.VmaMessage.Unmap;
import io.faultline.protocol.VmaMessage.Walk;
import io.faultline.protocol.WorkloadMessage.ImageFits;
import io.faultline.protocol.WorkloadMessage.LimitsLifted;
import io.faultline.protocol.WorkloadMessage.PushedOut;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.PoolShort;
import io.faultline.protocol.ZswapMessage.Shrink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory: allocates and charges frames, and reclaims them: for a charge beyond a limit, by kswapd
 * below the watermarks, everything at once, or what does not fit into an image. {@link Reclaim}
 * decides which; here its steps become messages.
 */
public final class Memory extends MachineActor<MemoryMessage> {

  private static final Logger LOG = LoggerFactory.getLogger(Memory.class);

  /** Pages in a batch of reclaim, and the least that a direct reclaim is asked for. */
  static final int SWAP_CLUSTER_MAX = 32;

  /** Pages that a push-out asks for at a time where zswap has a shrinker: 16 MiB. */
  private static final long PUSH_OUT_PAGES = 4096;

  /** Pause behind a push-out with zswap: 0.3 s, as in the recorded runs. */
  private static final long PAUSE_NANOS = 300_000_000;

  private static final int KIB_A_PAGE = 4;

  /** The longest that kswapd rests while pages are being written: {@code HZ / 10}. */
  private static final long REST_NANOS = 100_000_000;

  /** Runs in vain after which kswapd is not woken until somebody reclaims a page. */
  private static final int MAX_RECLAIM_RETRIES = 16;

  /**
   * Pages under writeback beyond which a shrinking of all memory waits: about what a block queue of
   * 128 requests holds, whose writers sleep when it is full. How the pages then lie on swap does
   * not depend on it, from 512 to 8192.
   */
  private static final int QUEUE_PAGES = 2048;

  /** Everything that memory is governed by and talks to. */
  public record Surroundings(
      VirtualClock clock,
      Kernel kernel,
      int swappiness,
      Lru lru,
      CpuCosts costs,
      JitterSource jitter,
      ActorRef<SwapAreasMessage> swapAreas,
      ActorRef<CpusMessage> cpus) {}

  private final Frames frames;
  private final List<Group> groups;
  private final Watermarks watermarks;
  private final Vmstat vmstat;
  private final Surroundings outside;
  private final ActorRef<MemoryMessage> self;
  private final LruPolicy lru;
  private final Reclaim reclaim;
  private final List<AddVma> vmas = new ArrayList<>();
  private final List<@Nullable ReclaimJob> jobs = new ArrayList<>();
  private final ArrayDeque<PendingCharge> stalled = new ArrayDeque<>();
  private final List<ActorRef<? super GiveUp>> swapoffs = new ArrayList<>();
  private @Nullable ActorRef<? super Drop> swapCache;
  private @Nullable ReclaimJob kswapd;
  private boolean kswapdRuns;
  private boolean kswapdRests;
  private int rests;
  private int kswapdFailures;
  private @Nullable ReclaimJob stalledPushOut;
  private @Nullable Shrinking shrinking;
  private final PoolFrames pool;
  private @Nullable ActorRef<? super ZswapMessage> zswap;
  private boolean shrinker;
  private boolean poolShort;
  private @Nullable ReclaimJob pushOutWaiting;
  private long pushOutSliceEnd;
  private int jobsUnderWay;
  private int writebacks;

  private Memory(MemoryState state, Surroundings outside, ActorRef<MemoryMessage> self) {
    this.frames = state.frames();
    this.groups = state.groups();
    this.pool = new PoolFrames(frames, groups.get(0));
    this.watermarks = state.watermarks();
    this.vmstat = state.vmstat();
    this.outside = outside;
    this.self = self;
    this.lru =
        outside.lru() == Lru.CLASSIC
            ? new ClassicLru(state, outside.kernel(), outside.swappiness())
            : new MultiGenerationLru(
                state, outside.kernel(), outside.swappiness(), this::walkPageTables);
    this.reclaim =
        new Reclaim(
            state, lru, outside.costs(), outside.kernel().kswapdRestsInWriteback(), new Messages());
  }

  /**
   * The memory of a machine.
   *
   * @param state owned by this actor from now on
   */
  public static Behavior<MemoryMessage> create(MemoryState state, Surroundings outside) {
    return Behaviors.setup(context -> new Memory(state, outside, context.getSelf()));
  }

  @Override
  protected void onMessage(MemoryMessage message) {
    if (message instanceof Mapped mapped) {
      onMapped(mapped.frame(), mapped.vma(), mapped.page(), mapped.activate());
    } else if (message instanceof Charge charge) {
      onCharge(charge);
    } else if (message instanceof ChargeMapped mapped) {
      onChargeMapped(mapped);
    } else if (message instanceof Evicted evicted) {
      reclaim.evicted(job(evicted.job()), evicted.frames(), evicted.fates());
    } else if (message instanceof Aged aged) {
      onAged(aged);
    } else if (message instanceof Walked walked) {
      reclaim.walked(
          job(walked.job()), walked.young(), walked.vma(), walked.densePmds(), walked.ptes());
    } else if (message instanceof BatchEnded ended) {
      onBatchEnded(job(ended.job()));
    } else if (message instanceof SlotsAllocated allocated) {
      reclaim.slotsAllocated(job(allocated.job()), allocated.entries());
    } else if (message instanceof WritebackEnded ended) {
      onWritebackEnded(ended);
    } else if (message instanceof Accessed accessed) {
      onAccessed(accessed);
    } else if (message instanceof Release release) {
      onRelease(release);
    } else if (message instanceof Unmapped unmapped) {
      for (int frame : unmapped.frames()) {
        frames.unmapped(frame);
      }
    } else if (message instanceof ChargeSome some) {
      serve(PendingCharge.of(some));
    } else if (message instanceof MappedRun run) {
      onMappedRun(run);
    } else if (message instanceof KswapdRested rested) {
      if (rested.rest() == rests) {
        kswapdGoesOn();
      }
    } else if (message instanceof PushOutRuns runs) {
      onPushOutRuns(runs);
    } else if (message instanceof KswapdRuns runs) {
      onKswapdRuns(runs);
    } else if (message instanceof PushOut pushOut) {
      onPushOut(pushOut);
    } else if (message instanceof ShrinkAll shrink) {
      onShrinkAll(shrink);
    } else if (message instanceof LiftLimits lift) {
      onLiftLimits(lift);
    } else if (message instanceof SwapoffBegan began) {
      swapoffs.add(began.replyTo());
    } else if (message instanceof SwapoffOver over) {
      swapoffs.remove(over.replyTo());
      serveStalled();
    } else if (message instanceof CpuSpent spent) {
      job(spent.job()).unbilledNanos += spent.cpuNanos();
    } else if (message instanceof ZswapUses uses) {
      groups.get(uses.group()).compressed(uses.groupPages());
      pool.want(uses.poolPages());
      tellIfPoolIsShort();
    } else if (message instanceof ChargeWriteback charge) {
      onChargeWriteback(charge);
    } else if (message instanceof WritebackBegan began) {
      onWritebackBegan(began.frame());
    } else if (message instanceof Shrunk shrunk) {
      reclaim.shrunk(job(shrunk.job()), shrunk.scanned());
    } else if (message instanceof AddZswap added) {
      zswap = added.replyTo();
      shrinker = added.shrinker();
    } else if (message instanceof AddVma added) {
      onAddVma(added);
    } else if (message instanceof AddSwapCache added) {
      swapCache = added.replyTo();
    }
  }

  /** Reclaim waits for this page, so it waits for nobody. */
  private void onChargeWriteback(ChargeWriteback charge) {
    if (frames.free() <= watermarks.min() / 4) {
      charge.replyTo().tell(new Charged(charge.requestId(), new int[0]));
      return;
    }
    Group group = groups.get(charge.group());
    int frame = frames.allocate(charge.group());
    group.charge();
    frames.beginWriteback(frame);
    writebacks++;
    lru.putBack(group, frame, Outcome.WRITEBACK);
    charge.replyTo().tell(new Charged(charge.requestId(), new int[] {frame}));
  }

  private void onWritebackBegan(int frame) {
    if (!frames.writeback(frame)) {
      frames.beginWriteback(frame);
      writebacks++;
    }
  }

  /** Tells zswap when its pool cannot grow, and when it can again. */
  private void tellIfPoolIsShort() {
    ActorRef<? super ZswapMessage> told = zswap;
    if (told != null && poolShort != pool.isShort()) {
      poolShort = pool.isShort();
      told.tell(new PoolShort(poolShort));
    }
  }

  private void onAddVma(AddVma added) {
    while (vmas.size() <= added.vma()) {
      vmas.add(added);
    }
    vmas.set(added.vma(), added);
  }

  private void onAged(Aged aged) {
    int vma = frames.vma(aged.frames()[0]);
    reclaim.aged(
        job(aged.job()), aged.frames(), aged.references(), aged.around(), vma, aged.densePmds());
  }

  /** {@code iterate_mm_list}: the walk before a new generation. */
  private boolean walkPageTables(ReclaimJob job) {
    Group group = job.group();
    Generations generations = group.generations();
    generations.walking(true);
    boolean switchedTo = job.charge == null || !job.charge.walked;
    if (job.charge != null) {
      job.charge.walked = true;
    }
    for (AddVma vma : vmas) {
      if (switchedTo && groups.get(vma.group()) == group) {
        BitSet pmds = generations.toWalk(vma.vma());
        if (pmds == null || !pmds.isEmpty()) {
          job.walksAwaited++;
          vma.replyTo().tell(new Walk(job.number, pmds == null ? null : pmds.stream().toArray()));
        }
      }
    }
    if (switchedTo) {
      generations.beginFilter();
    }
    return job.walksAwaited > 0;
  }

  private void onLiftLimits(LiftLimits lift) {
    for (int group : lift.groups()) {
      groups.get(group).liftLimit();
    }
    lift.replyTo().tell(new LimitsLifted());
  }

  private void onMappedRun(MappedRun run) {
    for (int i = 0; i < run.frames().length; i++) {
      onMapped(run.frames()[i], run.vma(), run.firstPage() + i, false);
    }
  }

  private void onMapped(int frame, int vma, int page, boolean activate) {
    frames.mapped(frame, vma, page);
    boolean object = vmas.get(vma).object();
    lru.mapped(group(frame), frame, activate, object);
  }

  /** {@code mark_page_accessed}. */
  private void onAccessed(Accessed accessed) {
    for (int frame : accessed.frames()) {
      lru.accessed(group(frame), frame);
    }
  }

  /** {@code free_unref_page_list}. */
  private void onRelease(Release release) {
    for (int frame : release.frames()) {
      frames.unmapped(frame);
      if (frames.isolated(frame) || frames.writeback(frame)) {
        frames.go(frame);
      } else {
        free(frame);
      }
    }
    serveStalled();
  }

  private void free(int frame) {
    if (frames.onList(frame)) {
      lru.removed(group(frame), frame);
    }
    group(frame).uncharge();
    frames.release(frame);
    vmstat.count(VmstatItem.PGFREE);
  }

  private Group group(int frame) {
    return groups.get(frames.group(frame));
  }

  /**
   * {@code mem_cgroup_try_charge} of a page that is in the swap cache: it may be charged already.
   */
  private void onChargeMapped(ChargeMapped mapped) {
    if (frames.group(mapped.frame()) == mapped.group()) {
      mapped.replyTo().tell(new Charged(mapped.requestId(), new int[] {mapped.frame()}));
    } else {
      serve(PendingCharge.of(mapped));
    }
  }

  /**
   * {@code mem_cgroup_commit_charge} of a page that is on the root group's list, or has been taken
   * off it to be looked at: it is on the paying group's afterwards.
   */
  private void pay(PendingCharge charge, int index) {
    int frame = charge.unpaid();
    Group before = group(frame);
    Group payer = groups.get(index);
    before.uncharge();
    payer.charge();
    frames.group(frame, index);
    if (frames.onList(frame)) {
      lru.paid(before, payer, frame);
    }
    charge.add(frame);
    charge.request.replyTo().tell(new Charged(charge.request.requestId(), charge.frames));
  }

  private void onCharge(Charge charge) {
    PendingCharge pending = PendingCharge.of(charge, outside.kernel().chargesWindowWhenAllocated());
    Group group = groups.get(charge.groups()[0]);
    FileSet files = group.files();
    if (files != null && !charge.mayFail()) {
      for (int n = files.accesses(charge.groups().length); n > 0; n--) {
        pending.readFirst(files.draw());
      }
    }
    serve(pending);
  }

  /** Reads of file pages that are in memory: those do not have to be charged. */
  private void readFiles(PendingCharge charge) {
    while (charge.readsFile()) {
      Group group = groups.get(charge.nextGroup());
      FileSet files = Objects.requireNonNull(group.files());
      int frame = files.frame(charge.filePage());
      if (frame == Frames.NONE) {
        return;
      }
      lru.accessed(group, frame);
      charge.hasRead(0);
    }
  }

  private void fileRead(PendingCharge charge, Group group, int frame) {
    FileSet files = Objects.requireNonNull(group.files());
    int page = charge.filePage();
    frames.holdsFile(frame, page);
    files.holds(page, frame);
    lru.fileRead(group, frame, files.evictionAge(page));
    vmstat.count(VmstatItem.PGPGIN, KIB_A_PAGE);
    charge.hasRead(files.readNanos());
  }

  /** Allocates and charges frames until the charge is complete or has to wait for reclaim. */
  private void serve(PendingCharge charge) {
    while (!charge.complete()) {
      readFiles(charge);
      int index = charge.nextGroup();
      Group group = groups.get(index);
      if (group.full()) {
        if (charge.willDo()) {
          break;
        }
        start(newJob(List.of(group), SWAP_CLUSTER_MAX, charge.request.cpu(), charge, null, null));
        return;
      }
      if (charge.unpaid() != Frames.NONE) {
        pay(charge, index);
        return;
      }
      if (frames.free() <= watermarks.low()) {
        wakeKswapd();
        if (frames.free() <= watermarks.min()) {
          if (charge.willDo()) {
            break;
          }
          vmstat.count(VmstatItem.ALLOCSTALL_NORMAL);
          start(newJob(groups, SWAP_CLUSTER_MAX, charge.request.cpu(), charge, null, null));
          return;
        }
      }
      group.charge();
      int frame = frames.allocate(index);
      if (charge.readsFile()) {
        fileRead(charge, group, frame);
      } else {
        charge.add(frame);
      }
    }
    int[] charged = charge.charged();
    addToLists(charge, charged);
    long cpuNanos = charged.length * outside.costs().allocateNanos() + charge.readNanos();
    tellAfter(cpuNanos, charge.request.replyTo(), new Charged(charge.request.requestId(), charged));
  }

  private void giveUp(PendingCharge charge) {
    fail(charge);
    serveStalled();
  }

  private void fail(PendingCharge charge) {
    for (int i = 0; i < charge.allocated(); i++) {
      group(charge.frames[i]).uncharge();
      frames.release(charge.frames[i]);
    }
    charge.request.replyTo().tell(new Charged(charge.request.requestId(), new int[0]));
  }

  /** Swapoff is the origin of the shortage: its charges fail, and then its area comes back. */
  private void swapoffsGiveUp() {
    for (ActorRef<? super GiveUp> swapoff : swapoffs) {
      swapoff.tell(new GiveUp());
    }
    for (int waiting = stalled.size(); waiting > 0; waiting--) {
      PendingCharge charge = stalled.remove();
      if (charge.request.mayFail()) {
        fail(charge);
      } else {
        stalled.add(charge);
      }
    }
  }

  private void tellAfter(long cpuNanos, ActorRef<? super Charged> receiver, Charged charged) {
    outside
        .clock()
        .tellAfter(outside.jitter().apply(outside.clock().now(), cpuNanos), receiver, charged);
  }

  /** {@code lru_add_drain} after a window: later pages lie nearer to the head. */
  private void addToLists(PendingCharge charge, int[] charged) {
    for (int i = 0; i < charged.length; i++) {
      lru.charged(
          group(charged[i]),
          charged[i],
          charge.request.evictionAges()[i],
          !charge.request.mayFail());
    }
  }

  private ReclaimJob newJob(
      List<Group> scanned,
      long goal,
      int cpu,
      @Nullable PendingCharge charge,
      @Nullable ActorRef<? super PushedOut> pushOut,
      @Nullable Shrinking shrunk) {
    int number = jobs.indexOf(null);
    if (number < 0) {
      number = jobs.size();
      jobs.add(null);
    }
    ReclaimJob job = new ReclaimJob(number, scanned, goal, cpu, charge, pushOut, shrunk);
    jobs.set(number, job);
    jobsUnderWay++;
    return job;
  }

  private void start(ReclaimJob job) {
    reclaim.step(job);
  }

  private ReclaimJob job(int number) {
    ReclaimJob job = jobs.get(number);
    if (job == null) {
      throw new IllegalStateException("reclaim " + number + " is not under way");
    }
    return job;
  }

  private void onBatchEnded(ReclaimJob job) {
    if (poolShort) {
      pool.settle();
      tellIfPoolIsShort();
    }
    if (job.kswapd()) {
      kswapdSleeps();
      if (frames.free() < watermarks.high()) {
        outside.cpus().tell(new KswapdReady(self));
      } else {
        endKswapd(job);
      }
      kswapdPauses();
    } else if (job.shrinking != null && writebacks >= QUEUE_PAGES) {
      job.shrinking.rest(job);
    } else {
      goOn(job);
    }
  }

  /**
   * Charges that wait may do so for kswapd alone. While pages are being written they are woken
   * then: they would only scan, and wake kswapd, over and over.
   */
  private void kswapdPauses() {
    if (writebacks == 0 || frames.free() > watermarks.min()) {
      serveStalled();
    }
  }

  private void kswapdSleeps() {
    kswapdRuns = false;
    outside.cpus().tell(new KswapdSleeps());
  }

  private void endKswapd(ReclaimJob job) {
    end(job);
    kswapd = null;
    if (frames.free() >= watermarks.high()) {
      reclaim.balanced();
    }
    if (job.reclaimed > 0) {
      kswapdFailures = 0;
    } else if (writebacks == 0) {
      kswapdFailures++;
    }
  }

  private void wakeKswapd() {
    if (kswapd == null && kswapdFailures < MAX_RECLAIM_RETRIES) {
      vmstat.count(VmstatItem.PAGEOUTRUN);
      kswapd = newJob(groups, Long.MAX_VALUE, 0, null, null, null);
      outside.cpus().tell(new KswapdReady(self));
    }
  }

  private void onKswapdRuns(KswapdRuns runs) {
    if (kswapd != null) {
      kswapdRuns = true;
      kswapd.cpu = runs.cpu();
      reclaim.step(kswapd);
    }
  }

  /** {@code congestion_wait} or {@code reclaim_throttle}: until something is written, or 100 ms. */
  private void kswapdRests() {
    kswapdSleeps();
    kswapdRests = true;
    rests++;
    outside.clock().tellAfter(REST_NANOS, self, new KswapdRested(rests));
    kswapdPauses();
  }

  private void kswapdGoesOn() {
    if (kswapdRests) {
      kswapdRests = false;
      outside.cpus().tell(new KswapdReady(self));
    }
  }

  private void end(ReclaimJob job) {
    jobs.set(job.number, null);
    jobsUnderWay--;
  }

  private void onFinished(ReclaimJob job) {
    if (job.pushOut != null) {
      onPushOutFinished(job, job.pushOut);
      return;
    }
    if (job.shrinking != null) {
      onShrinkingFinished(job, job.shrinking);
      return;
    }
    if (job.charge == null) { // kswapd has scanned everything
      kswapdSleeps();
      endKswapd(job);
      kswapdPauses();
      return;
    }
    end(job);
    if (job.reclaimed > 0
        || hasRoom(job.charge)
        || job.charge.fruitless() <= outside.kernel().limitRetries()) {
      serve(job.charge);
    } else if (writebacks > 0 || othersReclaim()) {
      job.charge.walked = false;
      stalled.add(job.charge);
    } else if (job.charge.request.mayFail()) {
      giveUp(job.charge);
    } else if (!swapoffs.isEmpty()) {
      job.charge.tryAfresh();
      stalled.add(job.charge);
      swapoffsGiveUp();
    } else {
      throw outOfMemory(job.charge);
    }
    if (job.reclaimed > 0) {
      kswapdFailures = 0;
      serveStalled();
    }
  }

  /** Whether others have made room for the next page of a charge while it was scanning in vain. */
  private boolean hasRoom(PendingCharge charge) {
    return !groups.get(charge.nextGroup()).full()
        && (charge.unpaid() != Frames.NONE || frames.free() > watermarks.min());
  }

  /**
   * Whether a reclaim is under way that goes on by itself, and may hold the pages that a scan did
   * not find. kswapd does not while it waits for a processor: that may be the one of a task whose
   * charge waits here.
   */
  private boolean othersReclaim() {
    int waiting = kswapd != null && !kswapdRuns ? 1 : 0;
    return jobsUnderWay > waiting + (pushOutWaiting == null ? 0 : 1);
  }

  private static OutOfMemory outOfMemory(Group group, long free) {
    return new OutOfMemory(
        "out of memory: all pages of "
            + (group.name().isEmpty() ? "the machine" : "group " + group.name())
            + " were scanned and none could be reclaimed (limit "
            + (group.limit() == Group.UNLIMITED ? "none" : group.limit() + " pages")
            + ", used "
            + group.usage()
            + ", free frames "
            + free
            + "); give it more memory or more swap");
  }

  private OutOfMemory outOfMemory(PendingCharge charge) {
    return outOfMemory(groups.get(charge.nextGroup()), frames.free());
  }

  private void serveStalled() {
    for (int waiting = stalled.size(); waiting > 0; waiting--) {
      serve(stalled.remove());
    }
  }

  /** A round through all priorities is over; another follows while there is anything to gain. */
  private void onPushOutFinished(ReclaimJob job, ActorRef<? super PushedOut> replyTo) {
    boolean fruitful = job.reclaimedThisRound > 0;
    job.fruitlessRounds = fruitful ? 0 : job.fruitlessRounds + 1;
    if (shrinker) {
      if (!fruitful) {
        job.fruitlessInCall++;
      }
      onPushOutCallFinished(job, replyTo);
      return;
    }
    if (writebacks > 0 && !fruitful) {
      stalledPushOut = job;
    } else if (anythingListed() && job.fruitlessRounds <= outside.kernel().limitRetries()) {
      nextRound(job);
    } else {
      LOG.info("pushed out {} pages", job.reclaimed);
      end(job);
      pushedOut(replyTo);
    }
  }

  /** With zswap some time passes before what follows, in which its worker comes to rest. */
  private void pushedOut(ActorRef<? super PushedOut> replyTo) {
    if (zswap == null) {
      replyTo.tell(new PushedOut());
    } else {
      outside.cpus().tell(new PushOutSleeps());
      outside.clock().tellAfter(PAUSE_NANOS, replyTo, new PushedOut());
    }
  }

  private void onPushOut(PushOut asked) {
    long goal = shrinker ? PUSH_OUT_PAGES : Long.MAX_VALUE;
    ReclaimJob job = newJob(groups, goal, 0, null, asked.replyTo(), null);
    if (shrinker) {
      job.roundGoal = PUSH_OUT_PAGES / 4;
    }
    if (zswap == null) {
      start(job);
    } else {
      pushOutWaiting = job;
      outside.cpus().tell(new PushOutReady(self));
    }
  }

  /** A push-out shares the processors with zswap's worker. */
  private void goOn(ReclaimJob job) {
    if (job.pushOut != null && zswap != null && outside.clock().now() >= pushOutSliceEnd) {
      pushOutWaiting = job;
      outside.cpus().tell(new PushOutYields(self));
    } else {
      reclaim.step(job);
    }
  }

  private void onPushOutRuns(PushOutRuns runs) {
    ReclaimJob job = Objects.requireNonNull(pushOutWaiting);
    pushOutWaiting = null;
    pushOutSliceEnd = runs.sliceEnd();
    job.cpu = runs.cpu();
    reclaim.step(job);
  }

  /**
   * With a shrinker a push-out would go on until zswap is empty. The one that was recorded asks for
   * 16 MiB at a time, and ends with the call that brings nothing new to swap. A call waits for
   * nothing: it gives up after so many rounds in vain, whether or not one after the other.
   *
   * <p>Source: {@code memory_reclaim} in mm/memcontrol.c, 6.9 and later [M].
   */
  private void onPushOutCallFinished(ReclaimJob job, ActorRef<? super PushedOut> replyTo) {
    boolean callGoesOn =
        job.reclaimed < job.goal && job.fruitlessInCall <= outside.kernel().limitRetries();
    if (callGoesOn) {
      nextRoundOfCall(job);
    } else if (job.newSlots > 0) {
      job.newSlots = 0;
      job.fruitlessInCall = 0;
      job.goal = job.reclaimed + PUSH_OUT_PAGES;
      nextRoundOfCall(job);
    } else {
      LOG.info("pushed out {} pages", job.reclaimed);
      end(job);
      pushedOut(replyTo);
    }
  }

  /** Since 6.9 a call asks for a quarter of what is wanting, so that priorities stay high. */
  private void nextRoundOfCall(ReclaimJob job) {
    job.roundGoal = Math.max(SWAP_CLUSTER_MAX, (job.goal - job.reclaimed) / 4);
    nextRound(job);
  }

  private void onShrinkAll(ShrinkAll asked) {
    Shrinking begun = new Shrinking(asked, frames);
    shrinking = begun;
    for (int cpu = 0; cpu < asked.cpus(); cpu++) {
      start(newJob(groups, Long.MAX_VALUE, cpu, null, null, begun));
    }
  }

  /**
   * One processor's round is over. It goes on while there is anything to gain; what is being
   * written it waits for together with the others.
   */
  private void onShrinkingFinished(ReclaimJob job, Shrinking shrunk) {
    boolean fruitful = job.reclaimedThisRound > 0;
    job.fruitlessRounds = fruitful ? 0 : job.fruitlessRounds + 1;
    boolean another =
        fruitful
            || (writebacks == 0
                && !shrunk.outOfSlots()
                && job.fruitlessRounds <= outside.kernel().limitRetries());
    if (!shrunk.fits() && another) {
      nextRound(job);
      return;
    }
    shrunk.rest(job);
    if (shrunk.allRest() && writebacks == 0) {
      end(shrunk);
    }
  }

  private void end(Shrinking shrunk) {
    if (!shrunk.fits()) {
      throw new OutOfMemory(
          "hibernation: of what is in memory "
              + shrunk.excess()
              + " pages do not fit into the image and cannot be reclaimed"
              + (shrunk.outOfSlots()
                  ? ", since swap is full; give it more swap or a larger image"
                  : "; give it a larger image"));
    }
    shrinking = null;
    shrunk.wake().forEach(this::end);
    LOG.info("shrunk to {} pages", frames.used());
    shrunk.replyTo().tell(new ImageFits());
  }

  private void goOnShrinking() {
    Shrinking shrunk = shrinking;
    if (shrunk != null) {
      for (ReclaimJob job : shrunk.wake()) {
        if (job.roundIsOver()) {
          nextRound(job);
        } else {
          reclaim.step(job);
        }
      }
    }
  }

  private boolean anythingListed() {
    return groups.stream().anyMatch(group -> group.listed() > 0);
  }

  private void nextRound(ReclaimJob job) {
    job.priority = ReclaimJob.DEF_PRIORITY;
    job.reclaimedThisRound = 0;
    reclaim.step(job);
  }

  private void onWritebackEnded(WritebackEnded ended) {
    for (int frame : ended.frames()) {
      frames.endWriteback(frame);
      writebacks--;
      if (frames.gone(frame) && !frames.isolated(frame)) {
        free(frame);
      } else if (frames.onList(frame)) {
        vmstat.count(VmstatItem.PGROTATED);
        lru.written(group(frame), frame);
      }
    }
    kswapdGoesOn();
    ReclaimJob pushOut = stalledPushOut;
    if (pushOut != null) {
      stalledPushOut = null;
      nextRound(pushOut);
    }
    goOnShrinking();
    serveStalled();
  }

  /** The steps of reclaim as messages. */
  private final class Messages implements Reclaim.Steps {

    @Override
    public void age(ReclaimJob job, int vma, int[] aged, int[] pages, boolean lookAround) {
      vmas.get(vma).replyTo().tell(new Age(job.number, aged, pages, lookAround));
    }

    @Override
    public void drop(ReclaimJob job, int[] dropped, int evictionAge) {
      Objects.requireNonNull(swapCache).tell(new Drop(job.number, dropped, evictionAge));
    }

    @Override
    public void allocate(ReclaimJob job, int slots) {
      outside.swapAreas().tell(new Allocate(job.number, job.cpu, slots, self));
    }

    @Override
    public void unmap(
        ReclaimJob job, int vma, int[] unmapped, int[] pages, long[] entries, int evictionAge) {
      vmas.get(vma).replyTo().tell(new Unmap(job.number, unmapped, pages, entries, evictionAge));
    }

    @Override
    public void freeSlot(ReclaimJob job, long entry) {
      outside.swapAreas().tell(new Free(job.cpu, entry));
    }

    @Override
    public void writebackBegun() {
      writebacks++;
    }

    @Override
    public void batchEnded(ReclaimJob job, long cpuNanos) {
      long delay = outside.jitter().apply(outside.clock().now(), cpuNanos);
      outside.clock().tellAfter(delay, self, new BatchEnded(job.number));
    }

    @Override
    public boolean shrink(ReclaimJob job) {
      ActorRef<? super ZswapMessage> asked = zswap;
      if (asked == null || !shrinker) {
        return false;
      }
      asked.tell(new Shrink(job.number, groups.indexOf(job.group()), job.priority, self));
      return true;
    }

    @Override
    public void throttle(ReclaimJob job) {
      kswapdRests();
    }

    @Override
    public void finished(ReclaimJob job) {
      onFinished(job);
    }
  }
}
