package io.faultline.actors.memory;

import java.util.Arrays;

/**
 * The page frames of a machine, the little of {@code struct page} that reclaim needs: who maps a
 * frame, which group pays for it, and its place on an LRU list. Arrays grow with the frames in use.
 */
public final class Frames {

  /** No frame, VMA or page. */
  public static final int NONE = -1;

  private static final byte IN_USE = 1;
  private static final byte REFERENCED = 2;
  private static final byte WRITEBACK = 4;
  private static final byte ISOLATED = 8;
  private static final byte LEAVING = 16;
  private static final byte POOL = 32;
  private static final byte GONE = 64;
  private static final byte FILE = -128;

  private final long total;
  private byte[] flags = new byte[1024];
  private int[] vmas = new int[1024];
  private int[] pages = new int[1024];
  private short[] groups = new short[1024];
  private int[] next = new int[1024];
  private int[] previous = new int[1024];
  private FrameList[] lists = new FrameList[1024];
  private int[] batchIndex = new int[1024];
  private byte[] generations = new byte[1024];
  private int[] released = new int[1024];
  private int releasedCount;
  private int everUsed;
  private int leaving;
  private int underWriteback;

  /**
   * Free memory.
   *
   * @param total number of frames, at least 1
   */
  public Frames(long total) {
    this.total = total;
  }

  /** Number of frames. */
  public long total() {
    return total;
  }

  /** Frames that hold nothing. */
  public long free() {
    return total - everUsed + releasedCount;
  }

  /** Frames in use. */
  public long used() {
    return total - free();
  }

  /** Takes a free frame for a group; the caller has made sure that there is one. */
  int allocate(int group) {
    int frame;
    if (releasedCount > 0) {
      frame = released[--releasedCount];
    } else if (everUsed < total) {
      frame = everUsed++;
      if (frame == flags.length) {
        grow();
      }
    } else {
      throw new IllegalStateException("no free frame");
    }
    flags[frame] = IN_USE;
    vmas[frame] = NONE;
    pages[frame] = NONE;
    groups[frame] = (short) group;
    return frame;
  }

  private void grow() {
    int size = 2 * flags.length;
    flags = Arrays.copyOf(flags, size);
    vmas = Arrays.copyOf(vmas, size);
    pages = Arrays.copyOf(pages, size);
    groups = Arrays.copyOf(groups, size);
    next = Arrays.copyOf(next, size);
    previous = Arrays.copyOf(previous, size);
    lists = Arrays.copyOf(lists, size);
    batchIndex = Arrays.copyOf(batchIndex, size);
    generations = Arrays.copyOf(generations, size);
    released = Arrays.copyOf(released, size);
  }

  /** Gives a frame back. */
  void release(int frame) {
    if (!inUse(frame) || onList(frame)) {
      throw new IllegalStateException("frame " + frame + " is free already, or still on a list");
    }
    stay(frame);
    flags[frame] = 0;
    released[releasedCount++] = frame;
  }

  /** One past the highest frame that was ever in use. */
  public int bound() {
    return everUsed;
  }

  /** Whether a frame holds something. */
  public boolean inUse(int frame) {
    return (flags[frame] & IN_USE) != 0;
  }

  /** VMA that maps a frame, {@link #NONE} if none does. */
  public int vma(int frame) {
    return vmas[frame];
  }

  /** Page of that VMA. */
  public int page(int frame) {
    return pages[frame];
  }

  /** Group that pays for a frame. */
  public int group(int frame) {
    return groups[frame];
  }

  /** Another group pays from now on. */
  void group(int frame, int group) {
    groups[frame] = (short) group;
  }

  /** Whether a frame holds a page of a file; then {@link #page} is that page. */
  public boolean file(int frame) {
    return (flags[frame] & FILE) != 0;
  }

  void holdsFile(int frame, int page) {
    flags[frame] |= FILE;
    pages[frame] = page;
  }

  /** Whether a frame holds compressed pages of zswap's pool. */
  public boolean inPool(int frame) {
    return (flags[frame] & POOL) != 0;
  }

  void giveToPool(int frame) {
    flags[frame] |= POOL;
  }

  void mapped(int frame, int vma, int page) {
    vmas[frame] = vma;
    pages[frame] = page;
  }

  void unmapped(int frame) {
    vmas[frame] = NONE;
    pages[frame] = NONE;
  }

  /** Sets PG_referenced and says whether it was set. */
  boolean setReferenced(int frame) {
    boolean was = (flags[frame] & REFERENCED) != 0;
    flags[frame] |= REFERENCED;
    return was;
  }

  boolean referenced(int frame) {
    return (flags[frame] & REFERENCED) != 0;
  }

  void clearReferenced(int frame) {
    flags[frame] &= ~REFERENCED;
  }

  boolean writeback(int frame) {
    return (flags[frame] & WRITEBACK) != 0;
  }

  void beginWriteback(int frame) {
    flags[frame] |= WRITEBACK;
    underWriteback++;
  }

  void endWriteback(int frame) {
    flags[frame] &= ~WRITEBACK;
    underWriteback--;
  }

  /** Frames that are being written. */
  int underWriteback() {
    return underWriteback;
  }

  /** Whether reclaim has taken a frame off its list to look at it. */
  public boolean isolated(int frame) {
    return (flags[frame] & ISOLATED) != 0;
  }

  void isolate(int frame, int index) {
    flags[frame] |= ISOLATED;
    batchIndex[frame] = index;
  }

  void putBack(int frame) {
    flags[frame] &= ~ISOLATED;
  }

  /** Its last owner has let go of a frame that cannot be free yet. */
  void go(int frame) {
    flags[frame] |= GONE;
  }

  /** Whether a frame is free as soon as reclaim and its device have done with it. */
  public boolean gone(int frame) {
    return (flags[frame] & GONE) != 0;
  }

  /** Whether a frame is one of those that a shrinking of all memory has chosen. */
  boolean leaves(int frame) {
    return (flags[frame] & LEAVING) != 0;
  }

  void leave(int frame) {
    flags[frame] |= LEAVING;
    leaving++;
  }

  void stay(int frame) {
    if (leaves(frame)) {
      flags[frame] &= ~LEAVING;
      leaving--;
    }
  }

  /** Nobody is chosen to leave any more. */
  void allStay() {
    for (int frame = 0; leaving > 0; frame++) {
      stay(frame);
    }
  }

  /** Frames in use that have not been chosen to leave. */
  long staying() {
    return used() - leaving;
  }

  /** Generation of a frame that is on a list, modulo their greatest number. */
  int generation(int frame) {
    return generations[frame];
  }

  void generation(int frame, int generation) {
    generations[frame] = (byte) generation;
  }

  /** Place of an isolated frame in its batch. */
  int batchIndex(int frame) {
    return batchIndex[frame];
  }

  /** Whether a frame is on an LRU list. */
  @SuppressWarnings("NullAway") // null stands for no list
  public boolean onList(int frame) {
    return lists[frame] != null;
  }

  FrameList list(int frame) {
    return lists[frame];
  }

  @SuppressWarnings("NullAway") // null stands for no list
  void noList(int frame) {
    lists[frame] = null;
  }

  void link(int frame, FrameList list, int before, int after) {
    lists[frame] = list;
    previous[frame] = before;
    next[frame] = after;
  }

  int next(int frame) {
    return next[frame];
  }

  int previous(int frame) {
    return previous[frame];
  }

  void next(int frame, int after) {
    next[frame] = after;
  }

  void previous(int frame, int before) {
    previous[frame] = before;
  }
}
