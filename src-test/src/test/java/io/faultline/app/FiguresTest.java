package io.faultline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures as they are printed, and what several of them come to. */
class FiguresTest {

  @Test
  void aDurationHasTheUnitThatKeepsItShort() {
    assertThat(Figures.duration(0)).isEqualTo("0 ns");
    assertThat(Figures.duration(16_234)).isEqualTo("16.2 us");
    assertThat(Figures.duration(1_234_567_890)).isEqualTo("1.23 s");
    assertThat(Figures.duration(7_200e9)).isEqualTo("7200 s");
  }

  @Test
  void aShareOfNothingIsADash() {
    assertThat(Figures.percent(1, 3)).isEqualTo("33.3 %");
    assertThat(Figures.percent(0, 0)).isEqualTo("-");
    assertThat(Figures.rate(5, 0)).isEqualTo("-");
  }

  @Test
  void windowCountsStandRightAlignedBeforeTheirWindow() {
    Map<String, Long> calls = new LinkedHashMap<>();
    calls.put("1", 9L);
    calls.put("8", 2049L);

    assertThat(KernelText.windows(calls)).isEqualTo("   9  $retval = 1\n2049  $retval = 8\n");
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(Spread.of(List.of(9L, 1L, 5L), Long::longValue)).isEqualTo(new Spread(5, 1, 9));
    assertThat(Spread.of(List.of(4L, 1L, 9L, 5L), Long::longValue)).isEqualTo(new Spread(5, 1, 9));
  }
}
