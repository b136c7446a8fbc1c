package io.faultline.actors.memory;

import io.faultline.actors.memory.ReclaimJob.Outcome;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.CpuCosts;
import io.faultline.protocol.MemoryMessage.Fate;
import io.faultline.protocol.MemoryMessage.Reference;
import io.faultline.protocol.SwapEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Reclaim of anonymous pages as {@code mm/vmscan.c} does it: {@link LruPolicy} says which pages are
 * looked at; those in use go back, old ones to swap. It decides; what has to be asked of others
 * goes through {@link Steps}, and their answers come back as calls.
 */
final class Reclaim {

  /** What reclaim needs done. The first four are answered by calls for the same batch. */
  interface Steps {

    /**
     * Read and clear the young bits, of pages around young ones too if asked to; answered by {@link
     * #aged}.
     */
    void age(ReclaimJob job, int vma, int[] frames, int[] pages, boolean lookAround);

    /** Drop pages that nobody maps; answered by {@link #evicted}. */
    void drop(ReclaimJob job, int[] frames, int evictionAge);

    /** Allocate slots; answered by {@link #slotsAllocated}. */
    void allocate(ReclaimJob job, int slots);

    /** Unmap pages; answered by {@link #evicted}. */
    void unmap(ReclaimJob job, int vma, int[] frames, int[] pages, long[] entries, int evictionAge);

    /** A slot was not needed after all. */
    void freeSlot(ReclaimJob job, long entry);

    /** A batch is over and took CPU time; goes on with {@link #step}. */
    void batchEnded(ReclaimJob job, long cpuNanos);

    /**
     * The scan of a group at a priority is over: shrink what else the group has; answered by {@link
     * #shrunk} if the answer here is true.
     */
    boolean shrink(ReclaimJob job);

    /** kswapd meets pages that it wrote before and that are being written still: it rests. */
    void throttle(ReclaimJob job);

    /** The job has reclaimed its goal, or scanned everything. */
    void finished(ReclaimJob job);
  }

  private final Frames frames;
  private final List<Group> groups;
  private final Vmstat vmstat;
  private final LruPolicy lru;
  private final LruAddBatch adds;
  private final CpuCosts costs;
  private final boolean throttlesKswapd;
  private final Steps steps;
  private boolean nodeUnderWriteback;

