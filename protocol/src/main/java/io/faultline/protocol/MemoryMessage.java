package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to memory: frames, limits, LRU lists and reclaim. */
public sealed interface MemoryMessage {

  /** There is a swap cache; reclaim may drop pages from it. */
  record AddSwapCache(ActorRef<? super SwapCacheMessage.Drop> replyTo) implements MemoryMessage {}

  /**
   * A VMA exists; reclaim may ask it about its pages.
   *
   * @param object whether it is a tmpfs object instead, whose pages no fault activates
   */
  record AddVma(int vma, int group, boolean object, ActorRef<VmaMessage> replyTo)
      implements MemoryMessage {

    /** A VMA of a process. */
    public AddVma(int vma, int group, ActorRef<VmaMessage> replyTo) {
      this(vma, group, false, replyTo);
    }
  }

  /**
   * Allocates a frame for each page and charges it to its group, reclaiming first where there is
   * none.
   *
   * @param requestId returned with the answer
   * @param groups group to charge, one a page
   * @param evictionAges age at which each page was evicted; {@link #NEVER_EVICTED} or {@link
   *     #NEW_IN_OBJECT} for a new page
   * @param cpu processor that the faulting task runs on
   * @param mayFail whether to answer with no frames where there is no memory, instead of declaring
   *     the machine out of it: swapoff gives up before anything else suffers
   * @param replyTo told {@link Charged} once the CPU time has passed
   */
  record Charge(
      int requestId,
      int[] groups,
      int[] evictionAges,
      int cpu,
      boolean mayFail,
      ActorRef<? super Charged> replyTo)
      implements MemoryMessage {

    /** A charge that must not fail. */
    public Charge(
        int requestId,
        int[] groups,
        int[] evictionAges,
        int cpu,
        ActorRef<? super Charged> replyTo) {
      this(requestId, groups, evictionAges, cpu, false, replyTo);
    }
  }

  /**
   * Allocates and charges frames for new pages, as many as there are without reclaim; reclaims only
   * where there is none at all.
   *
   * @param requestId returned with the answer
   * @param group group to charge
   * @param pages frames wanted, at least 1
   * @param evictionAge {@link #NEVER_EVICTED} or {@link #NEW_IN_OBJECT}
   * @param cpu processor that the populating process runs on
   * @param replyTo told {@link Charged} with at least one frame once the CPU time has passed
   */
  record ChargeSome(
      int requestId,
      int group,
      int pages,
      int evictionAge,
      int cpu,
      ActorRef<? super Charged> replyTo)
      implements MemoryMessage {}

  /** Eviction age of an anonymous page that has never been evicted. */
  int NEVER_EVICTED = -1;

  /** Eviction age of a page of a tmpfs object that has never been evicted. */
  int NEW_IN_OBJECT = -2;

  /** Pages have been read or written through a file ({@code mark_page_accessed}). */
  record Accessed(int[] frames) implements MemoryMessage {}

  /**
   * Charges the frame of a page that was swapped in, and that a fault is about to map, to a group;
   * nothing if it is charged already. Up to v5.7 the pages of a window are not charged before.
   *
   * @param requestId returned with the answer
   * @param frame the frame, in use
   * @param group group to charge
   * @param cpu processor that the faulting task runs on
   * @param mayFail as in {@link Charge}
   * @param replyTo told {@link Charged}, with this one frame, once the group has room
   */
  record ChargeMapped(
      int requestId,
      int frame,
      int group,
      int cpu,
      boolean mayFail,
      ActorRef<? super Charged> replyTo)
      implements MemoryMessage {}

  /**
   * A frame is mapped at a page.
   *
   * @param activate whether the page is to be on the active list, whatever the kernel generation
   *     does at a fault
   */
  record Mapped(int frame, int vma, int page, boolean activate) implements MemoryMessage {

    /** A fault maps a frame at a page. */
    public Mapped(int frame, int vma, int page) {
      this(frame, vma, page, false);
    }
  }

  /** Frames are mapped at a page and those that follow it. */
  record MappedRun(int[] frames, int vma, int firstPage) implements MemoryMessage {}

  /** Nothing maps frames any more; the swap cache still has their pages. */
  record Unmapped(int[] frames) implements MemoryMessage {}

  /**
   * Frames hold nothing any more: their last owner has let go. One that reclaim looks at, or that
   * is being written, is free when that ends.
   */
  record Release(int[] frames) implements MemoryMessage {}

  /** What {@code folio_check_references} finds at a page. */
  enum Reference {
    /** The page has been accessed since it was last asked about. */
    YOUNG,
    /** Several of the ptes that map it have. */
    YOUNG_IN_SEVERAL,
    /** Not accessed, and its slot still holds what the page holds. */
    OLD_WITH_SLOT,
    /** Not accessed, and it has no slot. */
    OLD_WITHOUT_SLOT,
    /** A fault on the page is in progress, or it is no longer mapped there. */
    BUSY
  }

  /**
   * Answers {@link VmaMessage.Age}: one reference a frame.
   *
   * @param around frames of pages around the young ones that were young too, and no longer are;
   *     empty unless that was asked for
   * @param densePmds parts of the VMA, 512 pages each, in which young pages lie dense; likewise
   */
  record Aged(int job, int[] frames, Reference[] references, int[] around, int[] densePmds)
      implements MemoryMessage {

    /** Nobody looked around. */
    public Aged(int job, int[] frames, Reference[] references) {
      this(job, frames, references, new int[0], new int[0]);
    }
  }

