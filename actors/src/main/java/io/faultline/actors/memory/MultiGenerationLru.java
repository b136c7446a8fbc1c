package io.faultline.actors.memory;

import io.faultline.actors.memory.ReclaimJob.Outcome;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Kernel;
import java.util.BitSet;
import java.util.List;

/**
 * The multi-generational LRU of {@code mm/vmscan.c}, since v6.1: two to four generations of pages,
 * eviction from the oldest, a new one begun when only two are left, and young pages promoted where
 * they are come upon, in the page tables around a page that is to be evicted or by the walk that
 * precedes a new generation.
 *
 * <p>A page that comes back in a fault while the generation it was evicted from is the oldest still
 * is spared once more when it would be evicted again ({@code lru_gen_refault}, {@code sort_folio}).
 *
 * <p>Source: mm/vmscan.c and mm/workingset.c as of v6.7 [V], what 6.1 does otherwise [M].
 */
final class MultiGenerationLru implements LruPolicy {

  /** {@code MIN_LRU_BATCH}: pages that are isolated at once. */
  static final int BATCH = 64;

  /** {@code MAX_LRU_BATCH}: pages that are looked at for a batch. */
  private static final int MOST_SORTED = 64 * BATCH;

  /** Asks VMAs for young pages. */
  interface Walks {

    /**
     * Has the page tables of a group walked, as far as its generations say.
     *
     * @return whether anybody was asked; if so, the scan goes on afterwards
     */
    boolean walk(ReclaimJob job);
  }

  private final Frames frames;
  private final List<Group> groups;
  private final Vmstat vmstat;
  private final Kernel kernel;
  private final int swappiness;
  private final Walks walks;

  /** Pages that came back while what was evicted with them was the oldest generation still. */
  private final BitSet refaulted = new BitSet();

  MultiGenerationLru(MemoryState state, Kernel kernel, int swappiness, Walks walks) {
    this.frames = state.frames();
    this.groups = state.groups();
    this.vmstat = state.vmstat();
    this.kernel = kernel;
    this.swappiness = swappiness;
    this.walks = walks;
  }

  @Override
  public void charged(Group group, int frame, int evictionAge, boolean inFault) {
    Generations generations = group.generations();
    boolean recent = evictionAge >= 0 && generations.recent(evictionAge);
    if (recent || (evictionAge >= 0 && kernel.groupReclaimOfGenerationsGoesOn())) {
      vmstat.count(VmstatItem.WORKINGSET_REFAULT_ANON);
    }
    if (recent) {
      vmstat.count(VmstatItem.WORKINGSET_ACTIVATE_ANON);
    }
    refaulted.set(frame, recent && inFault);
    generations.addHead(frame, inFault ? generations.maxSeq() : cold(generations));
  }

  @Override
  public void fileRead(Group group, int frame, int evictionAge) {
    throw new IllegalStateException("file pages are kept in the two lists only");
  }

  /** Where {@code lru_gen_add_folio} puts what is neither hot nor under writeback. */
  private long cold(Generations generations) {
    long oldest = generations.minSeq();
    return kernel.groupReclaimOfGenerationsGoesOn()
            && oldest + Generations.MIN < generations.maxSeq()
        ? oldest + 1
        : oldest;
  }

  /** Where it puts what waits to be written. */
  private long waiting(Generations generations) {
    return kernel.groupReclaimOfGenerationsGoesOn()
        ? generations.maxSeq() - 1
        : generations.minSeq() + 1;
  }

  @Override
  public void mapped(Group group, int frame, boolean activate, boolean object) {
    if (activate && frames.onList(frame)) {
      group.generations().remove(frame);
      group.generations().addHead(frame, group.generations().maxSeq());
    }
  }

  /** Only tiers would change, which pages without file pages beside them do not need. */
  @Override
  public void accessed(Group group, int frame) {}

  @Override
  public void accessedInSeveral(int frame) {
    // one young pte keeps a page as well
  }

  @Override
  public void removed(Group group, int frame) {
    group.generations().remove(frame);
  }

  @Override
  public void paid(Group before, Group payer, int frame) {
    before.generations().remove(frame);
    payer.generations().addHead(frame, payer.generations().maxSeq());
  }

  /** {@code folio_rotate_reclaimable}. */
  @Override
  public void written(Group group, int frame) {
    Generations generations = group.generations();
    generations.remove(frame);
    generations.addTail(frame, generations.minSeq());
  }

  @Override
  public void broughtBack(Group group, int frame) {
    Generations generations = group.generations();
    generations.addHead(frame, frames.writeback(frame) ? waiting(generations) : cold(generations));
  }

  @Override
  public int evictionAge(Group group) {
    return (int) (group.generations().minSeq() & Integer.MAX_VALUE);
  }

  @Override
  public void begin(ReclaimJob job) {
    job.scanned = 0;
    job.toScan = 0;
    job.evicted = 1;
    job.aged = false;
  }

