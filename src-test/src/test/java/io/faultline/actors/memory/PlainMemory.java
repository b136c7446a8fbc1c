package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Experiment;
import io.faultline.config.JitterSource;
import io.faultline.config.Kernel;
import io.faultline.config.Lru;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Reference;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory of the machine without actors: what {@link Memory} says in messages is called here. */
public final class PlainMemory implements Reclaim.Steps {

  /** What memory needs of the rest of the machine. */
  public interface Outside {

    /** Virtual time. */
    long now();

    /** Calls {@link #batchEnded} after a time. */
    void batchEndsAfter(long nanos, int job);

    /** Hands frames to whoever asked for them after a time; at once if that is none. */
    void chargedAfter(long nanos, int request, int[] frames);

    /** Reads and clears young bits. */
    Reference[] age(int vma, int[] frames, int[] pages);

    /** Drops pages that nobody maps. */
    Fate[] drop(int[] frames, int evictionAge, int job);

    /** Unmaps pages and has them written. */
    Fate[] unmap(int vma, int[] frames, int[] pages, long[] entries, int evictionAge, int job);

    /** Takes slots, as many as there are. */
    long[] allocate(int cpu, int slots);

    /** Gives a slot back. */
    void freeSlot(int cpu, long entry);

    /** The push-out is over. */
    void pushedOut();
  }

  /** What {@link Memory}'s messages carry for the answer; nobody is told anything here. */
  private static final ActorRef<Object> NOBODY = Adapter.toTyped(akka.actor.ActorRef.noSender());

  private static final int[] NO_PAGES = {};

  private final MemoryState state;
  private final Frames frames;
  private final List<Group> groups;
  private final Kernel kernel;
  private final long allocateNanos;
  private final JitterSource jitter;
  private final Outside outside;
  private final LruPolicy lru;
  private final LruAddBatch adds;
  private final ReclaimJobs jobs;
  private final Reclaim reclaim;
  private final ArrayDeque<PendingCharge> stalled = new ArrayDeque<>();
  private @Nullable ReclaimJob stalledPushOut;

  /** Memory that holds nothing. */
  public PlainMemory(
      MemoryState state, Experiment experiment, JitterSource jitter, Outside outside) {
    this.state = state;
    this.frames = state.frames();
    this.groups = state.groups();
    this.kernel = experiment.kernel();
    this.allocateNanos = experiment.machine().cpu().costs().allocateNanos();
    this.jitter = jitter;
    this.outside = outside;
    if (experiment.machine().lru() != Lru.CLASSIC) {
      throw new IllegalArgumentException("generations of pages are not modelled");
    }
    this.lru = new ClassicLru(state, kernel, experiment.machine().swappiness());
    this.adds = new LruAddBatch(state, lru, 1);
    this.jobs = new ReclaimJobs(groups);
    this.reclaim =
        new Reclaim(
            state,
            lru,
            adds,
            experiment.machine().cpu().costs(),
            kernel.kswapdRestsInWriteback(),
            this);
  }

  /** Charges new frames, one a group given. */
  public void charge(int request, int[] payers, int[] evictionAges, int cpu) {
    serve(
        PendingCharge.of(
            new Charge(request, payers, evictionAges, cpu, NOBODY),
            kernel.chargesWindowWhenAllocated()));
  }

  /** Charges as many new frames as there are without reclaim, one at least. */
  public void chargeSome(int request, int group, int pages, int evictionAge, int cpu) {
    serve(PendingCharge.of(new ChargeSome(request, group, pages, evictionAge, cpu, NOBODY)));
  }

  /** Charges a frame in use to a group, unless it is already. */
  public void chargeMapped(int request, int frame, int group, int cpu) {
    if (frames.group(frame) == group) {
      outside.chargedAfter(0, request, new int[] {frame});
    } else {
      serve(PendingCharge.of(new ChargeMapped(request, frame, group, cpu, false, NOBODY)));
    }
  }

  /** A frame is mapped. */
  public void mapped(int frame, int vma, int page) {
    frames.mapped(frame, vma, page);
    lru.mapped(state.group(frame), frame, false, false);
  }

  /** Limits end. */
  public void liftLimits(int[] lifted) {
    for (int group : lifted) {
      groups.get(group).liftLimit();
    }
  }

  /** Begins to push everything out. */
  public void pushOut() {
    reclaim.step(jobs.pushOut(Long.MAX_VALUE, NOBODY));
  }

  /** Reclaim itself has written pages. */
  public void cpuSpent(int job, long nanos) {
    jobs.get(job).unbilledNanos += nanos;
  }

