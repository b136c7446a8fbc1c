package io.faultline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.app.chart.Palette;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Who has a colour of their own. */
class CastTest {

  @Test
  void whoDidNothingHasNoPart() {
    Cast cast = new Cast(List.of("a", "idle", "b"), new long[] {5, 0, 7});

    assertThat(cast.names()).containsExactly("a", "b");
    assertThat(cast.part(0)).isZero();
    assertThat(cast.part(2)).isEqualTo(1);
  }

  @Test
  void ofManyTheMostActiveHaveAColourEachAndTheOthersShareTheLast() {
    List<String> names = IntStream.range(0, 20).mapToObj(task -> "t" + task).toList();

    Cast cast = new Cast(names, LongStream.rangeClosed(1, 20).toArray());

    assertThat(cast.names())
        .containsExactly("t13", "t14", "t15", "t16", "t17", "t18", "t19", "others (13)");
    assertThat(cast.part(19)).isEqualTo(6);
    assertThat(cast.part(3)).isEqualTo(Palette.SERIES - 1);
  }
}
