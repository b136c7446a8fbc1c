package io.faultline.app.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where lines with bands cross. */
class CrossingTest {

  private static Curve.Line line(String name, double band, double... figures) {
    List<Curve.Point> points = new ArrayList<>();
    for (int i = 0; i < figures.length; i++) {
      points.add(new Curve.Point(i, "" + i, 10, figures[i], figures[i] - band, figures[i] + band));
    }
    return new Curve.Line(name, points);
  }

  @Test
  void twoLinesCrossBetweenPointsAndTheirBandsOverlapAroundThat() {
    List<Curve.Crossover> clear = new ArrayList<>();

    int others = Crossing.between(line("rising", 1, 0, 4, 8), line("falling", 1, 8, 4.8, 0), clear);

    assertThat(others).isZero();
    assertThat(clear).hasSize(1);
    Curve.Crossover crossover = clear.get(0);
    assertThat(crossover.lowerBefore()).isEqualTo("rising");
    assertThat(crossover.lowerAfter()).isEqualTo("falling");
    // 0.8 apart at 1, 8 the other way at 2
    assertThat(crossover.x()).isCloseTo(1 + 0.8 / 8.8, within(1e-9));
    // the bands are 6 apart at 0 and overlap by 1.2 at 1
    assertThat(crossover.from()).isCloseTo(6 / 7.2, within(1e-9));
    assertThat(crossover.to()).isCloseTo(2 - 6 / 8.8, within(1e-9));
  }

  @Test
  void linesThatPassWithinTheirBandsMayDoSoByChance() {
    List<Curve.Crossover> clear = new ArrayList<>();

    int others = Crossing.between(line("a", 2, 1, 2, 1), line("b", 2, 2, 1, 2), clear);

    assertThat(others).isEqualTo(2);
    assertThat(clear).isEmpty();
  }

  @Test
  void linesThatTouchDoNotCross() {
    List<Curve.Crossover> clear = new ArrayList<>();

    assertThat(Crossing.between(line("a", 0, 1, 1, 1), line("b", 0, 2, 1, 3), clear)).isZero();
    assertThat(Crossing.between(line("a", 0, 1, 1, 1), line("b", 0, 2, 1, 0), clear)).isZero();
    assertThat(clear).hasSize(1);
    assertThat(clear.get(0).x()).isCloseTo(1, within(1e-9));
  }
}