  /** Frames have been written. */
  public void writebackEnded(int[] written) {
    for (int frame : written) {
      frames.endWriteback(frame);
      if (frames.onList(frame)) {
        state.vmstat().count(VmstatItem.PGROTATED);
        lru.written(state.group(frame), frame);
      }
    }
    ReclaimJob job = stalledPushOut;
    if (job != null) {
      stalledPushOut = null;
      nextRound(job);
    }
    serveStalled();
  }

  /** A batch of a reclaim is over, and its time has gone by. */
  public void batchEnded(int number) {
    ReclaimJob job = jobs.get(number);
    if (job.batchSize > 0) {
      reclaim.pageOut(job);
    } else {
      reclaim.step(job);
    }
  }

  private void serve(PendingCharge charge) {
    while (!charge.complete()) {
      int index = charge.nextGroup();
      Group group = groups.get(index);
      if (group.full()) {
        if (charge.willDo()) {
          break;
        }
        reclaim.step(jobs.direct(charge, group));
        return;
      }
      if (charge.unpaid() != Frames.NONE) {
        pay(charge, index);
        return;
      }
      if (frames.free() <= state.watermarks().low()) {
        throw new IllegalArgumentException("kswapd is not modelled");
      }
      group.charge();
      charge.add(frames.allocate(index));
    }
    int[] charged = charge.charged();
    for (int i = 0; i < charged.length; i++) {
      lru.charged(state.group(charged[i]), charged[i], charge.request.evictionAges()[i], true);
    }
    outside.chargedAfter(
        jitter.apply(outside.now(), charged.length * allocateNanos),
        charge.request.requestId(),
        charged);
  }

  private void pay(PendingCharge charge, int index) {
    int frame = charge.unpaid();
    Group before = state.group(frame);
    Group payer = groups.get(index);
    before.uncharge();
    payer.charge();
    frames.group(frame, index);
    if (frames.onList(frame)) {
      lru.paid(before, payer, frame);
    }
    charge.add(frame);
    outside.chargedAfter(0, charge.request.requestId(), charge.frames);
  }

  private void serveStalled() {
    for (int waiting = stalled.size(); waiting > 0; waiting--) {
      serve(stalled.remove());
    }
  }

  private void reclaimed(ReclaimJob job, PendingCharge charge) {
    jobs.end(job);
    if (job.reclaimed > 0
        || !groups.get(charge.nextGroup()).full()
        || charge.fruitless() <= kernel.limitRetries()) {
      serve(charge);
    } else if (frames.underWriteback() > 0 || jobs.underWay() > 0) {
      stalled.add(charge);
    } else {
      throw new IllegalStateException("out of memory");
    }
    if (job.reclaimed > 0) {
      serveStalled();
    }
  }

  private void nextRound(ReclaimJob job) {
    job.beginRound();
    reclaim.step(job);
  }

  @Override
  public void age(ReclaimJob job, int vma, int[] aged, int[] pages, boolean lookAround) {
    reclaim.aged(job, aged, outside.age(vma, aged, pages), NO_PAGES, vma, NO_PAGES);
  }

  @Override
  public void drop(ReclaimJob job, int[] dropped, int evictionAge) {
    reclaim.evicted(job, dropped, outside.drop(dropped, evictionAge, job.number));
  }

  @Override
  public void allocate(ReclaimJob job, int slots) {
    reclaim.slotsAllocated(job, outside.allocate(job.cpu, slots));
  }

  @Override
  public void unmap(
      ReclaimJob job, int vma, int[] unmapped, int[] pages, long[] entries, int evictionAge) {
    reclaim.evicted(
        job, unmapped, outside.unmap(vma, unmapped, pages, entries, evictionAge, job.number));
  }

  @Override
  public void freeSlot(ReclaimJob job, long entry) {
    outside.freeSlot(job.cpu, entry);
  }

  @Override
  public void batchEnded(ReclaimJob job, long cpuNanos) {
    outside.batchEndsAfter(jitter.apply(outside.now(), cpuNanos), job.number);
  }

  @Override
  public boolean shrink(ReclaimJob job) {
    return false;
  }

  @Override
  public void throttle(ReclaimJob job) {
    throw new IllegalStateException("there is no kswapd to rest");
  }

  @Override
  public void finished(ReclaimJob job) {
    if (job.charge != null) {
      reclaimed(job, job.charge);
      return;
    }
    boolean fruitful = job.reclaimedThisRound > 0;
    job.fruitlessRounds = fruitful ? 0 : job.fruitlessRounds + 1;
    if (frames.underWriteback() > 0 && !fruitful) {
      stalledPushOut = job;
    } else if (groups.stream().anyMatch(group -> group.listed() > 0)
        && job.fruitlessRounds <= kernel.limitRetries()) {
      nextRound(job);
    } else {
      jobs.end(job);
      outside.pushedOut();
    }
  }
}
