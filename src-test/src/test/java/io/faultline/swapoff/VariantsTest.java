package io.faultline.swapoff;

import static io.faultline.swapoff.LaidOut.calls;
import static io.faultline.swapoff.LaidOut.emptied;
import static io.faultline.swapoff.LaidOut.hits;
import static io.faultline.swapoff.LaidOut.readsPerPage;
import static io.faultline.swapoff.LaidOut.runs;
import static io.faultline.swapoff.LaidOut.sequential;
import static io.faultline.swapoff.LaidOut.share;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Why the windows of each variant of the swapoff thread are what they are: 4096 pages of one
 * process, in slots in the order of its page table, windows of up to 8, and nobody else.
 */
class VariantsTest {

  private static final int PAGES = 4096;

  private static final String BY_VMA = "devices.d={ model = nvme }";

  private static MachineReport swapoff(String variant, String... settings) {
    String[] all = java.util.Arrays.copyOf(settings, settings.length + 1);
    all[settings.length] = "swapoff.s.variant=" + variant;
    return LaidOut.run(sequential(PAGES), all);
  }

  @Test
  void withoutALookupNobodyHarvestsTheFlagsSoAdjacentSlotsAreAllThatOpensAWindow() {
    MachineReport vanilla = swapoff("vanilla-5.6");

    assertThat(hits(vanilla)).isZero();
    assertThat(emptied(vanilla).windows()).isEqualTo(Map.of(1, 1L, 2, PAGES - 1L));
    // every other call finds its page read by the call before
    assertThat(readsPerPage(vanilla)).isCloseTo(1 / 2.0, within(0.001));
  }

  @Test
  void aFixedWindowReadsTheLargestBlockWhateverHappened() {
    MachineReport fixed = swapoff("fixed", "machine.initial-readahead=boot");

    assertThat(emptied(fixed).windows()).isEqualTo(Map.of(8, (long) PAGES));
    assertThat(readsPerPage(fixed)).isEqualTo(1 / 8.0);
    // it asks once a page all the same, and seven times in eight for nothing
    assertThat(calls(fixed)).isEqualTo(PAGES);
  }

  @Test
  void lookingUpWithoutActingOnTheAnswerHalvesNothing() {
    MachineReport always = swapoff("lookup-and-always-readahead");

    // a first call of 2 reads a pair, its hit opens a window of 4, which has only the other pair
    // to read; its two hits keep the next two calls at 4, which read nothing: 2, 4, 4, 4
    assertThat(share(always, 2)).isCloseTo(1 / 4.0, within(0.002));
    assertThat(share(always, 4)).isCloseTo(3 / 4.0, within(0.002));
    assertThat(readsPerPage(always)).isCloseTo(1 / 2.0, within(0.001));
    assertThat(hits(always)).isEqualTo(always.vmstat().get(VmstatItem.SWAP_RA));
  }

  @Test
  void aHitAddedBeforeEachCallMakesEveryWindowFour() {
    MachineReport plus = swapoff("hits-plus-plus");

    // one hit and two make the power of two at or above 3
    assertThat(emptied(plus).windows()).isEqualTo(Map.of(4, (long) PAGES));
    assertThat(readsPerPage(plus)).isEqualTo(1 / 4.0);
    assertThat(hits(plus)).isZero();
  }

  @Test
  void asManyHitsAsTheLastWindowDoubleItUntilItIsTheLargest() {
    MachineReport equal = swapoff("hits-equal-last");

    // the power of two at or above w + 2: 1 gives 4, 4 gives 8
    assertThat(emptied(equal).windows()).isEqualTo(Map.of(4, 1L, 8, PAGES - 1L));
    assertThat(readsPerPage(equal)).isCloseTo(1 / 8.0, within(0.001));
    assertThat(emptied(swapoff("hits-equal-last", "machine.page-cluster=5")).windows())
        .isEqualTo(Map.of(4, 1L, 8, 1L, 16, 1L, 32, PAGES - 3L));
  }

  @Test
  void withALookupAsManyHitsAsTheLastWindowNeedOneCallForEightPages() {
    MachineReport equal = swapoff("lookup-with-hits-equal-last");

    assertThat(emptied(equal).windows()).isEqualTo(Map.of(4, 1L, 8, PAGES / 8L));
    assertThat(readsPerPage(equal)).isCloseTo(1 / 8.0, within(0.001));
  }

  @Test
  void aLookupThatIsActedOnEarnsTheHitsThatKeepTheWindowLarge() {
    MachineReport correct = swapoff("lookup-correct");

    assertThat(share(correct, 8)).isGreaterThan(0.99);
    assertThat(calls(correct)).isBetween(PAGES / 8L, PAGES / 8L + 5);
    assertThat(readsPerPage(correct)).isCloseTo(1 / 8.0, within(0.002));
    assertThat(hits(correct)).isEqualTo(correct.vmstat().get(VmstatItem.SWAP_RA));
  }

