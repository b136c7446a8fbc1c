package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Layout;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import io.faultline.protocol.SwapEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two tasks and 24 accesses, the whole ledger worked out by hand.
 *
 * <p>The sequential task reads its 16 pages a millisecond apart, the other 8 of its 64 pages, 16
 * apart from each other, 5.3 ms apart. One counter decides for both; windows are at most 8, and the
 * counter begins cold: no hits, previous slot 0, last window 1. On swap lie, in slots 8 to 14,
 * pages 0 to 6 of the sequential task; in slot 15, among them, page 16 of the other; in slots 16 to
 * 24 the rest of the sequential task's; and page n of the other else in slot 32 + n. A window is a
 * power of two at or above hits + 2 (without hits 1, or 2 next to the slot that last missed without
 * hits), at least half the last.
 *
 * <pre>
 * ms    task page slot  hits found   counter  window            hits taken        read ahead
 *  0    seq   0    8    miss         0        1
 *  0    rnd   0   32    miss         0        1
 *  1    seq   1    9    miss         0        1
 *  2    seq   2   10    miss         0        2: 10, 11         none (next to 9)  11
 *  3    seq   3   11    A            1
 *  4    seq   4   12    miss         1 -> 0   4: 12 to 15       A                 13, 14, 15
 *  5    seq   5   13    B            1
 *  5.3  rnd  16   15    C            2        its page, which the sequential task read
 *  6    seq   6   14    D            3
 *  7    seq   7   16    miss         3 -> 0   8: 16 to 23       B, C, D           17 to 23
 *  8-10 seq  8-10 17-19 E, F, G      3
 * 10.6  rnd  32   64    miss         3 -> 0   8: 64 to 71       E, F, G: stolen   65 to 71
 * 11-14 seq 11-14 20-23 H, I, J, K   4
 * 15    seq  15   24    miss         4 -> 0   8: 24 to 31       H, I, J, K        none is in use
 * 15.9  rnd  48   80    miss         0        4 (half of 8)     none: stolen      81, 82, 83
 * 21.2  rnd   1   33    miss         0        2: 32, 33         none: stolen      32 is in memory
 * 26.5  rnd  17   49    miss         0        1
 * 31.8  rnd  33   65    L            1
 * 37.1  rnd  49   81    M            2
 * </pre>
 */
class HitLedgerTest {

  private static final int SEQ = 0;
  private static final int RND = 1;

  private static MachineReport run;
  private static LedgerReport ledger;

  @BeforeAll
  static void runOnce() {
    long[] sequential = new long[16];
    Arrays.setAll(sequential, page -> SwapEntry.of(0, page < 7 ? 8 + page : 9 + page));
    long[] other = new long[64];
    Arrays.setAll(other, page -> SwapEntry.of(0, page == 16 ? 15 : 32 + page));
    run =
        new Machine(
                ExperimentReader.text(
                        "by hand",
                        """
                        kernel = "6.1"
                        machine { cpus = 2, memory = 64MiB, initial-readahead = cold }
                        devices { d { model = null-blk, latency = 10us } }
                        swap { a { device = d, size = 1MiB } }
                        readahead = cluster
                        processes {
                          p1 {
                            vmas.v.pages = 16
                            tasks.seq { vma = v, pattern = sequential, think = 1ms }
                          }
                          p2 {
                            vmas.v.pages = 64
                            tasks.rnd {
                              vma = v, pattern = strided, stride = 16, accesses = 8, think = 5300us
                            }
                          }
                        }
                        """)
                    .read())
            .startingFrom(new Layout(List.of(sequential, other)))
            .checkingAlways()
            .run();
    ledger = run.ledger();
  }

  @Test
  void theRunIsTheOneWorkedOut() {
    assertThat(run.invariants()).allMatch(Invariant::holds);
    assertThat(run.tasks().get(SEQ).windows()).isEqualTo(Map.of(1, 2L, 2, 1L, 4, 1L, 8, 2L));
    assertThat(run.tasks().get(RND).windows()).isEqualTo(Map.of(1, 2L, 2, 1L, 4, 1L, 8, 1L));
    assertThat(run.vmstat().get(VmstatItem.SWAP_RA)).isEqualTo(1 + 3 + 7 + 7 + 3);
    assertThat(run.vmstat().get(VmstatItem.SWAP_RA_HIT)).isEqualTo(13);
  }

  @Test
  void eachHitHasItsEarnerAndItsSpender() {
    assertThat(ledger.names()).containsExactly("p1.seq", "p2.rnd");
    // A, B, D, H, I, J, K of its own and C of the other
    assertThat(ledger.spent(SEQ, SEQ)).isEqualTo(7);
    assertThat(ledger.spent(RND, SEQ)).isEqualTo(1);
    // E, F, G
    assertThat(ledger.spent(SEQ, RND)).isEqualTo(3);
    assertThat(ledger.spent(RND, RND)).isZero();
    // L and M
    assertThat(ledger.pending(RND)).isEqualTo(2);
    assertThat(ledger.pending(SEQ)).isZero();
    assertThat(ledger.earned(SEQ)).isEqualTo(10);
    assertThat(ledger.earned(RND)).isEqualTo(3);
  }

