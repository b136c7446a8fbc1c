package io.faultline.actors.memory;

import io.faultline.actors.memory.ReclaimJob.Outcome;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.SwapEntry;
import java.util.Arrays;

/**
 * The classic two-list reclaim of {@code mm/vmscan.c}, v5.8 and later, for anonymous pages: batches
 * of 32 from the tail, young pages once more around, old ones to swap. It decides; what has to be
 * asked of others goes through {@link Steps}, and their answers come back as calls.
 */
final class Reclaim {

  /** What reclaim needs done. The first four are answered by calls for the same batch. */
  interface Steps {

    /** Read and clear the young bits; answered by {@link #aged}. */
    void age(ReclaimJob job, int vma, int[] frames, int[] pages);

    /** Drop pages that nobody maps; answered by {@link #evicted}. */
    void drop(ReclaimJob job, int[] frames, int evictionAge);

    /** Allocate slots; answered by {@link #slotsAllocated}. */
    void allocate(ReclaimJob job, int slots);

    /** Unmap pages; answered by {@link #evicted}. */
    void unmap(ReclaimJob job, int vma, int[] frames, int[] pages, long[] entries, int evictionAge);

    /** A slot was not needed after all. */
    void freeSlot(ReclaimJob job, long entry);

    /** The device began to write a page. */
    void writebackBegun();

    /** A batch is over and took CPU time; goes on with {@link #step}. */
    void batchEnded(ReclaimJob job, long cpuNanos);

    /**
     * The scan of a group at a priority is over: shrink what else the group has; answered by {@link
     * #shrunk} if the answer here is true.
     */
    boolean shrink(ReclaimJob job);

    /** The job has reclaimed its goal, or scanned everything. */
    void finished(ReclaimJob job);
  }

  /** Rules that differ between kernels, and what scanning costs. */
  record Rules(
      int swappiness,
      boolean youngActivatesAtOnce,
      boolean sharesFollowCost,
      long scanNanos,
      long reclaimNanos) {}

  private final Frames frames;
  private final java.util.List<Group> groups;
  private final Vmstat vmstat;
  private final long highWatermark;
  private final Rules rules;
  private final Steps steps;

  Reclaim(MemoryState state, Rules rules, Steps steps) {
    this.frames = state.frames();
    this.groups = state.groups();
    this.vmstat = state.vmstat();
    this.highWatermark = state.watermarks().high();
    this.rules = rules;
    this.steps = steps;
  }

  /** Takes a job to its next batch, or to its end. */
  void step(ReclaimJob job) {
    while (true) {
      if (!job.scanning) {
        if (job.satisfied() || job.priority < 0) {
          steps.finished(job);
          return;
        }
        beginScan(job);
      }
      if (nextBatch(job) || steps.shrink(job)) {
        return;
      }
      endScan(job);
    }
  }

  /** What else the group has is shrunk ({@code shrink_slab}). */
  void shrunk(ReclaimJob job, long scanned, long cpuNanos) {
    vmstat.count(VmstatItem.SLABS_SCANNED, scanned);
    job.unbilledNanos += cpuNanos;
    endScan(job);
    step(job);
  }

  /** {@code get_scan_count} for the job's present group and priority. */
  private void beginScan(ReclaimJob job) {
    Group group = job.group();
    ScanBalance balance =
        rules.sharesFollowCost()
            ? ScanBalance.of(rules.swappiness(), group.anonCost(), 0)
            : ScanBalance.byRotation(
                rules.swappiness(), group.recentlyScanned(), group.recentlyRotated(), 0, 0);
    job.inactiveLeft = scanCount(job, balance, group.inactive().size());
    job.activeLeft = scanCount(job, balance, group.active().size());
    job.activeTurn = false;
    job.scanning = true;
  }

  private long scanCount(ReclaimJob job, ScanBalance balance, int size) {
    boolean bySizeAlone = job.priority == 0 && rules.swappiness() > 0;
    boolean anonOnly = isGlobal(job) && frames.free() <= highWatermark;
    return bySizeAlone || anonOnly ? size >> job.priority : balance.anonScan(size, job.priority);
  }

