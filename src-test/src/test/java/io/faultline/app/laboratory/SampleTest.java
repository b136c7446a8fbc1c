package io.faultline.app.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faultline.app.laboratory.Statistics.Difference;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import io.faultline.config.SplitMix64;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Averages, spreads and differences of a few figures, and how often chance makes a star. */
class SampleTest {

  private static final int RUNS = 400;
  private static final int TRIALS = 200;
  private static final int SEEDS = 10;

  private static Sample of(Unit unit, double... bySeed) {
    return new Sample(
        unit,
        IntStream.range(0, bySeed.length)
            .mapToObj(seed -> new double[] {bySeed[seed]})
            .toArray(double[][]::new));
  }

  @Test
  void aRateIsAveragedHarmonically() {
    assertThat(of(Unit.RATE, 30, 60).average()).isCloseTo(40, within(1e-9));
    assertThat(of(Unit.COUNT, 30, 60).average()).isCloseTo(45, within(1e-9));
  }

  @Test
  void aRateThatDoublesHasDoubledWhicheverMeanTellsIt() {
    Difference difference =
        of(Unit.RATE, 60, 80, 120).from(of(Unit.RATE, 30, 40, 60), true).orElseThrow();

    assertThat(difference.mean()).isCloseTo(1, within(1e-9));
    assertThat(difference.interval().low()).isLessThan(1);
    assertThat(difference.interval().high()).isGreaterThan(1);
  }

  @Test
  void theSpreadOfSeedsAndOfInterleavingsAreToldApart() {
    Sample onlySeedsMatter =
        new Sample(Unit.COUNT, new double[][] {{8, 8, 8}, {10, 10, 10}, {12, 12, 12}});
    Sample onlyOrderMatters =
        new Sample(Unit.COUNT, new double[][] {{8, 10, 12}, {8, 10, 12}, {8, 10, 12}});

    assertThat(onlySeedsMatter.spreadBetweenSeeds()).isCloseTo(0.2, within(1e-9));
    assertThat(onlySeedsMatter.spreadBetweenInterleavings()).isZero();
    assertThat(onlyOrderMatters.spreadBetweenSeeds()).isZero();
    assertThat(onlyOrderMatters.spreadBetweenInterleavings()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void interleavingsOfOneSeedAreNoIndependentFigures() {
    Sample sample = new Sample(Unit.COUNT, new double[][] {{9, 11}, {19, 21}});

    assertThat(sample.bySeed()).containsExactly(10, 20);
    assertThat(sample.interval()).contains(Statistics.interval(new double[] {10, 20}));
  }

  @Test
  void aSeedThatFailedOnOneSideIsNoPair() {
    Sample baseline = of(Unit.COUNT, 10, 20, 30);
    Sample other = of(Unit.COUNT, 11, Double.NaN, 33);

    Difference difference = other.from(baseline, true).orElseThrow();

    assertThat(difference.mean()).isCloseTo(2.0 / 20, within(1e-9));
    assertThat(other.seeds()).isEqualTo(2);
    assertThat(of(Unit.COUNT, 1, Double.NaN).from(of(Unit.COUNT, Double.NaN, 1), true)).isEmpty();
  }

  @Test
  void nothingBesideSomethingHasNoDifferenceInPercent() {
    assertThat(of(Unit.COUNT, 5, 6).from(of(Unit.COUNT, 0, 0), true)).isEmpty();
    assertThat(of(Unit.COUNT, 0, 0).from(of(Unit.COUNT, 0, 0), true).orElseThrow().p())
        .isEqualTo(1);
  }

  @Test
  void ofTwoHundredComparisonsOfAnExperimentWithItselfAtMostEighteenFindADifference()
      throws InterruptedException {
    List<Experiment> runs =
        IntStream.range(0, RUNS).mapToObj(seed -> TINY.reseeded(seed + 1)).toList();
    List<double[]> figures =
        new Emulator()
            .run(
                runs,
                trial ->
                    Objects.requireNonNull(trial.report()).tasks().stream()
                        .mapToDouble(task -> task.record().virtualNanos())
                        .toArray());
    SplitMix64 random = new SplitMix64(5);
    int[] stars = new int[3];
    for (int trial = 0; trial < TRIALS; trial++) {
      int[] drawn = drawn(random);
      for (int metric = 0; metric < 2; metric++) {
        Sample one = sample(Unit.TIME, figures, metric, drawn, 0);
        Sample other = sample(Unit.TIME, figures, metric, drawn, SEEDS);
        stars[metric] += star(one, other);
      }
      stars[2] +=
          star(
              sample(Unit.RATE, figures, 0, drawn, 0), sample(Unit.RATE, figures, 0, drawn, SEEDS));
    }

    assertThat(IntStream.of(stars)).allSatisfy(count -> assertThat(count).isBetween(1, 18));
  }

  private static int star(Sample one, Sample other) {
    return other.from(one, false).orElseThrow().p() < 0.05 ? 1 : 0;
  }

  /** Twice as many runs as there are seeds, none of them twice. */
  private static int[] drawn(SplitMix64 random) {
    int[] all = IntStream.range(0, RUNS).toArray();
    for (int i = 0; i < 2 * SEEDS; i++) {
      int other = i + random.nextBelow(RUNS - i);
      int kept = all[i];
      all[i] = all[other];
      all[other] = kept;
    }
    return all;
  }

  private static Sample sample(
      Unit unit, List<double[]> figures, int metric, int[] drawn, int from) {
    return of(
        unit,
        IntStream.range(from, from + SEEDS)
            .mapToDouble(i -> figures.get(drawn[i])[metric])
            .toArray());
  }

  private static final Experiment TINY =
      ExperimentReader.text(
              "tiny",
              """
              kernel = "6.1"
              machine { cpus = 1, memory = 64MiB }
              groups { t { memory-max = 512KiB } }
              devices { d { model = virtio-blk } }
              swap { a { device = d, size = 4MiB } }
              processes {
                p1 { group = t, vmas { v { pages = 128 } }, tasks { seq { vma = v, pattern = sequential } } }
                p2 { group = t, vmas { v { pages = 128 } }, tasks { rnd { vma = v, pattern = random } } }
              }
              """)
          .read();
}
