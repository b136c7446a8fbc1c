package io.faultline.actors.swap;

import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the swap cache knows of every slot: the {@code swap_map} byte of {@code mm/swapfile.c}
 * (number of ptes that refer to the slot, and whether the swap cache has it), and of a cached page
 * its frame, its state and who waits for it.
 */
public final class SlotTable {

  /** {@code SWAP_HAS_CACHE}: the swap cache refers to the slot. */
  private static final byte HAS_CACHE = 0x40;

  private static final int READAHEAD = 1;
  private static final int LOCKED = 2;
  private static final int WRITEBACK = 4;
  private static final int MAPPED = 8;
  private static final int FREE_AFTER_WRITEBACK = 16;
  private static final int STORING = 32;
  private static final int DIRTY = 64;
  private static final int PAST_CACHE = 128;

  /** The page was read ahead, and nobody has mapped it yet. */
  private static final int UNTOUCHED = 256;

  /** Above the flags stands one more than the task whose miss read the cached page. */
  private static final int READER_SHIFT = 16;

  private static final int NO_FRAME = -1;
  private static final int NOBODY = -1;

  /**
   * A fault that waits for a page to be read.
   *
   * @param runs whether its task keeps its processor meanwhile
   */
  record Waiter(SwapFault fault, boolean major, boolean runs, @Nullable Waiter next) {}

  private static final class Area {
    final byte[] map;
    final int[] flags;
    final int[] frames;
    final int[] contents;
    final int[] evictionAges;
    final short[] groups;
    final @Nullable Waiter[] waiters;

    Area(int pages) {
      map = new byte[pages];
      flags = new int[pages];
      frames = new int[pages];
      contents = new int[pages];
      evictionAges = new int[pages];
      groups = new short[pages];
      waiters = new Waiter[pages];
      Arrays.fill(frames, NO_FRAME);
    }
  }

  private final Area[] areas;
  private final ReadaheadUse use;
  private long[] entryOfFrame = new long[1024];
  private int cachedPages;

  /**
   * Free slots.
   *
   * @param areaPages size of each area in pages, header included
   * @param use counts what becomes of pages that are read ahead
   */
  public SlotTable(int[] areaPages, ReadaheadUse use) {
    this.use = use;
    areas = new Area[areaPages.length];
    for (int i = 0; i < areas.length; i++) {
      areas[i] = new Area(areaPages[i]);
    }
  }

  private Area area(long entry) {
    return areas[SwapEntry.area(entry)];
  }

  /** Size of the area that an entry lies in, in pages, header included. */
  public int areaPages(long entry) {
    return area(entry).map.length;
  }

  /** Number of ptes that refer to a slot. */
  public int count(long entry) {
    return area(entry).map[SwapEntry.slot(entry)] & ~HAS_CACHE;
  }

  /** Whether nothing refers to a slot. */
  public boolean free(long entry) {
    return area(entry).map[SwapEntry.slot(entry)] == 0;
  }

  /** Whether the swap cache has a slot's page, or is about to. */
  public boolean cached(long entry) {
    return (area(entry).map[SwapEntry.slot(entry)] & HAS_CACHE) != 0;
  }

  /** Frame of a cached page; -1 while it is being charged. */
  public int frame(long entry) {
    return area(entry).frames[SwapEntry.slot(entry)];
  }

  /** Slot of a page in the swap cache; {@link SwapEntry#NONE} if the frame holds none. */
  public long entryOf(int frame) {
    return frame < entryOfFrame.length ? entryOfFrame[frame] : SwapEntry.NONE;
  }

  /** Pages in the swap cache, {@code nr_swapcached}. */
  public int cachedPages() {
    return cachedPages;
  }

  /** Tag of what a cached page holds. */
  int content(long entry) {
    return area(entry).contents[SwapEntry.slot(entry)];
  }

  /** Age of its group's LRU lists when a slot's page was evicted. */
  int evictionAge(long entry) {
    return area(entry).evictionAges[SwapEntry.slot(entry)];
  }

  /** Group that a slot's page was charged to. */
  int group(long entry) {
    return area(entry).groups[SwapEntry.slot(entry)];
  }

  boolean locked(long entry) {
    return flag(entry, LOCKED);
  }

  boolean writeback(long entry) {
    return flag(entry, WRITEBACK);
  }

  boolean mapped(long entry) {
    return flag(entry, MAPPED);
  }