  /** Whether the machine as a whole is short of memory, rather than a group at its limit. */
  private boolean isGlobal(ReclaimJob job) {
    return job.groups.size() == groups.size() && job.pushOut == null;
  }

  /** Starts the next batch of the present scan; false if the scan is over. */
  private boolean nextBatch(ReclaimJob job) {
    Group group = job.group();
    while (!job.satisfied() && (job.inactiveLeft > 0 || job.activeLeft > 0)) {
      boolean active = (job.activeTurn && job.activeLeft > 0) || job.inactiveLeft == 0;
      job.activeTurn = !active;
      int n = (int) Math.min(Memory.SWAP_CLUSTER_MAX, active ? job.activeLeft : job.inactiveLeft);
      if (active) {
        job.activeLeft = job.wantsMore() ? job.activeLeft - n : 0;
        if (job.wantsMore() && group.inactiveIsLow() && startBatch(job, group.active(), n, true)) {
          return true;
        }
      } else {
        job.inactiveLeft -= n;
        if (startBatch(job, group.inactive(), n, false)) {
          return true;
        }
        job.inactiveLeft = 0;
      }
    }
    return false;
  }

  /**
   * The end of {@code shrink_lruvec}: on to the next group, after the last to the next priority.
   */
  private void endScan(ReclaimJob job) {
    job.scanning = false;
    job.groupIndex++;
    if (job.groupIndex == job.groups.size()) {
      job.groupIndex = 0;
      job.priority--;
    }
  }

  private boolean startBatch(ReclaimJob job, FrameList list, int n, boolean agingActive) {
    job.agingActive = agingActive;
    job.batchSize = 0;
    while (job.batchSize < n && list.size() > 0) {
      int frame = list.tail();
      if (job.shrinking != null && !agingActive && !frames.leaves(frame)) {
        if (!job.wantsMore()) {
          break;
        }
        frames.leave(frame);
      }
      list.remove(frame);
      frames.isolate(frame, job.batchSize);
      job.batch[job.batchSize] = frame;
      job.newEntries[job.batchSize] = SwapEntry.NONE;
      job.outcomes[job.batchSize++] = Outcome.PENDING;
    }
    if (job.batchSize == 0) {
      return false;
    }
    job.outstanding = job.batchSize;
    job.group().noteScanned(job.batchSize);
    job.unbilledNanos += job.batchSize * rules.scanNanos();
    if (agingActive) {
      vmstat.count(VmstatItem.PGREFILL, job.batchSize);
    } else {
      vmstat.count(VmstatItem.PGSCAN_ANON, job.batchSize);
      countGlobally(job, VmstatItem.PGSCAN_KSWAPD, VmstatItem.PGSCAN_DIRECT, job.batchSize);
    }
    askAboutBatch(job);
    return true;
  }

  /** {@code pgscan_direct} and its like leave the reclaim of a group's own limit out. */
  private void countGlobally(ReclaimJob job, VmstatItem byKswapd, VmstatItem direct, long pages) {
    if (job.kswapd()) {
      vmstat.count(byKswapd, pages);
    } else if (isGlobal(job)) {
      vmstat.count(direct, pages);
    }
  }

  private void askAboutBatch(ReclaimJob job) {
    int[] unmapped = new int[job.batchSize];
    int unmappedCount = 0;
    for (int i = 0; i < job.batchSize; i++) {
      int frame = job.batch[i];
      if (frames.writeback(frame) && !job.agingActive) {
        settle(job, i, Outcome.ACTIVATE);
      } else if (frames.vma(frame) == Frames.NONE) {
        if (job.agingActive) {
          settle(job, i, Outcome.DEACTIVATE);
        } else {
          unmapped[unmappedCount++] = frame;
        }
      }
    }
    int[][] mapped = mappedByVma(job, false);
    job.answersAwaited = mapped.length;
    if (unmappedCount > 0) {
      steps.drop(job, Arrays.copyOf(unmapped, unmappedCount), job.group().age());
    }
    for (int[] part : mapped) {
      steps.age(job, frames.vma(part[0]), part, pagesOf(part));
    }
    endBatchIfSettled(job);
  }

