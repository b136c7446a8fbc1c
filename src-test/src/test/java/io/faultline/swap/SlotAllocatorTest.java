package io.faultline.swap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.swap.ClusterLists;
import io.faultline.actors.swap.HddSlots;
import io.faultline.actors.swap.SlotAllocator;
import io.faultline.actors.swap.SsdClusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotAllocatorTest {

  private final int[] out = new int[SlotAllocator.BATCH];

  private List<Integer> allocate(SlotAllocator slots, int cpu, int n) {
    int found = slots.allocate(cpu, n, out);
    return Arrays.stream(out, 0, found).boxed().toList();
  }

  private List<Integer> fill(SlotAllocator slots) {
    List<Integer> all = new ArrayList<>();
    List<Integer> batch = allocate(slots, 0, SlotAllocator.BATCH);
    while (!batch.isEmpty()) {
      all.addAll(batch);
      batch = allocate(slots, 0, SlotAllocator.BATCH);
    }
    return all;
  }

  private static List<Integer> run(int first, int last) {
    List<Integer> slots = new ArrayList<>();
    for (int slot = first; slot <= last; slot++) {
      slots.add(slot);
    }
    return slots;
  }

  @Test
  void anSsdBeginsInTheSecondClusterBecauseTheHeaderSpoilsTheFirst() {
    SsdClusters slots = new SsdClusters(131_072, 1, 1);

    assertThat(allocate(slots, 0, 64)).isEqualTo(run(16_384, 16_447));
  }

  @Test
  void clustersOfAnSsdFollowEachOther16384SlotsApart() {
    SsdClusters slots = new SsdClusters(131_072, 1, 1);

    List<Integer> firstOfCluster = new ArrayList<>();
    for (int batch = 0; batch < 9 * 8; batch++) {
      List<Integer> found = allocate(slots, 0, 64);
      if (batch % 8 == 0) {
        firstOfCluster.add(found.get(0));
      }
    }

    assertThat(firstOfCluster)
        .containsExactly(16_384, 32_768, 49_152, 65_536, 81_920, 98_304, 114_688, 512, 16_896);
  }

  @Test
  void theColumnOfAnSsdsStartComesFirst() {
    SsdClusters slots = new SsdClusters(131_072, 1, 100 * 512 + 7);

    assertThat(allocate(slots, 0, 1)).containsExactly(100 % 32 * 512);
  }

  @Test
  void clustersOf256SlotsStandIn64Columns() {
    SsdClusters slots = new SsdClusters(65_536, 1, 300, 256);

    assertThat(allocate(slots, 0, 1)).containsExactly(256);
    for (int batch = 0; batch < 4; batch++) {
      allocate(slots, 0, 64);
    }
    assertThat(allocate(slots, 0, 1)).containsExactly(16_384 + 256 + 1);
  }

  @Test
  void eachCpuFillsAClusterOfItsOwn() {
    SsdClusters slots = new SsdClusters(131_072, 2, 1);

    assertThat(allocate(slots, 0, 2)).containsExactly(16_384, 16_385);
    assertThat(allocate(slots, 1, 2)).containsExactly(32_768, 32_769);
    assertThat(allocate(slots, 0, 2)).containsExactly(16_386, 16_387);
  }

  @Test
  void aClusterWhoseLastSlotIsFreedWaitsAtTheTail() {
    SsdClusters slots = new SsdClusters(5 * 512, 1, 1);
    assertThat(slots.freeClusters()).isEqualTo(4);
    allocate(slots, 0, 1);
    assertThat(slots.freeClusters()).isEqualTo(3);

    slots.free(512);

    assertThat(slots.freeClusters()).isEqualTo(4);
    assertThat(allocate(slots, 0, 1)).containsExactly(1024);
  }

  @Test
  void aFullSsdHasGivenTheHeadersClusterAndTheRaggedEndLast() {
    SsdClusters slots = new SsdClusters(2 * 512 + 100, 1, 1);

    List<Integer> all = fill(slots);

    assertThat(all).hasSize(slots.pages()).doesNotHaveDuplicates();
    assertThat(all.subList(0, 512)).isEqualTo(run(512, 1023));
    assertThat(all.subList(512, all.size())).containsAll(run(1024, 1123)).containsAll(run(1, 511));
    assertThat(slots.highest()).isZero();
    assertThat(slots.lowest()).isEqualTo(slots.max());
  }

  @Test
  void aDiskSincev58BeginsAClusterWithABatchOfThree() {
    HddSlots slots = HddSlots.since58(131_072);

    assertThat(allocate(slots, 0, 64)).isEqualTo(run(1, 3));
    for (int batch = 0; batch < 8; batch++) {
      assertThat(allocate(slots, 0, 64)).hasSize(64);
    }
    assertThat(allocate(slots, 0, 64)).isEqualTo(run(516, 518));
  }

  @Test
  void aTakenLayoutIsGoneRoundWhateverTheOrderItWasTakenIn() {
    HddSlots ascending = new HddSlots(1000);
    HddSlots descending = new HddSlots(1000);
    for (int i = 0; i < 10; i++) {
      ascending.take(1 + i);
      descending.take(10 - i);
      ascending.take(990 + i);
      descending.take(999 - i);
    }

    for (HddSlots slots : List.of(ascending, descending)) {
      assertThat(slots.lowest()).isEqualTo(11);
      assertThat(slots.highest()).isEqualTo(989);
      assertThat(slots.inUse()).isEqualTo(20);
      assertThat(allocate(slots, 0, 3)).containsExactly(11, 12, 13);
    }
  }

  @Test
  void aTakenSlotTakesItsClusterOffTheFreeList() {
    SsdClusters slots = new SsdClusters(5 * 512, 1, 1);
    slots.take(1024 + 5);

    assertThat(slots.freeClusters()).isEqualTo(3);
    slots.resumeAt(0, 1024 + 5);
    assertThat(allocate(slots, 0, 1)).containsExactly(1024 + 6);
  }

  @Test
  void aSlotThatIsOnlyCachedIsReclaimedInPassingWhileSwapIsFull() {
    HddSlots slots = new HddSlots(8);
    assertThat(fill(slots)).isEqualTo(run(1, 7));
    slots.free(7);
    boolean[] full = {false};
    slots.reclaimInPassing(() -> full[0], slot -> slot == 3);

    assertThat(allocate(slots, 0, 1)).containsExactly(7);
    slots.free(7);
    full[0] = true;
    slots.resumeAt(2, 9);

    assertThat(allocate(slots, 0, 1)).containsExactly(3);
    assertThat(slots.inUse()).isEqualTo(6);
  }

  @Test
  void theLargestAreaIsSearchedWordByWord() {
    HddSlots slots = new HddSlots(Integer.MAX_VALUE);
    slots.take(Integer.MAX_VALUE - 1);

    assertThat(slots.highest()).isEqualTo(Integer.MAX_VALUE - 2);
    assertThat(allocate(slots, 0, 2)).containsExactly(1, 2);
  }

  @Test
  void whatCannotBeFreedOrTakenIsNamed() {
    HddSlots slots = new HddSlots(100);
    slots.take(5);

    assertThatThrownBy(() -> slots.take(5)).hasMessage("slot 5 is taken twice");
    assertThatThrownBy(() -> slots.free(6)).hasMessage("slot 6 is freed but was not allocated");
    assertThatThrownBy(() -> slots.free(0)).hasMessage("slot 0 is not on this area of 1 to 99");
    assertThatThrownBy(() -> slots.free(100)).hasMessage("slot 100 is not on this area of 1 to 99");
    assertThatThrownBy(() -> new HddSlots(1)).hasMessageContaining("at least 2 pages, got 1");
    assertThat(slots.isAllocated(0)).isFalse();
    assertThat(slots.isAllocated(100)).isFalse();
  }

  @Test
  void before3_12ASolidStateAreaIsFilledFromADrawnSlotOn() {
    HddSlots slots = HddSlots.withoutSeeks(4_096, 2_000);
    int[] out = new int[1];

    assertThat(slots.allocate(0, 1, out)).isOne();
    assertThat(out).containsExactly(2_000);
    assertThat(slots.rotational()).isFalse();

    for (int slot = 2_001; slot < 2_256; slot++) { // the run of 256
      slots.allocate(0, 1, out);
      assertThat(out).containsExactly(slot);
    }
    slots.free(2_010);
    slots.allocate(0, 1, out); // a rotational area would go back to slot 1
    assertThat(out).containsExactly(2_256);
  }

  @Test
  void in6_15EachCpuGoesOnInAClusterOfItsOwn() {
    ClusterLists slots = ClusterLists.forCpus(131_072, 2);

    assertThat(one(slots, 0)).isEqualTo(1); // the header's cluster is one that has room
    assertThat(one(slots, 1)).isEqualTo(32 * 512); // then column by column, as before
    assertThat(one(slots, 0)).isEqualTo(2);
    assertThat(one(slots, 1)).isEqualTo(32 * 512 + 1);
  }

  @Test
  void in6_15AllCpusShareTheClusterOfARotationalArea() {
    ClusterLists slots = ClusterLists.rotational(131_072);

    assertThat(one(slots, 0)).isEqualTo(1);
    assertThat(one(slots, 1)).isEqualTo(2);
    assertThat(one(slots, 0)).isEqualTo(3);
  }

  @Test
  void in6_15AClusterIsUsedAgainBeforeAFreeOneIsTaken() {
    ClusterLists slots = ClusterLists.forCpus(131_072, 1);
    for (int slot = 1; slot < 512; slot++) {
      assertThat(one(slots, 0)).isEqualTo(slot);
    }
    slots.free(100);
    slots.free(50);

    assertThat(one(slots, 0)).isEqualTo(50);
    assertThat(one(slots, 0)).isEqualTo(100);
    assertThat(one(slots, 0)).isEqualTo(32 * 512);
  }

  @Test
  void in6_15AFragmentedClusterIsTheLastResort() {
    ClusterLists slots = ClusterLists.forCpus(3 * 512, 2);
    one(slots, 0); // 1
    one(slots, 1); // 512
    for (int i = 0; i < 512; i++) {
      one(slots, 1); // to 1023, then 1024
    }
    for (int slot = 1_025; slot < 1_536; slot++) {
      assertThat(one(slots, 1)).isEqualTo(slot);
    }

    assertThat(one(slots, 1)).isEqualTo(2); // of the cluster that CPU 0 fills
  }

  private static int one(SlotAllocator slots, int cpu) {
    int[] out = new int[1];
    assertThat(slots.allocate(cpu, 1, out)).isOne();
    return out[0];
  }
}