  /** Whether zswap is being asked to store the page, which is locked meanwhile. */
  boolean storing(long entry) {
    return flag(entry, STORING);
  }

  void beginStore(long entry) {
    set(entry, STORING);
  }

  void endStore(long entry) {
    clear(entry, STORING);
  }

  /** Whether the slot holds nothing, though the page is in the swap cache: zswap gave it up. */
  boolean dirty(long entry) {
    return flag(entry, DIRTY);
  }

  void setDirty(long entry) {
    set(entry, DIRTY);
  }

  private boolean flag(long entry, int flag) {
    return (area(entry).flags[SwapEntry.slot(entry)] & flag) != 0;
  }

  private void set(long entry, int flag) {
    area(entry).flags[SwapEntry.slot(entry)] |= flag;
  }

  private void clear(long entry, int flag) {
    area(entry).flags[SwapEntry.slot(entry)] &= ~flag;
  }

  /** Takes a slot into the cache that no fault asks for; it is locked and has no frame yet. */
  void take(long entry) {
    take(entry, NOBODY, LOCKED);
  }

  /** Takes a slot into the cache that a task missed; it is locked and has no frame yet. */
  void take(long entry, int task) {
    take(entry, task, LOCKED);
  }

  /**
   * Takes a slot into the cache to be read ahead; it is locked and has no frame yet.
   *
   * @param task who missed another slot
   * @param flagged whether it carries the readahead flag
   */
  void takeAhead(long entry, int task, boolean flagged) {
    take(entry, task, LOCKED | UNTOUCHED | (flagged ? READAHEAD : 0));
  }