  /**
   * The batch's mapped and unsettled frames, a part for each VMA; or those that are to be unmapped.
   */
  private int[][] mappedByVma(ReclaimJob job, boolean toUnmap) {
    int[][] parts = new int[0][];
    boolean[] taken = new boolean[job.batchSize];
    for (int i = 0; i < job.batchSize; i++) {
      if (taken[i] || !wanted(job, i, toUnmap)) {
        continue;
      }
      int vma = frames.vma(job.batch[i]);
      int[] part = new int[job.batchSize - i];
      int count = 0;
      for (int k = i; k < job.batchSize; k++) {
        if (!taken[k] && wanted(job, k, toUnmap) && frames.vma(job.batch[k]) == vma) {
          taken[k] = true;
          part[count++] = job.batch[k];
        }
      }
      parts = Arrays.copyOf(parts, parts.length + 1);
      parts[parts.length - 1] = Arrays.copyOf(part, count);
    }
    return parts;
  }

  private boolean wanted(ReclaimJob job, int index, boolean toUnmap) {
    return job.outcomes[index] == (toUnmap ? Outcome.UNMAP : Outcome.PENDING)
        && frames.vma(job.batch[index]) != Frames.NONE;
  }

  private int[] pagesOf(int[] part) {
    int[] pages = new int[part.length];
    for (int i = 0; i < part.length; i++) {
      pages[i] = frames.page(part[i]);
    }
    return pages;
  }

  /** {@code folio_check_references}, then what is old goes to swap. */
  void aged(ReclaimJob job, int[] aged, Reference[] references) {
    for (int i = 0; i < aged.length; i++) {
      int index = frames.batchIndex(aged[i]);
      if (job.agingActive) {
        frames.clearReferenced(aged[i]);
        if (references[i] == Reference.YOUNG) {
          job.group().noteRotated(1);
        }
        settle(job, index, Outcome.DEACTIVATE);
        continue;
      }
      switch (references[i]) {
        case BUSY -> settle(job, index, Outcome.KEEP);
        case YOUNG -> {
          boolean again = frames.setReferenced(aged[i]);
          settle(
              job, index, again || rules.youngActivatesAtOnce() ? Outcome.ACTIVATE : Outcome.KEEP);
        }
        case OLD_WITH_SLOT -> {
          frames.clearReferenced(aged[i]);
          job.outcomes[index] = Outcome.UNMAP;
        }
        case OLD_WITHOUT_SLOT -> {
          frames.clearReferenced(aged[i]);
          job.outcomes[index] = Outcome.NEEDS_SLOT;
        }
      }
    }
    job.answersAwaited--;
    if (job.answersAwaited == 0) {
      int slotsWanted = slotsWanted(job);
      if (slotsWanted > 0) {
        steps.allocate(job, slotsWanted);
      } else {
        unmap(job);
      }
    }
    endBatchIfSettled(job);
  }

  private static int slotsWanted(ReclaimJob job) {
    int wanted = 0;
    for (int i = 0; i < job.batchSize; i++) {
      if (job.outcomes[i] == Outcome.NEEDS_SLOT) {
        wanted++;
      }
    }
    return wanted;
  }

  /**
   * {@code add_to_swap}: pages get slots in the order of the batch; those left over are activated.
   */
  void slotsAllocated(ReclaimJob job, long[] entries) {
    int used = 0;
    for (int i = 0; i < job.batchSize; i++) {
      if (job.outcomes[i] != Outcome.NEEDS_SLOT) {
        continue;
      }
      if (used < entries.length) {
        job.newEntries[i] = entries[used++];
        job.outcomes[i] = Outcome.UNMAP;
      } else {
        settle(job, i, Outcome.ACTIVATE);
        if (job.shrinking != null) {
          job.shrinking.noSlots();
        }
      }
    }
    for (; used < entries.length; used++) {
      steps.freeSlot(job, entries[used]);
    }
    unmap(job);
    endBatchIfSettled(job);
  }

