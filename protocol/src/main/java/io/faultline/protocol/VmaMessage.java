package io.faultline.protocol;

import akka.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What can be said to a VMA, a range of a process's address space with its page table. */
public sealed interface VmaMessage
    permits VmaMessage.Populate,
        VmaMessage.PopulateOn,
        VmaMessage.Touch,
        VmaMessage.FaultEntered,
        VmaMessage.Found,
        VmaMessage.Missed,
        VmaMessage.PlaceWindow,
        VmaMessage.Locked,
        VmaMessage.PageReady,
        VmaMessage.OnCpu,
        VmaMessage.Unuse,
        VmaMessage.UnuseSlot,
        VmaMessage.NoMemory,
        VmaMessage.Reused,
        VmaMessage.Fork,
        VmaMessage.Zap,
        VmaMessage.Age,
        VmaMessage.Walk,
        VmaMessage.Unmap,
        Charged {

  /**
   * Stores once to every page in ascending order, though no task does.
   *
   * @param cpu processor that this takes the time of
   * @param replyTo told {@link ProcessMessage.VmaPopulated} afterwards
   */
  record Populate(int cpu, ActorRef<? super ProcessMessage.VmaPopulated> replyTo)
      implements VmaMessage {}

  /** The CPU time that populating some pages took has passed. */
  record PopulateOn() implements VmaMessage {}

  /**
   * Makes accesses, up to and including the first that faults, or on past faults to the end of the
   * time slice or of what a run may take.
   *
   * @param task the accessing task
   * @param cpu processor it runs on
   * @param sliceEnd end of its time slice
   * @param pages pages of the VMA in the order of the accesses; never changed once sent
   * @param from first access of the run, an index into {@code pages}
   * @param to one past the last
   * @param write whether the accesses are stores
   * @param file whether they are made by {@code read()} or {@code write()} on a tmpfs object, not
   *     through a mapping
   * @param together most first stores to neighbouring pages that may be made at once, at least 1:
   *     each is a fault and takes its time, but their frames are asked for together
   * @param pastFaults whether the run goes on when a fault has been served
   * @param owedNanos CPU time of the task that has not yet passed on the clock
   * @param replyTo told {@link TaskMessage.Touched}
   */
  record Touch(
      int task,
      int cpu,
      long sliceEnd,
      int[] pages,
      int from,
      int to,
      boolean write,
      boolean file,
      int together,
      boolean pastFaults,
      long owedNanos,
      ActorRef<TaskMessage> replyTo)
      implements VmaMessage {

    /** Accesses through a mapping. */
    public Touch(
        int task,
        int cpu,
        long sliceEnd,
        int[] pages,
        int from,
        int to,
        boolean write,
        long owedNanos,
        ActorRef<TaskMessage> replyTo) {
      this(task, cpu, sliceEnd, pages, from, to, write, false, 1, false, owedNanos, replyTo);
    }
  }

  /** The time of a faulting access has come and the kernel's fault handler is entered. */
  record FaultEntered(int task) implements VmaMessage {}

  /**
   * The swap cache had the page, up to date; the pte's reference on the slot is gone.
   *
   * @param frame frame that holds the page
   * @param slotKept whether the page is still in the swap cache, so that an unmodified page needs
   *     no write when it is reclaimed
   * @param readahead whether the page carried the readahead flag, which is now cleared
   * @param provider task whose miss read the page; -1 if none did
   * @param content tag of what the page holds
   */
  record Found(
      SwapFault fault, int frame, boolean slotKept, boolean readahead, int provider, int content)
      implements VmaMessage {}

  /** The swap cache does not have the page; the VMA decides the window. VMA readahead only. */
  record Missed(SwapFault fault) implements VmaMessage {}

  /**
   * Shared statistics decided a window that lies around addresses; the VMA says which entries.
   *
   * @param window pages, the missed one included
   * @param previousPosition virtual page number of the access that the statistics saw last
   * @param stride distance between the pages; 0 for neighbours, on the side that the access before
   *     suggests
   * @param behind pages before the missed one in the direction of the stride
   * @param stolen whether it took hits to open it, and others earned all of them
   */
  record PlaceWindow(
      SwapFault fault, int window, long previousPosition, long stride, int behind, boolean stolen)
      implements VmaMessage {}

  /**
   * The swap cache has the page, but it is still being read: the task sleeps on the page lock.
   * Swapoff may get this of a page that is up to date: where it reads ahead whatever it found.
   *
   * @param readahead whether the page carried the readahead flag, which is now cleared
   * @param provider task whose miss reads the page; -1 if none does
   */
  record Locked(SwapFault fault, boolean readahead, int provider) implements VmaMessage {}

  /**
   * The page that a fault waited for is in memory; the pte's reference on the slot is gone.
   *
   * @param major whether the fault itself missed in the swap cache
   */
  record PageReady(SwapFault fault, int frame, boolean slotKept, boolean major, int content)
      implements VmaMessage {}

  /**
   * A task that slept runs again.
   *
   * @param cpu processor it runs on
   * @param sliceEnd end of its time slice
   * @param resumed what it slept for
   */
  record OnCpu(int cpu, long sliceEnd, PageReady resumed) implements VmaMessage {}

  /**
   * Brings in and maps every page of the VMA that is on a given area, in ascending order, and frees
   * the area's slots of pages that are mapped ({@code unuse_vma}), until the time slice is used up.
   *
   * @param task index by which swapoff is known to the processors
   * @param cpu processor that it runs on
   * @param sliceEnd end of its time slice
   * @param area the area
   * @param from first page to visit
   * @param rules what is done for each page
   * @param replyTo told {@link SwapoffMessage.Unused}
   */
  record Unuse(
      int task,
      int cpu,
      long sliceEnd,
      int area,
      int from,
      UnuseRules rules,
      ActorRef<? super SwapoffMessage.Unused> replyTo)
      implements VmaMessage {}

  /**
   * Looks for the page on a given slot and, if it is in this VMA, brings it in and maps it ({@code
   * unuse_mm} before v5.1).
   *
   * @param task index by which swapoff is known to the processors
   * @param cpu processor that it runs on
   * @param sliceEnd end of its time slice
   * @param entry the slot
   * @param replyTo told {@link SwapoffMessage.Unused}, with nothing mapped if the page is elsewhere
   */
  record UnuseSlot(
      int task, int cpu, long sliceEnd, long entry, ActorRef<? super SwapoffMessage.Unused> replyTo)
      implements VmaMessage {}

  /**
   * Answers {@link SwapCacheMessage.Reuse}.
   *
   * @param slotKept whether the page is in the swap cache still
   */
  record Reused(SwapFault fault, boolean slotKept) implements VmaMessage {}

  /** There is no memory for a page that swapoff wants. */
  record NoMemory(SwapFault fault) implements VmaMessage {}

  /**
   * Gives every process that is a fork its copy of the page table ({@code dup_mmap}). No fault may
   * be in progress.
   *
   * @param replyTo told {@link WorkloadMessage.Forked}
   */
  record Fork(ActorRef<? super WorkloadMessage.Forked> replyTo) implements VmaMessage {}

  /**
   * Empties a range of ptes ({@code zap_pte_range}): frames that nothing else maps and slots that
   * nothing else refers to are free. Pages that swapoff has in hand go when it has done with them.
   * None of the range's tasks may be in a fault.
   *
   * @param task who runs meanwhile, and gives its processor up if it has to wait; {@link
   *     Zap#NOBODY} if nobody does
   * @param cpu processor whose return list takes the slots
   * @param first first page
   * @param end one past the last page
   * @param replyTo told {@link Zapped} when the range is empty
   */
  record Zap(int task, int cpu, int first, int end, ActorRef<? super Zapped> replyTo)
      implements VmaMessage {

    /** Nobody runs: the range goes after the last of its tasks has left its processor. */
    public static final int NOBODY = -1;
  }

  /**
   * Reads and clears the young bits of pages, as {@code folio_referenced}.
   *
   * @param job reclaim that asks
   * @param frames frames whose pages are meant
   * @param pages the pages of this VMA that they are mapped at
   * @param lookAround whether pages around young ones are looked at too ({@code
   *     lru_gen_look_around})
   */
  record Age(int job, int[] frames, int[] pages, boolean lookAround) implements VmaMessage {

    /** Looks at these pages alone. */
    public Age(int job, int[] frames, int[] pages) {
      this(job, frames, pages, false);
    }
  }

  /**
   * Reads and clears the young bits of whole parts of the VMA, as the walk of the
   * multi-generational LRU. Answered with {@link MemoryMessage.Walked}.
   *
   * @param job reclaim that asks
   * @param pmds parts to look at, 512 pages each; null for all
   */
  record Walk(int job, int @Nullable [] pmds) implements VmaMessage {}

  /**
   * Replaces present ptes by swap entries, as {@code try_to_unmap}, and hands the pages to the swap
   * cache.
   *
   * @param job reclaim that asks
   * @param frames frames to unmap
   * @param pages the pages of this VMA that they are mapped at
   * @param entries swap entry to use for each page; 0 where the page has a slot already
   * @param evictionAge age of the group's LRU lists, kept for the refault
   */
  record Unmap(int job, int[] frames, int[] pages, long[] entries, int evictionAge)
      implements VmaMessage {}
}
