package io.faultline.protocol;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.MemoryMessage.Evicted;

/** What can be said to the swap cache. */
public sealed interface SwapCacheMessage
    permits SwapCacheMessage.Lookup,
        SwapCacheMessage.Unuse,
        SwapCacheMessage.FreeSlots,
        SwapCacheMessage.Reuse,
        SwapCacheMessage.Duplicate,
        SwapCacheMessage.FreeEntries,
        SwapCacheMessage.Unmapped,
        SwapCacheMessage.FreeUnreferenced,
        SwapCacheMessage.NextInUse,
        SwapCacheMessage.ReadWindow,
        SwapCacheMessage.ReadEntries,
        SwapCacheMessage.ReadCompleted,
        SwapCacheMessage.WriteCompleted,
        SwapCacheMessage.Evict,
        SwapCacheMessage.Drop,
        SwapCacheMessage.SwapFull,
        SwapCacheMessage.Stored,
        SwapCacheMessage.Loaded,
        SwapCacheMessage.WriteBack,
        Charged {

  /**
   * Looks up the page of a fault. A hit is answered by {@link VmaMessage.Found}, or by {@link
   * VmaMessage.PageReady} once the page has been read; a miss goes to whoever decides the window.
   */
  record Lookup(SwapFault fault) implements SwapCacheMessage {}

  /**
   * Brings in a page for {@code swapoff}, by given rules, waiting for its writeback too. Answered
   * as a lookup is, or by {@link VmaMessage.NoMemory}.
   */
  record Unuse(SwapFault fault, UnuseRules rules) implements SwapCacheMessage {}

  /**
   * Frees slots whose page is mapped and in the swap cache ({@code try_to_free_swap}), at once or
   * after its writeback. Their VMA has forgotten them already.
   *
   * @param cpu processor whose return list takes them
   * @param entries the slots
   */
  record FreeSlots(int cpu, long[] entries) implements SwapCacheMessage {}

  /**
   * A store to a page that is mapped and in the swap cache: frees its slot if no other pte refers
   * to it, unless the page is being written ({@code reuse_swap_page}, up to v5.17). Answered with
   * {@link VmaMessage.Reused}.
   */
  record Reuse(SwapFault fault) implements SwapCacheMessage {}

  /**
   * Ptes that held swap entries have been copied ({@code swap_duplicate}).
   *
   * @param entries the entry of each copy
   */
  record Duplicate(long[] entries) implements SwapCacheMessage {}

  /**
   * Ptes that held swap entries are gone ({@code free_swap_and_cache}). Where nothing else refers
   * to a slot it is free, and its page leaves the swap cache unless it is locked or under
   * writeback; then reclaim finds it later.
   *
   * @param cpu processor whose return list takes the slots
   * @param entries the entry of each pte
   */
  record FreeEntries(int cpu, long[] entries) implements SwapCacheMessage {}

  /**
   * The last ptes that mapped pages of the swap cache are gone ({@code free_page_and_swap_cache}).
   * Where no pte refers to the slot either the page goes, unless it is under writeback.
   *
   * @param cpu processor whose return list takes the slots
   * @param entries the slots
   */
  record Unmapped(int cpu, long[] entries) implements SwapCacheMessage {}

  /**
   * Drops the pages of an area that are in the swap cache and that nothing else refers to: the end
   * of a pass of swapoff.
   *
   * @param area index of the area
   * @param cpu processor whose return list takes the slots
   */
  record FreeUnreferenced(int area, int cpu) implements SwapCacheMessage {}

  /**
   * Asks for the next slot of an area that a pte or the swap cache refers to ({@code
   * find_next_to_unuse}).
   *
   * @param after a slot of the area; the answer lies behind it
   * @param replyTo told {@link SwapoffMessage.NextSlot}
   */
  record NextInUse(long after, ActorRef<? super SwapoffMessage.NextSlot> replyTo)
      implements SwapCacheMessage {}

  /**
   * Reads the aligned block of slots around the entry of a fault that missed: cluster readahead.
   * Slots that are free or cached by now are left out.
   *
   * @param window number of slots; 1 reads the entry alone
   * @param stride distance between the slots; 0 for the aligned block, whose window is a power of
   *     two
   * @param behind slots before the entry in the direction of the stride
   * @param stolen whether it took hits to open the window, and others earned all of them
   */
  record ReadWindow(SwapFault fault, int window, long stride, int behind, boolean stolen)
      implements SwapCacheMessage {

    /** The aligned block around the entry, opened by nobody else's hits. */
    public ReadWindow(SwapFault fault, int window) {
      this(fault, window, 0, 0, false);
    }
  }

  /**
   * Reads given entries for a fault that missed: VMA readahead. Entries that are free or cached by
   * now are left out.
   *
   * @param entries the window in ascending order of addresses, the fault's own entry included
   * @param stolen whether it took hits to open the window, and others earned all of them
   */
  record ReadEntries(SwapFault fault, long[] entries, boolean stolen) implements SwapCacheMessage {

    /** A window opened by nobody else's hits. */
    public ReadEntries(SwapFault fault, long[] entries) {
      this(fault, entries, false);
    }
  }

  /**
   * Pages have been read from a block device: all or some of those that one {@link
   * BlockDeviceMessage.Read} named, in no promised order.
   *
   * @param requestId as in the read
   * @param pages addresses on the device, in pages
   * @param contents the tag last written to each of {@code pages}, 0 where nothing ever was
   */
  record ReadCompleted(long requestId, int[] pages, int[] contents) implements SwapCacheMessage {}

  /**
   * Pages are on the block device: all or some of those that one {@link BlockDeviceMessage.Write}
   * named, in no promised order.
   *
   * @param requestId as in the write
   * @param pages addresses on the device, in pages
   */
  record WriteCompleted(long requestId, int[] pages) implements SwapCacheMessage {}

  /**
   * Pages have been unmapped by reclaim. The swap cache takes them in where they are new, drops
   * those whose slot holds the same, writes the others, and answers memory with {@link Evicted}.
   *
   * @param job reclaim that unmapped them
   * @param frames frames that hold the pages
   * @param entries their slots
   * @param dirty whether the page differs from what its slot holds
   * @param contents tags of what the pages hold
   * @param ptes how many ptes of each page were replaced by its entry
   * @param group group that the pages are charged to
   * @param evictionAge age of the group's LRU lists, kept for the refault
   */
  record Evict(
      int job,
      int[] frames,
      long[] entries,
      boolean[] dirty,
      int[] contents,
      int[] ptes,
      int group,
      int evictionAge)
      implements SwapCacheMessage {}

  /**
   * Drops pages that nobody has mapped, unless they are locked or in use; answered with {@link
   * Evicted}.
   */
  record Drop(int job, int[] frames, int evictionAge) implements SwapCacheMessage {}

  /**
   * Less, or no longer less, than half of all slots are free ({@code vm_swap_full}).
   *
   * @param full whether swap is more than half full
   */
  record SwapFull(boolean full) implements SwapCacheMessage {}

  /**
   * Answers {@link ZswapMessage.Store}.
   *
   * @param requestId as in the store
   * @param stored for each page whether zswap took it; the others are to be written to the device
   * @param cpuNanos CPU time that compressing took
   */
  record Stored(int requestId, boolean[] stored, long cpuNanos) implements SwapCacheMessage {}

  /**
   * Answers {@link ZswapMessage.Load}, once the CPU time of decompressing has passed.
   *
   * @param requestId as in the load
   * @param found for each page whether zswap had it; the others are to be read from the device
   * @param contents what the pages that were found hold
   * @param dirty whether their slots hold nothing any more, so that they must be written when they
   *     are evicted
   */
  record Loaded(int requestId, boolean[] found, int[] contents, boolean dirty)
      implements SwapCacheMessage {}

  /**
   * Takes a page of zswap into the swap cache and writes it to its slot, unless the swap cache has
   * the page already. Answered by {@link ZswapMessage.WrittenBack} as soon as the write is on its
   * way, or by {@link ZswapMessage.NotWrittenBack}.
   *
   * @param writeback returned with the answer
   * @param entry the slot
   * @param content what the page holds
   * @param forReclaim whether reclaim waits for it, so that its frame must not take reclaim
   */
  record WriteBack(int writeback, long entry, int content, boolean forReclaim)
      implements SwapCacheMessage {}
}