  private void unmap(ReclaimJob job) {
    for (int[] part : mappedByVma(job, true)) {
      long[] entries = new long[part.length];
      for (int i = 0; i < part.length; i++) {
        int index = frames.batchIndex(part[i]);
        entries[i] = job.newEntries[index];
        job.outcomes[index] = Outcome.PENDING;
      }
      steps.unmap(job, frames.vma(part[0]), part, pagesOf(part), entries, job.group().age());
    }
  }

  /** Pages have been dropped, are being written, or could not be taken. */
  void evicted(ReclaimJob job, int[] evicted, Fate[] fates) {
    for (int i = 0; i < evicted.length; i++) {
      int frame = evicted[i];
      int index = frames.batchIndex(frame);
      switch (fates[i]) {
        case FREED -> {
          frames.unmapped(frame);
          job.unbilledNanos += rules.reclaimNanos();
          settle(job, index, Outcome.FREED);
        }
        case WRITTEN -> {
          frames.unmapped(frame);
          job.unbilledNanos += rules.reclaimNanos();
          job.group().noteCost(1);
          settle(job, index, Outcome.FREED);
        }
        case WRITEBACK -> {
          frames.unmapped(frame);
          frames.beginWriteback(frame);
          steps.writebackBegun();
          job.unbilledNanos += rules.reclaimNanos();
          job.group().noteCost(1);
          settle(job, index, Outcome.WRITEBACK);
        }
        case STILL_WRITEBACK -> {
          frames.unmapped(frame);
          settle(job, index, Outcome.ACTIVATE);
        }
        case BUSY -> {
          if (job.newEntries[index] != SwapEntry.NONE) {
            steps.freeSlot(job, job.newEntries[index]);
          }
          settle(job, index, Outcome.KEEP);
        }
      }
    }
    endBatchIfSettled(job);
  }

  private void settle(ReclaimJob job, int index, Outcome outcome) {
    job.outcomes[index] = outcome;
    job.outstanding--;
  }

  private void endBatchIfSettled(ReclaimJob job) {
    if (job.outstanding > 0 || job.batchSize == 0) {
      return;
    }
    int freed = 0;
    for (int i = 0; i < job.batchSize; i++) {
      int frame = job.batch[i];
      Group group = groups.get(frames.group(frame));
      frames.putBack(frame);
      if (frames.vma(frame) != Frames.NONE || job.outcomes[i] == Outcome.KEEP) {
        frames.stay(frame);
      }
      switch (job.outcomes[i]) {
        case FREED -> {
          frames.release(frame);
          group.uncharge();
          group.growOlder(1);
          freed++;
        }
        case ACTIVATE -> {
          vmstat.count(VmstatItem.PGACTIVATE);
          group.active().addHead(frame);
          group.noteRotated(1);
          group.growOlder(1);
        }
        case DEACTIVATE -> {
          vmstat.count(VmstatItem.PGDEACTIVATE);
          group.inactive().addHead(frame);
        }
        case WRITEBACK -> {
          if (frames.writeback(frame)) {
            group.inactive().addHead(frame);
          } else { // written already
            group.inactive().addTail(frame);
          }
        }
        default -> group.inactive().addHead(frame);
      }
    }
    job.batchSize = 0;
    job.reclaimed += freed;
    job.reclaimedThisRound += freed;
    vmstat.count(VmstatItem.PGFREE, freed);
    vmstat.count(VmstatItem.PGSTEAL_ANON, freed);
    countGlobally(job, VmstatItem.PGSTEAL_KSWAPD, VmstatItem.PGSTEAL_DIRECT, freed);
    long cpuNanos = job.unbilledNanos;
    job.unbilledNanos = 0;
    steps.batchEnded(job, cpuNanos);
  }
}
