package io.faultline.app.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faultline.app.laboratory.Statistics.Difference;
import io.faultline.app.laboratory.Statistics.Interval;
import org.junit.jupiter.api.Test;

/** Against Student's own figures: hours of sleep gained by ten patients with each of two drugs. */
class StatisticsTest {

  private static final double[] FIRST = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  private static final double[] SECOND = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

  @Test
  void welchsTestGivesWhatIsPublishedForIt() {
    Difference difference = Statistics.welch(FIRST, SECOND);

    assertThat(difference.mean()).isCloseTo(1.58, within(1e-9));
    assertThat(difference.p()).isCloseTo(0.07939, within(1e-5));
    assertThat(difference.interval().low()).isCloseTo(-0.2054832, within(1e-6));
    assertThat(difference.interval().high()).isCloseTo(3.3654832, within(1e-6));
  }

  @Test
  void pairsTellTheDrugsApart() {
    Difference difference = Statistics.paired(FIRST, SECOND);

    assertThat(difference.p()).isCloseTo(0.002833, within(1e-6));
    assertThat(difference.interval().low()).isCloseTo(0.7001142, within(1e-6));
    assertThat(difference.interval().high()).isCloseTo(2.4598858, within(1e-6));
  }

  @Test
  void theIntervalOfAMeanIsStudents() {
    Interval interval = Statistics.interval(FIRST);

    assertThat(interval.low()).isCloseTo(-0.5297804, within(1e-6));
    assertThat(interval.high()).isCloseTo(2.0297804, within(1e-6));
  }

  @Test
  void figuresWithoutChanceAreEqualOrNot() {
    double[] threes = {3, 3, 3};

    assertThat(Statistics.paired(threes, threes).p()).isEqualTo(1);
    assertThat(Statistics.welch(threes, new double[] {4, 4, 4}).p()).isZero();
    assertThat(Statistics.interval(threes)).isEqualTo(new Interval(3, 3));
  }

  @Test
  void holmsCorrectionLooksAtTheSmallestFirstAndNeverFalls() {
    double[] adjusted = Statistics.holm(new double[] {0.01, 0.04, Double.NaN, 0.03, 0.005});

    assertThat(adjusted[0]).isCloseTo(0.03, within(1e-12));
    assertThat(adjusted[1]).isCloseTo(0.06, within(1e-12));
    assertThat(adjusted[2]).isNaN();
    assertThat(adjusted[3]).isCloseTo(0.06, within(1e-12));
    assertThat(adjusted[4]).isCloseTo(0.02, within(1e-12));
  }
}
