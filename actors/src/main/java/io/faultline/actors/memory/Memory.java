package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.CpuCosts;
import io.faultline.config.JitterSource;
import io.faultline.config.Kernel;
import io.faultline.config.Lru;
import io.faultline.protocol.CpusMessage;
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
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.WorkloadMessage.LimitsLifted;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.PoolShort;
import java.util.List;

/**
 * Memory: allocates and charges frames ({@link Charges}), and reclaims them: for a charge beyond a
 * limit, by {@link Kswapd} below the watermarks, everything at once ({@link ProactiveReclaim}), or
 * what does not fit into an image ({@link ShrinkAllMemory}). {@link Reclaim} decides which; its
 * steps become messages in {@link ReclaimMessages}.
 */
public final class Memory extends MachineActor<MemoryMessage> {

  /** Pages in a batch of reclaim, and the least that a direct reclaim is asked for. */
  static final int SWAP_CLUSTER_MAX = 32;

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

  private final MemoryState state;
  private final Frames frames;
  private final List<Group> groups;
  private final Vmstat vmstat;
  private final LruPolicy lru;
  private final LruAddBatch adds;
  private final PoolFrames pool;
  private final Neighbours neighbours = new Neighbours();
  private final ReclaimJobs jobs;
  private final ReclaimMessages steps;
  private final Reclaim reclaim;
  private final Kswapd kswapd;
  private final ProactiveReclaim proactive;
  private final ShrinkAllMemory shrinkAll;
  private final Charges charges;
  private boolean poolShort;