  /**
   * Answers {@link VmaMessage.Walk}.
   *
   * @param vma the VMA
   * @param young frames of the pages that were young, and no longer are
   * @param densePmds parts of the VMA, 512 pages each, in which young pages lie dense
   * @param ptes how many page table entries were looked at
   */
  record Walked(int job, int vma, int[] young, int[] densePmds, long ptes)
      implements MemoryMessage {}

  /**
   * Answers {@link SwapAreasMessage.Allocate}.
   *
   * @param entries the slots; fewer than asked for when swap is full
   */
  record SlotsAllocated(int job, long[] entries) implements MemoryMessage {}

  /** What became of a page that reclaim wanted to be rid of. */
  enum Fate {
    /** The frame holds nothing any more. */
    FREED,
    /** The page is in its slot, written by reclaim itself; the frame holds nothing any more. */
    WRITTEN,
    /** The page is being written to its slot. */
    WRITEBACK,
    /** The page was under writeback already. */
    STILL_WRITEBACK,
    /** The page is locked or in use: it stays. */
    BUSY
  }

  /** One fate a frame, from the swap cache or from a VMA that could not unmap. */
  record Evicted(int job, int[] frames, Fate[] fates) implements MemoryMessage {}

  /** Pages have been written; they can be dropped by the next scan. */
  record WritebackEnded(int[] frames) implements MemoryMessage {}

  /** The CPU time that a batch of reclaim took has passed. */
  record BatchEnded(int job) implements MemoryMessage {}

  /**
   * kswapd has rested as long as it does while pages are being written.
   *
   * @param rest which rest it was
   */
  record KswapdRested(int rest) implements MemoryMessage {}

  /**
   * Who pushes memory out has been given a processor.
   *
   * @param cpu the processor
   * @param sliceEnd virtual time, in nanoseconds, from which on others may have it
   */
  record PushOutRuns(int cpu, long sliceEnd) implements MemoryMessage {}

  /** kswapd has a processor. */
  record KswapdRuns(int cpu) implements MemoryMessage {}

  /**
   * Reclaims everything that can be, as writing to {@code memory.reclaim} until swap no longer
   * grows.
   *
   * @param replyTo told {@link WorkloadMessage.PushedOut} when it is written and dropped
   */
  record PushOut(ActorRef<? super WorkloadMessage.PushedOut> replyTo) implements MemoryMessage {}

  /**
   * A swapoff begins. It is asked to give up before the machine is declared out of memory.
   *
   * @param replyTo told {@link SwapoffMessage.GiveUp}
   */
  record SwapoffBegan(ActorRef<? super SwapoffMessage.GiveUp> replyTo) implements MemoryMessage {}

  /**
   * A swapoff is over; if it failed, its area is given out again.
   *
   * @param replyTo as when it began
   */
  record SwapoffOver(ActorRef<? super SwapoffMessage.GiveUp> replyTo) implements MemoryMessage {}

  /**
   * Reclaims until all that is in memory fits into an image, as {@code shrink_all_memory} does for
   * a hibernation.
   *
   * @param imagePages pages that may stay
   * @param cpus number of processors that reclaim at once, from the first on
   * @param replyTo told {@link WorkloadMessage.ImageFits} when the rest is written and dropped
   */
  record ShrinkAll(long imagePages, int cpus, ActorRef<? super WorkloadMessage.ImageFits> replyTo)
      implements MemoryMessage {}

  /**
   * Lifts {@code memory.max} of groups: from now on only the machine's memory limits them.
   *
   * @param groups their indexes
   * @param replyTo told {@link WorkloadMessage.LimitsLifted} when it is done
   */
  record LiftLimits(int[] groups, ActorRef<? super WorkloadMessage.LimitsLifted> replyTo)
      implements MemoryMessage {}

  /** There is zswap: its pool takes frames, and its shrinker is asked behind each scan. */
  record AddZswap(boolean shrinker, ActorRef<? super ZswapMessage> replyTo)
      implements MemoryMessage {}

  /**
   * What zswap takes has changed.
   *
   * @param poolPages frames that its pool wants in all
   * @param group a group
   * @param groupPages what the group's compressed pages come to, in pages; charged to the group
   *     whatever its limit
   */
  record ZswapUses(long poolPages, int group, long groupPages) implements MemoryMessage {}

  /**
   * Allocates a frame for a page that zswap writes back for reclaim and charges it to its group,
   * whatever the limit, since reclaim is waiting ({@code PF_MEMALLOC}).
   *
   * @param requestId returned with the answer
   * @param group group to charge
   * @param replyTo told {@link Charged}, with no frame where memory is nearly exhausted
   */
  record ChargeWriteback(int requestId, int group, ActorRef<? super Charged> replyTo)
      implements MemoryMessage {}

  /** The device is writing a page that zswap has written back. */
  record WritebackBegan(int frame) implements MemoryMessage {}

  /** CPU time that something took for a reclaim besides its own: compressing its pages. */
  record CpuSpent(int job, long cpuNanos) implements MemoryMessage {}

  /**
   * Answers {@link ZswapMessage.Shrink}, once the CPU time of the walk has passed.
   *
   * @param scanned entries that the shrinker scanned
   */
  record Shrunk(int job, long scanned) implements MemoryMessage {}
}