  private void take(long entry, int reader, int flags) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    area.map[slot] |= HAS_CACHE;
    area.flags[slot] = flags | ((reader + 1) << READER_SHIFT);
    cachedPages++;
  }

  /**
   * Takes a slot to be read into a page that never enters the swap cache. Until it is mapped nobody
   * else can have it, as if it were cached ({@code swapcache_prepare}, which v6.8 calls here too).
   */
  void takePastCache(long entry, int task) {
    take(entry, task);
    set(entry, PAST_CACHE);
  }

  /** Whether a slot is read past the swap cache. */
  boolean pastCache(long entry) {
    return flag(entry, PAST_CACHE);
  }

  /** Leaves a taken slot that got no frame: it is on swap alone again. */
  void untake(long entry) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    if ((area.flags[slot] & UNTOUCHED) != 0) {
      use.notReadAhead(readerIn(area.flags[slot]));
    }
    area.map[slot] &= ~HAS_CACHE;
    area.flags[slot] = 0;
    cachedPages--;
  }

  private static int readerIn(int flags) {
    return (flags >> READER_SHIFT) - 1;
  }

  /** Task whose miss read a cached page; -1 if none did. */
  int reader(long entry) {
    return readerIn(area(entry).flags[SwapEntry.slot(entry)]);
  }

  /** Task that read a cached page ahead which nobody has touched yet; -1 if there is none. */
  public int readAheadInVain(long entry) {
    return flag(entry, UNTOUCHED) ? reader(entry) : NOBODY;
  }

  /** The first slot behind a given one of the same area that is not free; none if there is none. */
  long nextInUse(long after) {
    byte[] map = area(after).map;
    for (int slot = SwapEntry.slot(after) + 1; slot < map.length; slot++) {
      if (map[slot] != 0) {
        return SwapEntry.of(SwapEntry.area(after), slot);
      }
    }
    return SwapEntry.NONE;
  }

  /** Gives a taken slot its frame. */
  void assign(long entry, int frame) {
    area(entry).frames[SwapEntry.slot(entry)] = frame;
    noteFrame(frame, entry);
  }

  private void noteFrame(int frame, long entry) {
    if (frame >= entryOfFrame.length) {
      entryOfFrame = Arrays.copyOf(entryOfFrame, Math.max(frame + 1, 2 * entryOfFrame.length));
    }
    entryOfFrame[frame] = entry;
  }

  /** The page has been read. */
  void unlock(long entry, int content) {
    clear(entry, LOCKED);
    area(entry).contents[SwapEntry.slot(entry)] = content;
  }

  /**
   * Sets the readahead flag of a cached page. A page that nobody has read, since it is still here
   * from its way out, is as good as read by the task whose window flags it.
   */
  void setReadahead(long entry, int task) {
    set(entry, reader(entry) == NOBODY ? READAHEAD | ((task + 1) << READER_SHIFT) : READAHEAD);
  }

  /** Clears the readahead flag and says whether it was set. */
  boolean clearReadahead(long entry) {
    boolean readahead = flag(entry, READAHEAD);
    clear(entry, READAHEAD);
    return readahead;
  }

  /** A pte maps the cached page and gives up its reference on the slot ({@code swap_free}). */
  void map(long entry) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    area.map[slot]--;
    int flags = area.flags[slot];
    area.flags[slot] = (flags & ~UNTOUCHED) | MAPPED;
    if ((flags & UNTOUCHED) != 0) {
      use.touched(readerIn(flags));
    }
  }

  /** Adds an unmapped page that is new to swap; it is written next. */
  void add(long entry, int frame, int group) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    area.map[slot] = HAS_CACHE;
    area.flags[slot] = 0;
    area.groups[slot] = (short) group;
    area.frames[slot] = frame;
    noteFrame(frame, entry);
    cachedPages++;
  }

  /** Ptes of the cached page became swap entries ({@code swap_duplicate}). */
  void unmap(long entry, int ptes, int evictionAge) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    area.map[slot] += (byte) ptes;
    area.evictionAges[slot] = evictionAge;
    clear(entry, MAPPED);
  }

  /** A page that was laid out remembers what another one does that was pushed out. */
  public void rememberEviction(long entry, SlotTable pushedOut, long entryThere) {
    area(entry).evictionAges[SwapEntry.slot(entry)] = pushedOut.evictionAge(entryThere);
  }

  /** Another pte refers to a slot ({@code swap_duplicate}). */
  void duplicate(long entry) {
    area(entry).map[SwapEntry.slot(entry)]++;
  }

  /** A pte refers to a slot no more ({@code swap_free}). */
  void putEntry(long entry) {
    area(entry).map[SwapEntry.slot(entry)]--;
  }

  /** No pte maps the cached page any more. */
  void noLongerMapped(long entry) {
    clear(entry, MAPPED);
  }

  /** Remembers the age at which an unmapped page is evicted. */
  void evictedAt(long entry, int evictionAge) {
    area(entry).evictionAges[SwapEntry.slot(entry)] = evictionAge;
  }

  void beginWriteback(long entry, int content) {
    set(entry, WRITEBACK);
    clear(entry, DIRTY);
    area(entry).contents[SwapEntry.slot(entry)] = content;
  }

  /** Has the slot freed when the page has been written. */
  void freeAfterWriteback(long entry) {
    set(entry, FREE_AFTER_WRITEBACK);
  }

  /** The page has been written; says whether its slot is to be freed now. */
  boolean endWriteback(long entry) {
    clear(entry, WRITEBACK);
    return flag(entry, FREE_AFTER_WRITEBACK);
  }

  /** Takes a page out of the swap cache ({@code delete_from_swap_cache}). */
  void delete(long entry) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    if ((area.flags[slot] & UNTOUCHED) != 0) {
      use.dropped(readerIn(area.flags[slot]));
    }
    area.map[slot] &= ~HAS_CACHE;
    area.flags[slot] = 0;
    entryOfFrame[area.frames[slot]] = SwapEntry.NONE;
    area.frames[slot] = NO_FRAME;
    cachedPages--;
  }

  void addWaiter(long entry, SwapFault fault, boolean major, boolean runs) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    area.waiters[slot] = new Waiter(fault, major, runs, area.waiters[slot]);
  }

  /** The faults that wait for a page, latest first; they wait no longer. */
  @Nullable Waiter takeWaiters(long entry) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    Waiter waiters = area.waiters[slot];
    area.waiters[slot] = null;
    return waiters;
  }

  /** Whether a fault waits for a page. */
  public boolean awaited(long entry) {
    return area(entry).waiters[SwapEntry.slot(entry)] != null;
  }

  /**
   * Lays a slot out as swapped out: for recorded layouts.
   *
   * @param evictionAge age of the group's LRU lists when the page was evicted
   */
  public void layOut(long entry, int group, int evictionAge) {
    Area area = area(entry);
    int slot = SwapEntry.slot(entry);
    area.map[slot] = 1;
    area.groups[slot] = (short) group;
    area.evictionAges[slot] = evictionAge;
  }
}
