package io.faultline.actors.swap;

import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * All swap areas of a machine and the order in which they are drawn from: highest priority first,
 * areas of equal priority in turn ({@code get_swap_page} and {@code get_swap_pages} in {@code
 * mm/swapfile.c}).
 *
 * <p>An area is moved behind its equals each time it is drawn from, whether it yields one slot (up
 * to v4.10) or the 64 of a slot cache (to v6.14); since v6.15 when the cluster that a CPU fills has
 * no more room. An area that became full leaves the line and comes back at the end of its equals.
 */
public final class ActiveAreas {

  private final List<Area> areas = new ArrayList<>();
  private final List<Area> line = new ArrayList<>();
  private final List<Area> attempt = new ArrayList<>();
  private final int[] slots = new int[SlotAllocator.BATCH];
  private int[] lastAreaOfCpu = new int[0];
  private final BitSet inactive = new BitSet();
  private LongPredicate reclaimInPassing = entry -> false;
  private long totalSlots;
  private long usedSlots;
  private int rotational;

  private record Area(int index, SlotAllocator slots, int priority) {}

  /**
   * Adds an area, as {@code swapon} does.
   *
   * @param slots its slots; from now on allocated and freed only through this object
   * @param priority higher is drawn from first
   * @return its index, the area of its swap entries
   * @throws IllegalStateException if there are 32 areas already
   */
  public int add(SlotAllocator slots, int priority) {
    int index = areas.size();
    if (index == SwapEntry.MAX_AREAS) {
      throw new IllegalStateException("more than " + SwapEntry.MAX_AREAS + " swap areas");
    }
    Area area = new Area(index, slots, priority);
    areas.add(area);
    totalSlots += slots.pages();
    usedSlots += slots.inUse();
    if (slots.rotational()) {
      rotational++;
    }
    if (slots.inUse() < slots.pages()) {
      queue(area);
    }
    slots.reclaimInPassing(
        this::swapFull, slot -> reclaimInPassing.test(SwapEntry.of(index, slot)));
    return index;
  }

  /**
   * Allocates up to {@code n} slots, all on one area: the first in line that yields any.
   *
   * @param cpu the CPU that asks, from 0
   * @param n slots wanted, 1 to 64
   * @param out where their entries are written
   * @return how many were found; 0 if swap is full or absent
   */
  public int allocate(int cpu, int n, long[] out) {
    int goal = (int) Math.min(Math.min(n, SlotAllocator.BATCH), freeSlots());
    if (goal <= 0) {
      return 0;
    }
    int last = cpu < lastAreaOfCpu.length ? lastAreaOfCpu[cpu] : 0;
    if (!inactive.get(last) && areas.get(last).slots.goesOn(cpu)) {
      return allocateOn(areas.get(last), cpu, goal, out);
    }
    attempt.clear();
    attempt.addAll(line);
    for (int i = 0; i < attempt.size(); i++) {
      Area area = attempt.get(i);
      line.remove(area);
      queue(area);
      int found = allocateOn(area, cpu, goal, out);
      if (found > 0) {
        noteLastArea(cpu, area.index);
        return found;
      }
    }
    return 0;
  }

  private int allocateOn(Area area, int cpu, int goal, long[] out) {
    long before = area.slots.inUse();
    usedSlots += goal; // set aside for the search, as swapFull() sees it from there
    int found = area.slots.allocate(cpu, goal, slots);
    usedSlots += area.slots.inUse() - before - goal;
    if (area.slots.inUse() == area.slots.pages()) {
      line.remove(area);
    }
    for (int k = 0; k < found; k++) {
      out[k] = SwapEntry.of(area.index, slots[k]);
    }
    return found;
  }

  private void noteLastArea(int cpu, int area) {
    if (cpu >= lastAreaOfCpu.length) {
      lastAreaOfCpu = Arrays.copyOf(lastAreaOfCpu, cpu + 1);
    }
    lastAreaOfCpu[cpu] = area;
  }

  /**
   * Frees a slot.
   *
   * @throws IllegalStateException if it is not allocated
   */
  public void free(long entry) {
    Area area = areas.get(SwapEntry.area(entry));
    boolean wasFull = area.slots.inUse() == area.slots.pages();
    area.slots.free(SwapEntry.slot(entry));
    usedSlots--;
    if (wasFull && !inactive.get(area.index)) {
      queue(area);
    }
  }

  /**
   * Draws from an area no more, as {@code swapoff} begins: its slots do not count as swap any more,
   * those in use count as missing.
   */
  public void deactivate(int index) {
    Area area = areas.get(index);
    inactive.set(index);
    line.remove(area);
    totalSlots -= area.slots.pages();
  }

  /** Draws from an area again, after a {@code swapoff} that failed. */
  public void activate(int index) {
    Area area = areas.get(index);
    inactive.clear(index);
    totalSlots += area.slots.pages();
    if (area.slots.inUse() < area.slots.pages()) {
      queue(area);
    }
  }

  /**
   * Marks a given slot as allocated, as when a recorded layout is loaded.
   *
   * @throws IllegalStateException if it is allocated already
   */
  public void take(long entry) {
    Area area = areas.get(SwapEntry.area(entry));
    area.slots.take(SwapEntry.slot(entry));
    usedSlots++;
    if (area.slots.inUse() == area.slots.pages()) {
      line.remove(area);
    }
  }

  /** Whether a slot is allocated; false for headers and for what is on no area. */
  public boolean isAllocated(long entry) {
    int area = SwapEntry.area(entry);
    return area < areas.size() && areas.get(area).slots.isAllocated(SwapEntry.slot(entry));
  }

  /**
   * Lets allocation free slots it comes across while swap is more than half full; what {@code
   * reclaim} must do and must not stands at {@link SlotAllocator#reclaimInPassing}.
   */
  public void reclaimInPassing(LongPredicate reclaim) {
    this.reclaimInPassing = reclaim;
  }

  /** Whether less than half of all swap is free, {@code vm_swap_full}. */
  public boolean swapFull() {
    return freeSlots() * 2 < totalSlots;
  }

  /** Free slots of all areas, {@code nr_swap_pages}. */
  public long freeSlots() {
    return totalSlots - usedSlots;
  }

  /** Slots of all areas, headers not counted, {@code total_swap_pages}. */
  public long totalSlots() {
    return totalSlots;
  }

  /**
   * Areas on rotational devices, {@code nr_rotate_swap}: one is enough to switch VMA readahead off.
   */
  public int rotational() {
    return rotational;
  }

  /** Number of areas. */
  public int count() {
    return areas.size();
  }

  /** The slots of an area, to look at; allocate and free through this object. */
  public SlotAllocator slots(int area) {
    return areas.get(area).slots;
  }

  /** Priority of an area. */
  public int priority(int area) {
    return areas.get(area).priority;
  }

  private void queue(Area area) {
    int place = 0;
    while (place < line.size() && line.get(place).priority >= area.priority) {
      place++;
    }
    line.add(place, area);
  }
}
