package io.faultline.app.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a distribution falls into two. */
class GroupsTest {

  @Test
  void twoGroupsAreCutInTheGapBetweenThem() {
    double[] figures =
        DoubleStream.concat(
                IntStream.range(0, 90).mapToDouble(i -> 2060 + i),
                IntStream.range(0, 10).mapToDouble(i -> 3900 + 20 * i))
            .toArray();

    Groups groups = Groups.of(figures);

    assertThat(groups.above()).isEqualTo(10);
    assertThat(groups.shareAbove()).isEqualTo(0.1);
    assertThat(groups.hollowCount()).isZero();
    assertThat(groups.hollowFrom()).isBetween(2149.0, 2300.0);
    assertThat(groups.hollowTo()).isBetween(3800.0, 3900.0);
    assertThat(IntStream.of(groups.counts()).sum()).isEqualTo(100);
  }

  @Test
  void figuresThatAreAllEqualHaveOneBar() {
    Groups groups = Groups.of(new double[] {7, 7, 7});

    assertThat(groups.counts()).containsExactly(3);
    assertThat(groups.above()).isZero();
  }
}
