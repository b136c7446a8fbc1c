package io.faultline.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.swap.ActiveAreas;
import io.faultline.actors.swap.ClusterLists;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SlotAllocator;
import io.faultline.actors.swap.SsdClusters;
import io.faultline.actors.swap.SwapSlots;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever is allocated and freed in whatever order, no slot is lost and none is handed out twice.
 */
class SlotAllocatorPropertyTest {

  enum Kind {
    HDD_TO_57,
    HDD_SINCE_58,
    SSD_512,
    SSD_256,
    SSD_BEFORE_312,
    LISTS,
    LISTS_ROTATIONAL;

    SlotAllocator create(int max, int cpus, int start) {
      return switch (this) {
        case HDD_TO_57 -> new HddSlots(max);
        case HDD_SINCE_58 -> HddSlots.since58(max);
        case SSD_512 -> new SsdClusters(max, cpus, 1 + start % (max - 1));
        case SSD_256 -> new SsdClusters(max, cpus, 1 + start % (max - 1), 256);
        case SSD_BEFORE_312 -> HddSlots.withoutSeeks(max, 1 + start % (max - 1));
        case LISTS -> ClusterLists.forCpus(max, cpus);
        case LISTS_ROTATIONAL -> ClusterLists.rotational(max);
      };
    }
  }

  @Property(tries = 200)
  void noSlotIsHandedOutTwiceAndNoneIsLost(
      @ForAll Kind kind,
      @ForAll @IntRange(min = 2, max = 3000) int max,
      @ForAll @IntRange(min = 1, max = 4) int cpus,
      @ForAll @IntRange(min = 1, max = 100_000) int start,
      @ForAll long seed) {
    SlotAllocator slots = kind.create(max, cpus, start);
    Random random = new Random(seed);
    BitSet model = new BitSet(max);
    List<Integer> mine = new ArrayList<>();
    int[] out = new int[SlotAllocator.BATCH];

    for (int step = 0; step < 300; step++) {
      if (random.nextInt(100) < 60) {
        int n = 1 + random.nextInt(SlotAllocator.BATCH);
        int found = slots.allocate(random.nextInt(cpus), n, out);
        assertThat(found).isBetween(mine.size() < max - 1 ? 1 : 0, n);
        for (int i = 0; i < found; i++) {
          assertThat(out[i]).isBetween(1, max - 1);
          assertThat(model.get(out[i])).as("slot %d handed out twice", out[i]).isFalse();
          model.set(out[i]);
          mine.add(out[i]);
        }
      } else {
        for (int n = random.nextInt(100); n > 0 && !mine.isEmpty(); n--) {
          int slot = takeAny(mine, random);
          model.clear(slot);
          slots.free(slot);
        }
      }
      assertThat(slots.inUse()).isEqualTo(mine.size());
      checkBounds(slots, model);
    }
    for (int slot = 0; slot < max; slot++) {
      assertThat(slots.isAllocated(slot)).isEqualTo(model.get(slot));
    }
  }

  @Property(tries = 200)
  void everySlotInUseIsHeldOrCachedOrReturning(
      @ForAll Kind kind,
      @ForAll @IntRange(min = 2, max = 6000) int max,
      @ForAll @IntRange(min = 1, max = 4) int cpus,
      @ForAll long seed) {
    ActiveAreas areas = new ActiveAreas();
    areas.add(kind.create(max, cpus, 1), 0);
    areas.add(Kind.HDD_SINCE_58.create(500, cpus, 1), 0);
    areas.add(Kind.SSD_256.create(700, cpus, 1), -1);
    SwapSlots swap = new SwapSlots(areas, cpus);
    Random random = new Random(seed);
    List<Long> held = new ArrayList<>();

    for (int step = 0; step < 60; step++) {
      boolean allocate = random.nextInt(100) < 60;
      for (int n = random.nextInt(300); n > 0; n--) {
        int cpu = random.nextInt(cpus);
        if (allocate) {
          long entry = swap.allocate(cpu);
          if (entry != SwapEntry.NONE) {
            held.add(entry);
          }
        } else if (!held.isEmpty()) {
          swap.free(cpu, takeAny(held, random));
        }
      }
      Set<Long> all = new HashSet<>(held);
      assertThat(all).hasSameSizeAs(held);
      swap.forEachCached(entry -> assertThat(all.add(entry)).isTrue());
      swap.forEachReturning(entry -> assertThat(all.add(entry)).isTrue());
      assertThat(areas.totalSlots() - areas.freeSlots()).isEqualTo(all.size());
      assertThat(all).allMatch(areas::isAllocated);
    }

    swap.drain();
    assertThat(areas.totalSlots() - areas.freeSlots()).isEqualTo(held.size());
  }

  private static <T> T takeAny(List<T> list, Random random) {
    int i = random.nextInt(list.size());
    T element = list.get(i);
    T last = list.remove(list.size() - 1);
    if (i < list.size()) {
      list.set(i, last);
    }
    return element;
  }

  private static void checkBounds(SlotAllocator slots, BitSet model) {
    int firstFree = model.nextClearBit(1);
    int lastFree = model.previousClearBit(slots.max() - 1);
    if (firstFree >= slots.max()) {
      assertThat(slots.highest()).isZero();
    } else {
      assertThat(slots.lowest()).isLessThanOrEqualTo(firstFree);
      assertThat(slots.highest()).isGreaterThanOrEqualTo(lastFree);
    }
  }
}
