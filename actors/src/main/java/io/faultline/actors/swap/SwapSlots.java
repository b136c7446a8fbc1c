package io.faultline.actors.swap;

import io.faultline.protocol.SwapEntry;
import java.util.function.LongConsumer;

/**
 * Swap slots as reclaim sees them: one at a time from the CPU's cache of 64, which is refilled from
 * the areas and gathers what is freed ({@code mm/swap_slots.c}, v4.11 to v6.11; up to v6.14 without
 * the gathering). Other kernels have no caches: each slot comes from the areas.
 *
 * <p>The caches are in use while plenty of swap is free: they start at more than {@code cpus * 5 *
 * 64} free slots and stop, and are drained, below {@code cpus * 2 * 64}. Meanwhile a freed slot is
 * not at once reusable.
 */
public final class SwapSlots {

  private static final int ACTIVATE = 5 * SlotCache.SIZE;
  private static final int DEACTIVATE = 2 * SlotCache.SIZE;

  private final ActiveAreas areas;
  private final SlotCache[] caches;
  private final boolean caching;
  private final boolean gathering;
  private final long[] single = new long[1];
  private boolean enabled = true;
  private boolean active;

  /**
   * Caches that gather what is freed, for a number of CPUs over given areas.
   *
   * @param areas where slots come from; to be used only through this object
   * @param cpus number of CPUs, at least 1
   */
  public SwapSlots(ActiveAreas areas, int cpus) {
    this(areas, cpus, true, true);
  }

  /**
   * The slots of a number of CPUs over given areas.
   *
   * @param areas where slots come from; to be used only through this object
   * @param cpus number of CPUs, at least 1
   * @param caching whether each CPU takes slots in advance, while plenty are free
   * @param gathering whether it also gathers those freed; without caches none does
   */
  public SwapSlots(ActiveAreas areas, int cpus, boolean caching, boolean gathering) {
    if (cpus < 1) {
      throw new IllegalArgumentException("a machine has at least one CPU, got " + cpus);
    }
    this.areas = areas;
    this.caching = caching;
    this.gathering = gathering;
    caches = new SlotCache[cpus];
    for (int cpu = 0; cpu < cpus; cpu++) {
      caches[cpu] = new SlotCache();
    }
  }

  /**
   * Allocates one slot, {@code get_swap_page}.
   *
   * @param cpu the CPU that asks, from 0
   * @return its entry, or {@link SwapEntry#NONE} if swap is full
   */
  public long allocate(int cpu) {
    if (checkActive()) {
      SlotCache cache = caches[cpu];
      if (cache.isEmpty()) {
        cache.refill(areas, cpu);
      }
      if (!cache.isEmpty()) {
        return cache.take();
      }
    }
    return areas.allocate(cpu, 1, single) == 0 ? SwapEntry.NONE : single[0];
  }

  /**
   * Frees one slot, {@code free_swap_slot}: by way of the CPU's return list while the caches are in
   * use.
   *
   * @param cpu the CPU that frees, from 0
   */
  public void free(int cpu, long entry) {
    if (active && gathering) {
      caches[cpu].giveBack(areas, entry);
    } else {
      areas.free(entry);
    }
  }

  /** Gives everything in the caches back to the areas, CPU by CPU. */
  public void drain() {
    for (SlotCache cache : caches) {
      cache.drain(areas);
    }
  }

  /**
   * Stops and drains the caches until {@link #enable}, as {@code swapoff} does for its whole
   * duration.
   */
  public void disable() {
    enabled = false;
    active = false;
    drain();
  }

  /** Lets the caches start again, when enough swap is free. */
  public void enable() {
    enabled = true;
  }

  /** Whether slots go through the caches at present. */
  public boolean isActive() {
    return active;
  }

  /** The areas below the caches; slots in a cache or a return list count as allocated there. */
  public ActiveAreas areas() {
    return areas;
  }

  /** Whether a slot is in some CPU's cache: allocated on its area, but not handed out yet. */
  public boolean isCached(long entry) {
    for (SlotCache cache : caches) {
      if (cache.isReady(entry)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a slot is in some CPU's return list: freed, but still allocated on its area. */
  public boolean isReturning(long entry) {
    for (SlotCache cache : caches) {
      if (cache.isReturning(entry)) {
        return true;
      }
    }
    return false;
  }

  /** Visits the slots of which {@link #isCached} is true. */
  public void forEachCached(LongConsumer consumer) {
    for (SlotCache cache : caches) {
      cache.forEachReady(consumer);
    }
  }

  /** Visits the slots of which {@link #isReturning} is true. */
  public void forEachReturning(LongConsumer consumer) {
    for (SlotCache cache : caches) {
      cache.forEachReturning(consumer);
    }
  }

  private boolean checkActive() {
    if (!caching || !enabled) {
      return false;
    }
    long free = areas.freeSlots();
    if (!active) {
      active = free > (long) caches.length * ACTIVATE;
    } else if (free < (long) caches.length * DEACTIVATE) {
      active = false;
      drain();
    }
    return active;
  }
}
