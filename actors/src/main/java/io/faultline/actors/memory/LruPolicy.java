package io.faultline.actors.memory;

import io.faultline.actors.memory.ReclaimJob.Outcome;

/**
 * How pages are kept in order of use, and which of them a reclaim looks at next: what differs
 * between the two lists of old and the generations. {@link Reclaim} does the rest with the pages
 * that it is given.
 */
interface LruPolicy {

  /** What a scan does next. */
  enum Next {
    /** The job has a batch. */
    BATCH,
    /** VMAs were asked to look for young pages; the scan goes on when all have answered. */
    WALK,
    /** The scan is over. */
    OVER
  }

  /**
   * Puts a newly charged page on a list.
   *
   * @param evictionAge age at which it was evicted; {@link
   *     io.faultline.protocol.MemoryMessage#NEVER_EVICTED} or {@link
   *     io.faultline.protocol.MemoryMessage#NEW_IN_OBJECT} for a new page
   * @param inFault whether a fault charges it, not swapoff
   */
  void charged(Group group, int frame, int evictionAge, boolean inFault);

  /**
   * A page of a file has been read into memory.
   *
   * @param evictionAge as of an anonymous page
   */
  void fileRead(Group group, int frame, int evictionAge);

  /**
   * A page has been mapped.
   *
   * @param activate whether it is in use whatever the kernel generation does at a fault
   * @param object whether it belongs to a tmpfs object, where a fault activates nothing
   */
  void mapped(Group group, int frame, boolean activate, boolean object);

  /** A page has been read or written through a file ({@code mark_page_accessed}). */
  void accessed(Group group, int frame);

  /** Several ptes of a page that is looked at were young: as if it had been marked before. */
  void accessedInSeveral(int frame);

  /** A page that nobody has any more leaves its list. */
  void removed(Group group, int frame);

  /** Another group pays for a page from now on. */
  void paid(Group before, Group payer, int frame);

  /** A page has been written, and can be dropped by the next scan. */
  void written(Group group, int frame);

  /** A page that zswap has brought back to write it, and that may have been written, is listed. */
  void broughtBack(Group group, int frame);

  /** What a page that is evicted now remembers of its group's lists. */
  int evictionAge(Group group);

  /** Begins to scan the job's present group at its present priority. */
  void begin(ReclaimJob job);

  /** Gives the job a batch of isolated pages, or says why not. */
  Next next(ReclaimJob job);

  /** The VMAs that a walk asked have all answered. */
  void walked(ReclaimJob job);

  /** Whether the page tables around a young page are looked at as well. */
  boolean looksAround();

  /**
   * Whether what a batch writes reaches the device when all of it has been looked at and unmapped,
   * rather than when the batch begins.
   */
  boolean writesBehindBatch();

  /** Pages that were found young on the way; they need not be of the batch. */
  void foundYoung(ReclaimJob job, int[] young, int vma, int[] densePmds);

  /** What becomes of a page of the batch that is young, locked, or of the active list. */
  Outcome inUse(ReclaimJob job, int frame, boolean young);

  /** Puts a page of the batch back that was not freed. */
  void putBack(Group group, int frame, Outcome outcome);

  /** A page of the group has been freed. */
  void freed(Group group);
}
