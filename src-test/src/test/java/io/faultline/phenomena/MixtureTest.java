package io.faultline.phenomena;

import static io.faultline.phenomena.Runs.full;
import static io.faultline.phenomena.Runs.majorFaults;
import static io.faultline.phenomena.Runs.median;
import static io.faultline.phenomena.Runs.share;
import static io.faultline.phenomena.Runs.shareOfReadahead;
import static io.faultline.phenomena.Runs.small;
import static io.faultline.phenomena.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.LedgerReport;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A sequential and a random task, each with 4096 pages and memory for half of them, on one CPU each
 * and one disk.
 */
class MixtureTest {

  private static final int SEEDS = 9;

  /** 4096 pages in windows of 8. */
  private static final double UNDISTURBED = 512;

  private static List<MachineReport> runs(IntFunction<MachineReport> runOfSeed) {
    return IntStream.rangeClosed(1, SEEDS).mapToObj(runOfSeed).toList();
  }

  @Test
  void theSequentialTaskKeepsItsWindowAndTheRandomOneInheritsWhatItNeverEarned() {
    List<MachineReport> mixtures = runs(seed -> small("mixed", "seed=" + seed));

    assertThat(median(mixtures, run -> share(run, "seq", 8))).isGreaterThanOrEqualTo(0.9);
    assertThat(median(mixtures, run -> majorFaults(run, "seq")))
        .isBetween(UNDISTURBED, 1.13 * UNDISTURBED);
    assertThat(median(mixtures, run -> shareOfReadahead(run, "rnd"))).isBetween(0.24, 0.63);
    assertThat(mixtures)
        .allSatisfy(run -> assertThat(task(run, "rnd").windows()).containsKeys(2, 4, 8))
        .allSatisfy(run -> assertThat(task(run, "rnd").hitsSpent()).isPositive());
  }

  @Test
  void aPartOfTheHitsThatOneEarnsIsSpentByTheOtherInBothDirections() {
    List<MachineReport> mixtures = runs(seed -> small("mixed", "seed=" + seed));

    assertThat(median(mixtures, run -> shareOfHits(run, "p2.rnd"))).isBetween(0.05, 0.25);
    assertThat(mixtures)
        .allSatisfy(run -> assertThat(run.ledger().crossTalk()).isPositive())
        .allSatisfy(run -> assertThat(run.ledger().stolenWindowPages()).isPositive());
    assertThat(median(mixtures, run -> run.ledger().crossTalk(0, 1)))
        .isGreaterThan(median(mixtures, run -> run.ledger().crossTalk(1, 0)));
  }

  /** Hits that a task spent, of all that were, 0 to 1. */
  private static double shareOfHits(MachineReport run, String spender) {
    LedgerReport ledger = run.ledger();
    double all = 0;
    for (int row = 0; row < ledger.names().size(); row++) {
      all += ledger.spentBy(row);
    }
    return ledger.spentBy(ledger.row(spender)) / all;
  }

  @Test
  void atTheRecordedSizeTheSequentialTaskTakesTheRecordedFaults() {
    List<MachineReport> mixtures = runs(seed -> full("mixed", "seed=" + seed));

    assertThat(median(mixtures, run -> majorFaults(run, "seq"))).isBetween(2_050.0, 2_320.0);
  }

  @Test
  void aRandomTaskAloneIsGrantedNothingButItsOwnPage() {
    MachineReport alone = small("random");

    assertThat(shareOfReadahead(alone, "rnd")).isLessThan(0.003);
  }

  @Test
  void aSequentialTaskAloneReadsEightPagesAFault() {
    MachineReport alone = small("sequential");

    assertThat(majorFaults(alone, "seq")).isBetween(512L, 516L);
    assertThat(share(alone, "seq", 8)).isGreaterThan(0.99);
  }

  @Test
  void aSlowSequentialReaderSuffers() {
    List<MachineReport> thinking =
        runs(seed -> small("mixed", "seed=" + seed, "processes.p1.tasks.seq.think=200us"));

    // without thinking it is at most 13 % more than undisturbed
    assertThat(median(thinking, run -> majorFaults(run, "seq"))).isGreaterThan(1.3 * UNDISTURBED);
    assertThat(median(thinking, run -> share(run, "seq", 1))).isGreaterThan(0.02);
  }

  @Test
  void aCounterPerVmaIsolatesPerfectly() {
    MachineReport run = small("mixed-vma");

    assertThat(run.vmaReadahead()).isTrue();
    assertThat(share(run, "seq", 8)).isGreaterThan(0.99);
    assertThat(majorFaults(run, "seq")).isBetween(512L, 516L);
    assertThat(shareOfReadahead(run, "rnd")).isLessThan(0.003);
    assertThat(run.ledger().crossTalk()).isZero();
    assertThat(run.ledger().stolenWindowPages()).isZero();
  }

  @Test
  void aCounterPerVmaIsolatesNothingWhenBothRegionsAreOneVma() {
    List<MachineReport> mixtures = runs(seed -> small("mixed-merged-vma", "seed=" + seed));

    assertThat(mixtures).allMatch(MachineReport::vmaReadahead);
    assertThat(median(mixtures, run -> shareOfReadahead(run, "rnd"))).isBetween(0.24, 0.63);
    assertThat(mixtures)
        .allSatisfy(run -> assertThat(task(run, "rnd").hitsSpent()).isGreaterThan(100))
        .allSatisfy(run -> assertThat(shareOfHits(run, "p.rnd")).isGreaterThan(0.05))
        .allSatisfy(run -> assertThat(run.ledger().crossTalk()).isPositive());
  }
}