  @Test
  void aHitOnAPageThatAnotherReadIsProvidedByThatOne() {
    // as earned, but for C
    assertThat(ledger.spentOfProvider(SEQ, SEQ)).isEqualTo(8);
    assertThat(ledger.spentOfProvider(SEQ, RND)).isEqualTo(3);
    assertThat(ledger.spentOfProvider(RND, SEQ)).isZero();
    assertThat(ledger.spentOfProvider(RND, RND)).isZero();
    assertThat(ledger.pendingOfProvider(RND)).isEqualTo(2);
    assertThat(ledger.provided(SEQ)).isEqualTo(11);
    assertThat(ledger.provided(RND)).isEqualTo(2);
  }

  @Test
  void nobodyForgetsAndNothingWasThereAtBoot() {
    for (int row = 0; row <= ledger.boot(); row++) {
      assertThat(ledger.forgotten(row)).isZero();
      assertThat(ledger.forgottenOfProvider(row)).isZero();
    }
    assertThat(ledger.earned(ledger.boot())).isZero();
    assertThat(ledger.row(LedgerRows.BOOT)).isEqualTo(2);
  }

  @Test
  void crossTalkIsFourOfElevenHitsThreeOneWayAndOneTheOther() {
    assertThat(ledger.crossTalk()).isEqualTo(4.0 / 11);
    assertThat(ledger.crossTalk(SEQ, RND)).isEqualTo(3.0 / 11);
    assertThat(ledger.crossTalk(RND, SEQ)).isEqualTo(1.0 / 11);
    assertThat(ledger.spentOfOthersBy(RND)).isEqualTo(3);
    assertThat(ledger.spentBy(SEQ)).isEqualTo(8);
  }

  @Test
  void aWindowIsStolenIfOthersEarnedAllTheHitsThatOpenedIt() {
    // slots 64 to 71; the window at 7 ms took C as well, but B and D were its own, and no hit
    // opened
    // the one at 2 ms; slots 80 to 83 and 33 are what is left of the window that H to K opened
    assertThat(ledger.stolenWindowPages(RND)).isEqualTo(8 + 4 + 1);
    assertThat(ledger.stolenWindowPages(SEQ)).isZero();
    assertThat(ledger.stolenWindowPages()).isEqualTo(13);
  }

  @Test
  void whatIsReadAheadAndNeverTouchedIsWasted() {
    assertThat(ledger.readAhead(SEQ)).isEqualTo(11);
    assertThat(ledger.readAhead(RND)).isEqualTo(10);
    assertThat(ledger.wastedReadahead(SEQ)).isZero();
    // 66 to 71, 82 and 83; there was memory for all of them
    assertThat(ledger.wastedReadahead(RND)).isEqualTo(8);
    assertThat(ledger.dropped(RND)).isZero();
    assertThat(ledger.untouched(RND)).isEqualTo(8);
  }

  @Test
  void whatIsCountedInTimeAddsUpToTheWhole() {
    assertThat(ledger.inTime(SEQ, HitLedger.Lane.CALLS)).hasSizeBetween(100, 200);
    assertThat(sum(ledger.inTime(SEQ, HitLedger.Lane.CALLS))).isEqualTo(6);
    assertThat(sum(ledger.inTime(RND, HitLedger.Lane.WINDOW_PAGES))).isEqualTo(2 + 2 + 4 + 8);
    assertThat(sum(ledger.inTime(RND, HitLedger.Lane.EARNED))).isEqualTo(3);
    assertThat(sum(ledger.inTime(SEQ, HitLedger.Lane.SPENT))).isEqualTo(8);
    assertThat(sum(ledger.inTime(SEQ, HitLedger.Lane.SPENT_OF_OTHERS))).isEqualTo(1);
    assertThat(sum(ledger.inTime(RND, ReadaheadUse.Lane.STOLEN))).isEqualTo(13);
    // the theft is a quarter into the run
    List<Long> stolen = ledger.inTime(RND, HitLedger.Lane.SPENT_OF_OTHERS);
    int bucket = stolen.indexOf(3L);
    assertThat(ledger.firstBucketNanos() + bucket * ledger.bucketNanos())
        .isBetween(10_000_000L, 11_000_000L);
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void theOneForeignPageIsSeenInThePlacement() {
    // slots 8 to 24 make 16 pairs, of which 14 / 15 and 15 / 16 join pages of both tasks
    assertThat(run.placement().pages()).isEqualTo(80);
    assertThat(run.placements().vmas().get(SEQ).start().adjacency()).isEqualTo(14.0 / 16);
    // slots 32 to 47 and 49 to 95 make 15 + 46 pairs, slot 15 another two
    assertThat(run.placements().vmas().get(RND).start().adjacency()).isEqualTo(61.0 / 63);
    assertThat(run.placement().adjacency()).isEqualTo(75.0 / 77);
    // runs: 7 and 9 pages; 16, 1 and 47
    assertThat(run.placement().meanRun()).isEqualTo(80.0 / 5);
  }
}
