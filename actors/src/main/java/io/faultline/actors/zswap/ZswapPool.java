package io.faultline.actors.zswap;

import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ZswapSpec;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * What zswap owns: entries, their LRU, the pool they lie in, its limit, and what each group has
 * there. Free of actors; {@link Zswap} passes messages on to it.
 */
public final class ZswapPool {

  /** How a machine's zswap behaves. */
  public record Rules(
      ZswapSpec spec,
      boolean shrinksToThreshold,
      boolean chargesGroups,
      boolean deferredByPriority,
      IntUnaryOperator compressedBytes) {

    /** Whether entries can be written back at all. */
    boolean writesBack() {
      return shrinksToThreshold || spec.zpool() == ZswapSpec.ZpoolKind.ZBUD;
    }
  }

  /**
   * What a group may do.
   *
   * @param maxBytes {@code memory.zswap.max}
   * @param writeback {@code memory.zswap.writeback}
   */
  public record GroupLimit(long maxBytes, boolean writeback) {

    /** A group that may use zswap as it likes. */
    public static final GroupLimit NONE = new GroupLimit(Long.MAX_VALUE, true);
  }

  private static final int PAGE = 4096;

  private final Rules rules;
  private final ZswapEntries entries;
  private final Zpool zpool;
  private final ZswapLru lru;
  private final PoolLimit limit;
  private final GroupLimit[] groupLimits;
  private final long[] groupBytes;
  private final long[] groupStored;
  private final ShrinkerProtection[] protections;
  private final long[] deferred;
  private final ZswapCounters counters = new ZswapCounters();
  private final Vmstat vmstat = new Vmstat();
  private long sameFilled;
  private boolean shortOfFrames;
  private long compressions;

  /**
   * An empty pool.
   *
   * @param groups what each group may do, the root group first
   */
  public ZswapPool(
      Rules rules, ZswapEntries entries, Zpool zpool, PoolLimit limit, GroupLimit[] groups) {
    this.rules = rules;
    this.entries = entries;
    this.zpool = zpool;
    this.limit = limit;
    groupLimits = groups.clone();
    lru = new ZswapLru(groups.length);
    groupBytes = new long[groups.length];
    groupStored = new long[groups.length];
    deferred = new long[groups.length];
    protections = new ShrinkerProtection[groups.length];
    Arrays.setAll(protections, group -> new ShrinkerProtection(rules.spec().protection()));
  }

  Rules rules() {
    return rules;
  }

  /** Events counted here. */
  public Vmstat vmstat() {
    return vmstat;
  }

  /** The entries. */
  public ZswapEntries entries() {
    return entries;
  }

  ZswapLru lru() {
    return lru;
  }

  PoolLimit limit() {
    return limit;
  }

  ZswapCounters counters() {
    return counters;
  }

  /** Number of groups. */
  public int groups() {
    return groupBytes.length;
  }

  /** Pages that the pool takes. */
  public long pages() {
    return zpool.pages();
  }

  /** Compressed bytes of a group. */
  public long bytes(int group) {
    return groupBytes[group];
  }

  /** What a group is charged for its compressed pages, in pages. */
  public long chargedPages(int group) {
    return rules.chargesGroups() ? (groupBytes[group] + PAGE - 1) / PAGE : 0;
  }

  void shortOfFrames(boolean isShort) {
    shortOfFrames = isShort;
  }

  /** Whether a group has all that it may have in zswap ({@code obj_cgroup_may_zswap}). */
  boolean groupIsFull(int group) {
    return groupBytes[group] >= groupLimits[group].maxBytes();
  }

  /** Whether a group's entries may be written back, and it has any. */
  boolean mayWriteBack(int group) {
    return groupLimits[group].writeback() && lru.size(group) > 0;
  }

  /** A group's slot has nothing to do with zswap any more. */
  void invalidate(long slot) {
    int entry = entries.find(slot);
    if (entry != ZswapEntries.NONE) {
      remove(entry);
    }
  }

  /**
   * {@code zswap_store} of one page whose group may store it. A stale entry of its slot goes in any
   * case.
   *
   * @return whether it was stored
   */
  boolean store(long slot, int content, int group) {
    invalidate(slot);
    if (limit.refuses(zpool.pages())) {
      return false;
    }
    if (shortOfFrames) {
      counters.rejectAllocFail++;
      return false;
    }
    int bytes = rules.compressedBytes().applyAsInt(content);
    compressions++;
    int handle = 0;
    boolean isSameFilled = bytes == 0 && rules.spec().sameFilled();
    if (!isSameFilled) {
      handle = bytes >= PAGE ? Zpool.TOO_LARGE : zpool.allocate(Math.max(1, bytes));
      if (handle == Zpool.TOO_LARGE) {
        counters.rejectCompressPoor++;
        return false;
      }
    }
    int entry = entries.add(slot, content, group, isSameFilled ? 0 : Math.max(1, bytes), handle);
    groupStored[group]++;
    if (isSameFilled) {
      sameFilled++;
    } else {
      groupBytes[group] += Math.max(1, bytes);
      lru.add(entry, group, rules.spec().protection().secondChance());
      protections[group].stored(lru.size(group));
    }
    vmstat.count(VmstatItem.ZSWPOUT);
    return true;
  }

  /** Pages that were compressed so far, to be stored or in vain. */
  long compressions() {
    return compressions;
  }

  /** Whether the refusal of the last store has the worker write back. */
  boolean wakesWorker() {
    return rules.shrinksToThreshold() ? limit.full() : limit.hit();
  }

  /**
   * {@code zswap_load} of one page.
   *
   * @return its entry, which may be gone by now and whose content is still to be read; {@link
   *     ZswapEntries#NONE} if it is on the device
   */
  int load(long slot, int group) {
    int entry = entries.find(slot);
    if (entry == ZswapEntries.NONE) {
      protections[group].readFromDevice();
      return entry;
    }
    vmstat.count(VmstatItem.ZSWPIN);
    if (rules.spec().exclusiveLoads()) {
      remove(entry);
    }
    return entry;
  }

  /** A fault reads its page alone. */
  void swappedIn(int group) {
    protections[group].swappedIn();
  }

  /** An entry is on its way to the device. */
  void writtenBack(int entry) {
    remove(entry);
    counters.writtenBackPages++;
    vmstat.count(VmstatItem.ZSWPWB);
  }

  private void remove(int entry) {
    int group = entries.group(entry);
    int bytes = entries.bytes(entry);
    if (bytes == 0) {
      sameFilled--;
    } else {
      lru.remove(entry);
      zpool.free(entries.handle(entry));
      groupBytes[group] -= bytes;
    }
    groupStored[group]--;
    entries.remove(entry);
  }

  /** {@code zswap_shrinker_count} for a group. */
  long freeable(int group) {
    return mayWriteBack(group)
        ? protections[group].count(lru.size(group), groupBytes[group] / PAGE, groupStored[group])
        : 0;
  }

  boolean allowsScan(int group, long toScan) {
    return groupLimits[group].writeback() && protections[group].allowsScan(lru.size(group), toScan);
  }

  long deferred(int group) {
    return deferred[group];
  }

  void deferred(int group, long entriesPutOff) {
    deferred[group] = entriesPutOff;
  }

  /** Counters and levels at present. */
  public ZswapCounters.Reading reading() {
    return new ZswapCounters.Reading(
        limit.limitHits(),
        counters.rejectReclaimFail,
        counters.rejectAllocFail,
        counters.rejectCompressPoor,
        counters.writtenBackPages,
        zpool.pages() * PAGE,
        entries.size(),
        sameFilled,
        limit.timesFull());
  }
}
