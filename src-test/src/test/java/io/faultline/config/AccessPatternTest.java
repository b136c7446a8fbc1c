package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each pattern against pages that a reader can count on a hand. */
class AccessPatternTest {

  @Test
  void aSequentialTaskGoesUpAndBeginsAgain() {
    assertThat(walk(new PatternSpec.Sequential(), 4, 0, 9))
        .containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0);
  }

  @Test
  void aReverseTaskGoesDownAndBeginsAgain() {
    assertThat(walk(new PatternSpec.Reverse(), 4, 0, 9)).containsExactly(3, 2, 1, 0, 3, 2, 1, 0, 3);
  }

  @Test
  void aStridedTaskSweepsColumnAfterColumn() {
    assertThat(walk(new PatternSpec.Strided(2), 8, 0, 17))
        .containsExactly(0, 2, 4, 6, 1, 3, 5, 7, 0, 2, 4, 6, 1, 3, 5, 7, 0);
  }

  @ParameterizedTest
  @CsvSource({"12,1", "12,3", "12,4", "12,6", "12,12", "1,1"})
  void aStrideIsTheDefinitionAccessByAccess(int pages, int stride) {
    int[] expected =
        IntStream.range(0, 3 * pages)
            .map(i -> i % pages)
            .map(j -> (j % (pages / stride)) * stride + j / (pages / stride))
            .toArray();
    assertThat(walk(new PatternSpec.Strided(stride), pages, 0, 3 * pages))
        .containsExactly(expected);
  }

  @Test
  void aStrideThatDoesNotDivideIsRefused() {
    assertThatThrownBy(() -> AccessPattern.of(new PatternSpec.Strided(3), 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stride 3 does not divide 8");
  }

  @Test
  void aRandomTaskDrawsThePagesOfTheRecordedWorkload() {
    // splitmix64 from seed 100, unsigned, modulo 16384
    assertThat(walk(new PatternSpec.UniformRandom(), 16_384, 100, 5))
        .containsExactly(13_636, 8_164, 9_677, 6_768, 14_135);
    assertThat(walk(new PatternSpec.UniformRandom(), 7, 100, 5)).containsExactly(3, 1, 0, 4, 4);
  }

  @ParameterizedTest
  @CsvSource({"0.5", "0.99", "1", "1.5", "3"})
  void zipfHitsAPageInProportionToItsRank(double exponent) {
    int pages = 50;
    int draws = 400_000;
    int[] hits = new int[pages];
    AccessPattern pattern = AccessPattern.of(new PatternSpec.Zipf(exponent), pages, 7);
    for (int i = 0; i < draws; i++) {
      hits[pattern.next()]++;
    }
    double total = IntStream.rangeClosed(1, pages).mapToDouble(k -> Math.pow(k, -exponent)).sum();
    for (int k = 1; k <= pages; k++) {
      double expected = draws * Math.pow(k, -exponent) / total;
      // five standard deviations of a count
      assertThat((double) hits[k - 1])
          .isBetween(
              expected - 5 * Math.sqrt(expected) - 1, expected + 5 * Math.sqrt(expected) + 1);
    }
  }

  @Test
  void zipfStaysInsideTheSmallestAndTheLargestRegion() {
    AccessPattern one = AccessPattern.of(new PatternSpec.Zipf(1.2), 1, 3);
    AccessPattern many = AccessPattern.of(new PatternSpec.Zipf(0.01), Integer.MAX_VALUE, 3);
    for (int i = 0; i < 1_000; i++) {
      assertThat(one.next()).isZero();
      assertThat(many.next()).isBetween(0, Integer.MAX_VALUE - 1);
    }
  }

  @Test
  void hotPagesComeFirstAndTakeTheirShareOfTheAccesses() {
    AccessPattern pattern = AccessPattern.of(new PatternSpec.HotCold(0.1, 0.9), 1_000, 5);
    int hot = 0;
    for (int i = 0; i < 100_000; i++) {
      int page = pattern.next();
      assertThat(page).isBetween(0, 999);
      hot += page < 100 ? 1 : 0;
    }
    assertThat(hot).isBetween(89_500, 90_500);
  }

  @Test
  void aPartlyRandomWalkGoesOnWhereItLeftTheSequence() {
    assertThat(walk(new PatternSpec.PartlyRandom(0), 3, 7, 5)).containsExactly(0, 1, 2, 0, 1);
    int expected = 0;
    int inSequence = 0;
    for (int page : walk(new PatternSpec.PartlyRandom(0.3), 1_000_000, 7, 10_000)) {
      if (page == expected) {
        inSequence++;
        expected++;
      }
    }
    assertThat(inSequence).isBetween(6_850, 7_150);
  }

  @Test
  void thereIsAlwaysAHotPageAndAColdOne() {
    assertThat(walk(new PatternSpec.HotCold(0.001, 1), 2, 1, 50)).containsOnly(0);
    assertThat(walk(new PatternSpec.HotCold(0.999, 0), 2, 1, 50)).containsOnly(1);
  }

  @Test
  void theSameSeedIsTheSameWalk() {
    for (PatternSpec spec :
        new PatternSpec[] {
          new PatternSpec.Zipf(1.1),
          new PatternSpec.HotCold(0.2, 0.8),
          new PatternSpec.PartlyRandom(0.5)
        }) {
      assertThat(walk(spec, 500, 9, 100)).isEqualTo(walk(spec, 500, 9, 100));
      assertThat(walk(spec, 500, 9, 100)).isNotEqualTo(walk(spec, 500, 10, 100));
    }
  }

  private static int[] walk(PatternSpec spec, int pages, long seed, int accesses) {
    AccessPattern pattern = AccessPattern.of(spec, pages, seed);
    return IntStream.range(0, accesses).map(i -> pattern.next()).toArray();
  }
}
