package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.config.ReadaheadSpec.Placement;
import io.faultline.config.ReadaheadSpec.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which rules hold in which kernel generation. */
class KernelTest {

  @Test
  void theGenerationsAreNine() {
    assertThat(Kernel.releases()).isEqualTo("3.6, 3.14, 4.14, 5.6, 5.8, 6.1, 6.8, 6.12, 6.15");
    for (Kernel kernel : Kernel.values()) {
      assertThat(Kernel.of(kernel.release())).contains(kernel);
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          3.6,  fixed, NONE, SLOTS,       1,   false, 65536,  100
          3.14, hits,  ALL,  SLOTS,       1,   false, 65536,  100
          4.14, hits,  NEW,  SLOTS,       64,  true,  65536,  100
          5.6,  hits,  NEW,  PAGE_TABLES, 64,  true,  65536,  100
          5.8,  hits,  NEW,  PAGE_TABLES, 64,  true,  262144, 200
          6.1,  hits,  NEW,  PAGE_TABLES, 64,  true,  262144, 200
          6.8,  hits,  NEW,  PAGE_TABLES, 64,  true,  262144, 200
          6.12, hits,  NEW,  PAGE_TABLES, 64,  true,  262144, 200
          6.15, hits,  NEW,  PAGE_TABLES, 512, false, 262144, 200
          """)
  void eachGenerationIsABundleOfRules(
      String release,
      String algorithm,
      Marking marking,
      SwapoffSpec.Order order,
      int slotsPerTurn,
      boolean slotCache,
      int minFreeCapKib,
      int largestSwappiness) {
    Kernel kernel = Kernel.of(release).orElseThrow();
    assertThat(kernel.readaheadAlgorithm()).isEqualTo(algorithm);
    assertThat(kernel.readaheadMarking()).isEqualTo(marking);
    assertThat(kernel.swapoffOrder()).isEqualTo(order);
    assertThat(kernel.slotsPerTurn()).isEqualTo(slotsPerTurn);
    assertThat(kernel.slotCachePerCpu()).isEqualTo(slotCache);
    assertThat(kernel.minFreeCapKib()).isEqualTo(minFreeCapKib);
    assertThat(kernel.largestSwappiness()).isEqualTo(largestSwappiness);
  }

  @Test
  void aRuleOnceChangedStaysChanged() {
    changesOnceIn(Kernel.V3_14, kernel -> kernel.readaheadAlgorithm().equals("hits"));
    changesOnceIn(Kernel.V3_14, Kernel::ssdClustersPerCpu);
    changesOnceIn(Kernel.V4_14, Kernel::vmaReadaheadAvailable);
    changesOnceIn(Kernel.V4_14, kernel -> kernel.firstAutomaticPriority() == -2);
    changesOnceIn(Kernel.V5_6, Kernel::windowClippedAtAreaEnd);
    changesOnceIn(Kernel.V5_6, Kernel::synchronousReadsSkipSwapCache);
    changesOnceIn(
        Kernel.V5_8, kernel -> kernel.swapoffVariant() == SwapoffSpec.Variant.LOOKUP_CORRECT);
    changesOnceIn(Kernel.V5_8, Kernel::hddScanSince58);
    changesOnceIn(Kernel.V5_8, Kernel::chargesWindowWhenAllocated);
    changesOnceIn(Kernel.V5_8, Kernel::scanSharesFollowCost);
    changesOnceIn(Kernel.V5_8, kernel -> !kernel.swaponDrawsFirstSlot());
    changesOnceIn(Kernel.V5_8, kernel -> kernel.slotClusterPages() == 512);
    changesOnceIn(Kernel.V6_1, kernel -> !kernel.anonPagesStartActive());
    changesOnceIn(Kernel.V6_1, kernel -> !kernel.faultActivates());
    changesOnceIn(Kernel.V6_1, kernel -> !kernel.referencedAnonActivatesAtOnce());
    changesOnceIn(Kernel.V6_1, Kernel::anonRefaultsAreTracked);
    changesOnceIn(Kernel.V6_1, Kernel::writeFaultFreesSlotBeforeMapping);
    changesOnceIn(Kernel.V6_1, kernel -> kernel.limitRetries() == 16);
    changesOnceIn(Kernel.V6_1, kernel -> kernel.chargeBatch() == 64);
    changesOnceIn(Kernel.V6_1, kernel -> kernel.plugRequests() == 32);
    changesOnceIn(Kernel.V3_14, Kernel::kswapdRestsInWriteback);
    changesOnceIn(Kernel.V6_1, Kernel::multiGenerationLruAvailable);
    changesOnceIn(Kernel.V6_8, Kernel::groupReclaimOfGenerationsGoesOn);
    changesOnceIn(Kernel.V6_15, Kernel::clusterListsEverywhere);
  }

  @Test
  void freedSlotsWaitForOthersOnlyWhereSlotsAreCached() {
    assertThat(Arrays.stream(Kernel.values()).filter(Kernel::freedSlotsGatherPerCpu))
        .containsExactly(Kernel.V4_14, Kernel.V5_6, Kernel.V5_8, Kernel.V6_1, Kernel.V6_8);
  }

  @Test
  void oneRotationalAreaSwitchesVmaReadaheadOffForAll() {
    ReadaheadSpec byVma = new ReadaheadSpec("hits", Scope.VMA, Placement.ADDRESSES, Marking.NEW);
    ReadaheadSpec byCluster = new ReadaheadSpec("hits", Scope.GLOBAL, Placement.SLOTS, Marking.NEW);
    assertThat(Kernel.V5_6.readahead(true, 0)).isEqualTo(byVma);
    assertThat(Kernel.V5_6.readahead(true, 1)).isEqualTo(byCluster);
    assertThat(Kernel.V5_6.readahead(false, 0)).isEqualTo(byCluster);
  }

  @Test
  void beforeThereWasVmaReadaheadTheClusterDecides() {
    assertThat(Kernel.V3_14.readahead(true, 0))
        .isEqualTo(new ReadaheadSpec("hits", Scope.GLOBAL, Placement.SLOTS, Marking.ALL));
    assertThat(Kernel.V3_6.readahead(true, 0))
        .isEqualTo(new ReadaheadSpec("fixed", Scope.GLOBAL, Placement.SLOTS, Marking.NONE));
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void everyRuleHasANameAValueAndASourceThatSaysHowSureItIs(Kernel kernel) {
    List<KernelRule> rules = KernelRule.of(kernel);
    assertThat(rules).extracting(KernelRule::name).doesNotHaveDuplicates();
    assertThat(rules).allSatisfy(rule -> assertThat(rule.value()).isNotBlank());
    assertThat(rules).allSatisfy(rule -> assertThat(rule.source()).containsPattern("\\[[VMR]]"));
    assertThat(rules)
        .extracting(KernelRule::name)
        .isEqualTo(KernelRule.of(Kernel.V6_1).stream().map(KernelRule::name).toList());
  }

  @Test
  void noTwoGenerationsShowTheSameBundle() {
    List<List<KernelRule>> bundles = Arrays.stream(Kernel.values()).map(KernelRule::of).toList();
    assertThat(bundles).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"2.6.32,", "5.4, 5.6", "5.7, 5.6", "4.19, 4.14", "5.0, 5.6", "6.18, 6.15", "x,"})
  void theNearestGenerationIsTheOneWithFewestReleasesBetween(String asked, String nearest) {
    assertThat(Kernel.nearest(asked).map(Kernel::release)).isEqualTo(Optional.ofNullable(nearest));
  }

  @Test
  void anUnknownGenerationNamesTheNearestAndAll() {
    assertThatThrownBy(() -> Kernel.named("5.7"))
        .isInstanceOf(ConfigError.class)
        .hasMessage(
            "no kernel generation is called 5.7; the nearest is 5.6\n"
                + "the kernel generations are 3.6, 3.14, 4.14, 5.6, 5.8, 6.1, 6.8, 6.12, 6.15");
  }

  private static void changesOnceIn(Kernel first, Function<Kernel, Boolean> rule) {
    assertThat(Arrays.stream(Kernel.values()).map(rule))
        .containsExactlyElementsOf(
            IntStream.range(0, Kernel.values().length)
                .mapToObj(index -> index >= first.ordinal())
                .toList());
  }
}