  /** {@code try_to_shrink_lruvec}, from one batch to the next. */
  @Override
  public Next next(ReclaimJob job) {
    Generations generations = job.group().generations();
    while (!isOver(job)) {
      if (!job.aged && generations.wantsAging() && job.priority < ReclaimJob.DEF_PRIORITY) {
        if (generations.walking()) {
          return Next.OVER;
        }
        job.aged = true;
        if (walks.walk(job)) {
          return Next.WALK;
        }
        walked(job);
      } else if (!evict(job)) {
        return Next.OVER;
      } else if (job.batchSize > 0) {
        return Next.BATCH;
      }
    }
    return Next.OVER;
  }

  /** The walk before a new generation is over: the generation begins. */
  @Override
  public void walked(ReclaimJob job) {
    job.group().generations().walking(false);
    job.group().generations().begin();
    if (kernel.groupReclaimOfGenerationsGoesOn()) {
      job.evicted = 0; // this scan is over: the group is low on cold pages
    }
  }

  private boolean isOver(ReclaimJob job) {
    boolean stopsAtGoal = !kernel.groupReclaimOfGenerationsGoesOn() || job.isGlobal(groups);
    return job.evicted == 0
        || (job.scanned > 0 && job.scanned >= job.toScan)
        || ((job.shrinking != null || stopsAtGoal) && job.satisfied())
        || swappiness == 0;
  }

  /** {@code get_nr_to_scan} and {@code evict_folios}; false where there is nothing to scan. */
  private boolean evict(ReclaimJob job) {
    Generations generations = job.group().generations();
    job.batchSize = 0;
    if (generations.minSeq() + Generations.MIN > generations.maxSeq()) {
      return false;
    }
    job.toScan = (long) generations.size() >> job.priority;
    if (job.toScan == 0) {
      return false;
    }
    long scanned = isolate(job, generations);
    if (generations.dropEmpty()) {
      scanned++;
    }
    if (generations.count() == Generations.MIN) {
      scanned = 0;
    }
    job.evicted = scanned;
    job.scanned += scanned;
    job.agingActive = false;
    return true;
  }

  /** {@code scan_folios}. */
  private long isolate(ReclaimJob job, Generations generations) {
    if (generations.count() == Generations.MIN) {
      return 0;
    }
    long scanned = 0;
    int sorted = 0;
    FrameList oldest = generations.oldest();
    while (oldest.size() > 0 && scanned < MOST_SORTED && job.batchSize < BATCH) {
      int frame = oldest.tail();
      if (generations.sortPromoted(frame)) {
        sorted++;
      } else if (refaulted.get(frame)) { // all its LRU_REFS_MASK is set
        refaulted.clear(frame);
        generations.remove(frame);
        generations.addTail(frame, generations.minSeq() + 1);
        sorted++;
      } else if (frames.writeback(frame)) {
        generations.remove(frame);
        generations.addHead(frame, generations.minSeq() + 1);
        sorted++;
      } else if (job.chooses(frames, frame)) {
        generations.remove(frame);
        frames.clearReferenced(frame);
        job.add(frames, frame);
      } else {
        break;
      }
      scanned++;
    }
    vmstat.count(VmstatItem.PGREFILL, sorted);
    return job.batchSize > 0 || scanned == MOST_SORTED ? scanned : 0;
  }

  @Override
  public boolean looksAround() {
    return true;
  }

  /** Until then it waits in the plug of {@code lru_gen_shrink_lruvec}. */
  @Override
  public boolean writesBehindBatch() {
    return kernel.groupReclaimOfGenerationsGoesOn();
  }

  @Override
  public void foundYoung(ReclaimJob job, int[] young, int vma, int[] densePmds) {
    boolean walk = job.walksAwaited > 0 || job.pushOut != null;
    for (int frame : young) {
      if (frames.onList(frame)) {
        promote(groups.get(frames.group(frame)).generations(), frame, walk);
      } else {
        frames.setReferenced(frame);
      }
    }
    job.group().generations().dense(vma, densePmds, job.walksAwaited > 0);
  }

  /** {@code folio_activate} of later kernels where no walk is on, {@code folio_update_gen} else. */
  private void promote(Generations generations, int frame, boolean walk) {
    refaulted.clear(frame);
    if (walk || !kernel.groupReclaimOfGenerationsGoesOn()) {
      generations.promote(frame);
    } else if (!generations.youngest(frame)) {
      generations.remove(frame);
      generations.addHead(frame, generations.maxSeq());
    }
  }

  @Override
  public Outcome inUse(ReclaimJob job, int frame, boolean young) {
    return Outcome.ACTIVATE;
  }

  @Override
  public void putBack(Group group, int frame, Outcome outcome) {
    refaulted.clear(frame);
    Generations generations = group.generations();
    if (outcome == Outcome.WRITEBACK) {
      if (frames.writeback(frame)) {
        generations.addHead(frame, waiting(generations));
      } else { // written already
        generations.addTail(frame, generations.minSeq());
      }
    } else {
      vmstat.count(VmstatItem.PGACTIVATE);
      generations.addHead(frame, generations.maxSeq());
    }
  }

  @Override
  public void freed(Group group) {
    // generations are what ages
  }
}