  /**
   * Reclaim of a machine.
   *
   * @param throttlesKswapd whether kswapd rests where it meets its own writeback
   */
  Reclaim(
      MemoryState state,
      LruPolicy lru,
      LruAddBatch adds,
      CpuCosts costs,
      boolean throttlesKswapd,
      Steps steps) {
    this.adds = adds;
    this.throttlesKswapd = throttlesKswapd;
    this.frames = state.frames();
    this.groups = state.groups();
    this.vmstat = state.vmstat();
    this.lru = lru;
    this.costs = costs;
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
        adds.drain();
        lru.begin(job);
        job.scanning = true;
      }
      switch (lru.next(job)) {
        case BATCH -> {
          startBatch(job);
          return;
        }
        case WALK -> {
          return;
        }
        case OVER -> {
          if (steps.shrink(job)) {
            return;
          }
          if (endScan(job)) {
            steps.throttle(job);
            return;
          }
        }
      }
    }
  }

  /** What else the group has is shrunk ({@code shrink_slab}). */
  void shrunk(ReclaimJob job, long scanned) {
    vmstat.count(VmstatItem.SLABS_SCANNED, scanned);
    if (endScan(job)) {
      steps.throttle(job);
    } else {
      step(job);
    }
  }

  /**
   * The end of {@code shrink_lruvec}: on to the next group, after the last to the next priority.
   *
   * @return whether kswapd is to rest, since it came upon pages that it wrote in an earlier scan
   */
  private boolean endScan(ReclaimJob job) {
    job.scanning = false;
    job.groupIndex++;
    if (job.groupIndex == job.groups.size()) {
      job.groupIndex = 0;
      job.priority--;
    }
    boolean immediate = job.immediate > 0;
    if (job.kswapd() && throttlesKswapd && job.underWriteback > 0) {
      nodeUnderWriteback |= job.underWriteback == job.taken;
    }
    job.taken = 0;
    job.underWriteback = 0;
    job.immediate = 0;
    return immediate;
  }

  /** kswapd has reached the high watermark: {@code PGDAT_WRITEBACK} is cleared. */
  void balanced() {
    nodeUnderWriteback = false;
  }

  private void startBatch(ReclaimJob job) {
    job.taken += job.agingActive ? 0 : job.batchSize;
    job.outstanding = job.batchSize;
    job.unbilledNanos += job.batchSize * costs.reclaimScanNanos();
    if (job.agingActive) {
      vmstat.count(VmstatItem.PGREFILL, job.batchSize);
    } else {
      vmstat.count(job.ofFiles ? VmstatItem.PGSCAN_FILE : VmstatItem.PGSCAN_ANON, job.batchSize);
      countGlobally(job, VmstatItem.PGSCAN_KSWAPD, VmstatItem.PGSCAN_DIRECT, job.batchSize);
    }
    askAboutBatch(job);
  }

  /** {@code pgscan_direct} and its like leave the reclaim of a group's own limit out. */
  private void countGlobally(ReclaimJob job, VmstatItem byKswapd, VmstatItem direct, long pages) {
    if (job.kswapd()) {
      vmstat.count(byKswapd, pages);
    } else if (job.isGlobal(groups)) {
      vmstat.count(direct, pages);
    }
  }

  private void askAboutBatch(ReclaimJob job) {
    int[] unmapped = new int[job.batchSize];
    int unmappedCount = 0;
    for (int i = 0; i < job.batchSize; i++) {
      int frame = job.batch[i];
      if (job.ofFiles) {
        settle(job, i, job.agingActive ? Outcome.DEACTIVATE : Outcome.FREED);
      } else if (frames.writeback(frame) && !job.agingActive) {
        noteUnderWriteback(job);
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
      steps.drop(job, Arrays.copyOf(unmapped, unmappedCount), lru.evictionAge(job.group()));
    }
    for (int[] part : mapped) {
      steps.age(
          job, frames.vma(part[0]), part, pagesOf(part), lru.looksAround() && !job.agingActive);
    }
    endBatchIfSettled(job);
  }

  /** Where whole scans meet nothing else, kswapd counts such pages, and rests behind the scan. */
  private void noteUnderWriteback(ReclaimJob job) {
    job.underWriteback++;
    if (job.kswapd() && nodeUnderWriteback) {
      vmstat.count(VmstatItem.NR_VMSCAN_IMMEDIATE_RECLAIM);
      job.immediate++;
    }
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

  /**
   * {@code folio_check_references}, then what is old goes to swap.
   *
   * @param around pages that were young around those of the batch
   * @param densePmds where in the page table young pages lie dense
   */
  void aged(
      ReclaimJob job, int[] aged, Reference[] references, int[] around, int vma, int[] densePmds) {
    lru.foundYoung(job, around, vma, densePmds);
    for (int i = 0; i < aged.length; i++) {
      int index = frames.batchIndex(aged[i]);
      Reference reference = references[i];
      boolean young = reference == Reference.YOUNG || reference == Reference.YOUNG_IN_SEVERAL;
      if (reference == Reference.YOUNG_IN_SEVERAL) {
        lru.accessedInSeveral(aged[i]);
      }
      if (job.agingActive || young || reference == Reference.BUSY || foundYoung(aged[i])) {
        settle(job, index, lru.inUse(job, aged[i], young));
        continue;
      }
      frames.clearReferenced(aged[i]);
      job.outcomes[index] =
          reference == Reference.OLD_WITH_SLOT ? Outcome.UNMAP : Outcome.NEEDS_SLOT;
    }
    job.answersAwaited--;
    if (job.answersAwaited == 0) {
      int pages = pagesOut(job);
      if (pages > 0 && lru.writesBehindBatch()) {
        long cpuNanos = job.unbilledNanos + pages * costs.reclaimPageNanos();
        job.unbilledNanos = 0;
        job.paid = true; // of the pages that are mapped
        steps.batchEnded(job, cpuNanos);
      } else {
        pageOut(job);
      }
    }
    endBatchIfSettled(job);
  }

  /** Whether a page of the batch was young when another one was looked at. */
  private boolean foundYoung(int frame) {
    return lru.looksAround() && frames.referenced(frame);
  }

  /** A VMA has been walked for young pages. */
  void walked(ReclaimJob job, int[] young, int vma, int[] densePmds, long scannedPtes) {
    lru.foundYoung(job, young, vma, densePmds);
    job.unbilledNanos += scannedPtes * costs.pteScanNanos();
    job.walksAwaited--;
    if (job.walksAwaited == 0) {
      lru.walked(job);
      step(job);
    }
  }

  /** Unmaps and writes what is old in a batch, once the time that this takes has gone by. */
  void pageOut(ReclaimJob job) {
    int slotsWanted = slotsWanted(job);
    if (slotsWanted > 0) {
      steps.allocate(job, slotsWanted);
    } else {
      unmap(job);
    }
    endBatchIfSettled(job);
  }

  private static int pagesOut(ReclaimJob job) {
    int pages = 0;
    for (int i = 0; i < job.batchSize; i++) {
      if (job.outcomes[i] == Outcome.NEEDS_SLOT || job.outcomes[i] == Outcome.UNMAP) {
        pages++;
      }
    }
    return pages;
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
        job.newSlots++;
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
    keepUnmapped(job);
    for (int[] part : mappedByVma(job, true)) {
      long[] entries = new long[part.length];
      for (int i = 0; i < part.length; i++) {
        int index = frames.batchIndex(part[i]);
        entries[i] = job.newEntries[index];
        job.outcomes[index] = Outcome.PENDING;
      }
      steps.unmap(
          job, frames.vma(part[0]), part, pagesOf(part), entries, lru.evictionAge(job.group()));
    }
  }

  /** Pages that were mapped when they were aged, and are no more: reclaim finds them again. */
  private void keepUnmapped(ReclaimJob job) {
    for (int i = 0; i < job.batchSize; i++) {
      if (job.outcomes[i] == Outcome.UNMAP && frames.vma(job.batch[i]) == Frames.NONE) {
        if (job.newEntries[i] != SwapEntry.NONE) {
          steps.freeSlot(job, job.newEntries[i]);
        }
        settle(job, i, Outcome.KEEP);
      }
    }
  }

  /** Pages have been dropped, are being written, or could not be taken. */
  void evicted(ReclaimJob job, int[] evicted, Fate[] fates) {
    for (int i = 0; i < evicted.length; i++) {
      int frame = evicted[i];
      int index = frames.batchIndex(frame);
      switch (fates[i]) {
        case FREED -> {
          bill(job, frame);
          frames.unmapped(frame);
          settle(job, index, Outcome.FREED);
        }
        case WRITTEN -> {
          bill(job, frame);
          frames.unmapped(frame);
          job.group().noteAnonCost(1);
          settle(job, index, Outcome.FREED);
        }
        case WRITEBACK -> {
          bill(job, frame);
          frames.unmapped(frame);
          frames.beginWriteback(frame);
          job.group().noteAnonCost(1);
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

  private void bill(ReclaimJob job, int frame) {
    if (!job.paid || frames.vma(frame) == Frames.NONE) {
      job.unbilledNanos += costs.reclaimPageNanos();
    }
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
      if (frames.gone(frame) && !frames.writeback(frame)) {
        frames.release(frame);
        group.uncharge();
      } else if (job.outcomes[i] == Outcome.FREED) {
        if (job.ofFiles) { // clean, since nobody writes files
          Objects.requireNonNull(group.files()).evicted(frames.page(frame), lru.evictionAge(group));
        }
        frames.release(frame);
        group.uncharge();
        lru.freed(group);
        freed++;
      } else {
        lru.putBack(group, frame, job.outcomes[i]);
      }
    }
    job.batchSize = 0;
    job.paid = false;
    job.reclaimed += freed;
    job.reclaimedThisRound += freed;
    vmstat.count(VmstatItem.PGFREE, freed);
    vmstat.count(job.ofFiles ? VmstatItem.PGSTEAL_FILE : VmstatItem.PGSTEAL_ANON, freed);
    countGlobally(job, VmstatItem.PGSTEAL_KSWAPD, VmstatItem.PGSTEAL_DIRECT, freed);
    long cpuNanos = job.unbilledNanos;
    job.unbilledNanos = 0;
    steps.batchEnded(job, cpuNanos);
  }
}