  @ParameterizedTest
  @CsvSource({"6, 64", "7, 128", "8, 256"})
  void aCorrectLookupReachesTheLargestWindowThereIsAndStays(int pageCluster, int window) {
    MachineReport correct = swapoff("lookup-correct", "machine.page-cluster=" + pageCluster);

    assertThat(emptied(correct).windows().lastKey()).isEqualTo(window);
    assertThat(emptied(correct).windows().get(window))
        .isBetween(PAGES / window - 2L, PAGES / window + 0L);
    assertThat(hits(correct)).isEqualTo(correct.vmstat().get(VmstatItem.SWAP_RA));
  }

  @Test
  void inVmaModeTheVanillaWalkIsForItselfAlwaysOnePageFurther() {
    MachineReport vanilla = swapoff("vanilla-5.6", BY_VMA);

    // 4 hits to begin with, then the half, and then the two that the next address is worth
    assertThat(emptied(vanilla).windows()).isEqualTo(Map.of(8, 1L, 4, 1L, 2, PAGES - 2L));
    assertThat(hits(vanilla)).isZero();
    // each call begins at its own page, which is there, and reads the one behind: no pair is shared
    assertThat(readsPerPage(vanilla)).isGreaterThan(0.99);
  }

  @ParameterizedTest
  @CsvSource({"fixed", "hits-plus-plus", "hits-equal-last"})
  void inVmaModeWhatIsDoneToTheSystemWideCounterChangesNothing(String variant) {
    MachineReport changed = swapoff(variant, BY_VMA);
    MachineReport vanilla = swapoff("vanilla-5.6", BY_VMA);

    assertThat(emptied(changed).windows()).isEqualTo(emptied(vanilla).windows());
    assertThat(emptied(changed).record().elapsedNanos())
        .isEqualTo(emptied(vanilla).record().elapsedNanos());
  }

  @Test
  void inVmaModeACorrectLookupGrowsFromTheFourHitsItIsGivenToThirtyTwo() {
    assertThat(share(swapoff("lookup-correct", BY_VMA), 8)).isGreaterThan(0.99);
    String[] large = {BY_VMA, "machine.page-cluster=8", "swapoff.s.variant=lookup-correct"};
    MachineReport report = LaidOut.run(sequential(29 + 9 * 32), large);

    // 4 hits: 8 around the first page, of which 5 are there; their 4 hits: 8; 7 hits: 16; 15: 32
    assertThat(emptied(report).windows()).isEqualTo(Map.of(8, 2L, 16, 1L, 32, 9L));
    assertThat(hits(report)).isEqualTo(report.vmstat().get(VmstatItem.SWAP_RA));
  }

  @Test
  void inVmaModeALookupThatIsNotActedOnReadsOnePageAfterTheOther() {
    MachineReport always = swapoff("lookup-and-always-readahead", BY_VMA);

    // its own lookup moves the previous address to the page itself: the window of 4 is centred, and
    // reaches two pages further, one more than the one before
    assertThat(share(always, 4)).isGreaterThan(0.99);
    assertThat(readsPerPage(always)).isGreaterThan(0.99);
  }

  @Test
  void placementInRunsClosesTheVanillaWindowOnceARunAndLeavesTheCorrectOneLarge() {
    int[] slots = runs(PAGES, 12, 7);
    MachineReport vanilla = LaidOut.run(slots, "swapoff.s.variant=vanilla-5.6");
    MachineReport correct = LaidOut.run(slots, "swapoff.s.variant=lookup-correct");

    assertThat(share(vanilla, 1)).isBetween(0.076, 0.135);
    assertThat(share(vanilla, 2)).isEqualTo(1 - share(vanilla, 1));
    // what an aligned block reads of another run is found, and counted, when its turn comes
    assertThat(share(correct, 8)).isGreaterThan(0.95);
    assertThat(emptied(vanilla).record().elapsedNanos())
        .isGreaterThan(emptied(correct).record().elapsedNanos() * 3 / 2);
  }

  @Test
  void withPageClusterZeroEveryVariantReadsPageByPage() {
    for (String variant : new String[] {"vanilla-5.6", "fixed", "lookup-correct"}) {
      MachineReport none = swapoff(variant, "machine.page-cluster=0");
      assertThat(emptied(none).windows()).isEmpty();
      assertThat(readsPerPage(none)).isEqualTo(1);
    }
  }
}