  private Memory(MemoryState state, Surroundings outside, ActorRef<MemoryMessage> self) {
    this.state = state;
    this.frames = state.frames();
    this.groups = state.groups();
    this.vmstat = state.vmstat();
    this.pool = new PoolFrames(frames, groups.get(0));
    this.jobs = new ReclaimJobs(groups);
    Kernel kernel = outside.kernel();
    this.steps =
        new ReclaimMessages(groups, neighbours, outside, self, this::onThrottled, this::onFinished);
    this.lru =
        outside.lru() == Lru.CLASSIC
            ? new ClassicLru(state, kernel, outside.swappiness())
            : new MultiGenerationLru(state, kernel, outside.swappiness(), steps::walkPageTables);
    int waiting = outside.lru() == Lru.CLASSIC ? 1 : kernel.pagevecSize();
    this.adds = new LruAddBatch(state, lru, waiting);
    this.reclaim =
        new Reclaim(state, lru, adds, outside.costs(), kernel.kswapdRestsInWriteback(), steps);
    this.kswapd = new Kswapd(state, jobs, reclaim, outside, self);
    this.proactive = new ProactiveReclaim(state, jobs, reclaim, neighbours, outside, self);
    this.shrinkAll = new ShrinkAllMemory(frames, jobs, reclaim, kernel.limitRetries());
    this.charges = new Charges(state, lru, adds, jobs, reclaim, kswapd, proactive, outside);
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
      charges.charge(charge);
    } else if (message instanceof ChargeMapped mapped) {
      charges.charge(mapped);
    } else if (message instanceof Evicted evicted) {
      reclaim.evicted(jobs.get(evicted.job()), evicted.frames(), evicted.fates());
    } else if (message instanceof Aged aged) {
      onAged(aged);
    } else if (message instanceof Walked walked) {
      reclaim.walked(
          jobs.get(walked.job()), walked.young(), walked.vma(), walked.densePmds(), walked.ptes());
    } else if (message instanceof BatchEnded ended) {
      onBatchEnded(jobs.get(ended.job()));
    } else if (message instanceof SlotsAllocated allocated) {
      reclaim.slotsAllocated(jobs.get(allocated.job()), allocated.entries());
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
      charges.serve(PendingCharge.of(some));
    } else if (message instanceof MappedRun run) {
      onMappedRun(run);
    } else if (message instanceof KswapdRested rested) {
      kswapd.rested(rested);
    } else if (message instanceof PushOutRuns runs) {
      proactive.runs(runs);
    } else if (message instanceof KswapdRuns runs) {
      kswapd.runs(runs.cpu());
    } else if (message instanceof PushOut pushOut) {
      proactive.begin(pushOut);
    } else if (message instanceof ShrinkAll shrink) {
      shrinkAll.begin(shrink);
    } else if (message instanceof LiftLimits lift) {
      onLiftLimits(lift);
    } else if (message instanceof SwapoffBegan began) {
      charges.swapoffBegan(began.replyTo());
    } else if (message instanceof SwapoffOver over) {
      charges.swapoffOver(over.replyTo());
    } else if (message instanceof CpuSpent spent) {
      jobs.get(spent.job()).unbilledNanos += spent.cpuNanos();
    } else if (message instanceof ZswapUses uses) {
      groups.get(uses.group()).compressed(uses.groupPages());
      pool.want(uses.poolPages());
      tellIfPoolIsShort();
    } else if (message instanceof ChargeWriteback charge) {
      charges.charge(charge);
    } else if (message instanceof WritebackBegan began) {
      onWritebackBegan(began.frame());
    } else if (message instanceof Shrunk shrunk) {
      reclaim.shrunk(jobs.get(shrunk.job()), shrunk.scanned());
    } else if (message instanceof AddZswap added) {
      neighbours.add(added);
    } else if (message instanceof AddVma added) {
      neighbours.add(added);
    } else if (message instanceof AddSwapCache added) {
      neighbours.swapCache(added.replyTo());
    }
  }

  private void onWritebackBegan(int frame) {
    if (!frames.writeback(frame)) {
      frames.beginWriteback(frame);
      if (frames.onList(frame) && adds.holds()) { // it has just been charged
        lru.removed(group(frame), frame);
        adds.add(frame);
      }
    }
  }

  /** Tells zswap when its pool cannot grow, and when it can again. */
  private void tellIfPoolIsShort() {
    ActorRef<? super ZswapMessage> told = neighbours.zswap();
    if (told != null && poolShort != pool.isShort()) {
      poolShort = pool.isShort();
      told.tell(new PoolShort(poolShort));
    }
  }

  private void onAged(Aged aged) {
    int vma = frames.vma(aged.frames()[0]);
    reclaim.aged(
        jobs.get(aged.job()),
        aged.frames(),
        aged.references(),
        aged.around(),
        vma,
        aged.densePmds());
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
    steps.ran(vma);
    boolean object = neighbours.vma(vma).object();
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
    charges.serveStalled();
  }

  private void free(int frame) {
    if (frames.onList(frame)) {
      lru.removed(group(frame), frame);
    } else {
      adds.forget(frame);
    }
    group(frame).uncharge();
    frames.release(frame);
    vmstat.count(VmstatItem.PGFREE);
  }

  private Group group(int frame) {
    return state.group(frame);
  }

  private void onBatchEnded(ReclaimJob job) {
    if (job.batchSize > 0) {
      reclaim.pageOut(job);
      return;
    }
    if (poolShort) {
      pool.settle();
      tellIfPoolIsShort();
    }
    if (job.kswapd()) {
      kswapd.batchEnded(job);
      charges.kswapdPauses();
    } else if (job.shrinking != null) {
      shrinkAll.batchEnded(job, job.shrinking);
    } else if (job.pushOut != null) {
      proactive.batchEnded(job);
    } else {
      reclaim.step(job);
    }
  }

  private void onThrottled() {
    kswapd.rest();
    charges.kswapdPauses();
  }

  private void onFinished(ReclaimJob job) {
    if (job.pushOut != null) {
      proactive.finished(job, job.pushOut);
    } else if (job.shrinking != null) {
      shrinkAll.finished(job, job.shrinking);
    } else if (job.charge != null) {
      charges.reclaimed(job, job.charge);
    } else {
      kswapd.finished(job);
      charges.kswapdPauses();
    }
  }

  private void onWritebackEnded(WritebackEnded ended) {
    for (int frame : ended.frames()) {
      frames.endWriteback(frame);
      if (frames.gone(frame) && !frames.isolated(frame)) {
        free(frame);
      } else if (frames.onList(frame)) {
        vmstat.count(VmstatItem.PGROTATED);
        lru.written(group(frame), frame);
      }
    }
    kswapd.goOn();
    proactive.written();
    shrinkAll.written();
    charges.serveStalled();
  }
}
