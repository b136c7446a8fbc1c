package io.faultline.app.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.config.ConfigError;
import org.junit.jupiter.api.Test;

/** What can be typed for a curve's horizontal axis. */
class AxisTest {

  @Test
  void aRangeHasItsEndsAndEqualSteps() {
    assertThat(Axis.parse("--x", "a.share=0..1/11").points())
        .extracting(Axis.Point::label)
        .containsExactly("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1");
    assertThat(Axis.parse("--x", "a=8MiB..32MiB/4").points())
        .extracting(Axis.Point::label)
        .containsExactly("8MiB", "16MiB", "24MiB", "32MiB");
  }

  @Test
  void aLogarithmicRangeHasEqualRatios() {
    Axis axis = Axis.parse("--x", "processes.p.tasks.t.think=1us..1000us/4log");

    assertThat(axis.name()).isEqualTo("think");
    assertThat(axis.unit()).isEqualTo("us");
    assertThat(axis.logarithmic()).isTrue();
    assertThat(axis.points()).extracting(Axis.Point::x).containsExactly(1.0, 10.0, 100.0, 1000.0);
  }

  @Test
  void valuesInSeveralUnitsStandWhereTheyBelong() {
    Axis axis = Axis.parse("--x", "think=0,500us,2ms");

    assertThat(axis.points()).extracting(Axis.Point::x).containsExactly(0.0, 500.0, 2000.0);
    assertThat(axis.points())
        .extracting(point -> point.values().get("think"))
        .containsExactly("0", "500us", "2ms");
  }

  @Test
  void severalKeysMayHaveTheSameValue() {
    assertThat(Axis.parse("--x", "a.b + c.d=1,2").points().get(1).values())
        .containsEntry("a.b", "2")
        .containsEntry("c.d", "2");
  }

  @Test
  void whatIsNoAxisIsRefused() {
    for (String wrong :
        new String[] {
          "a", "a=1", "a=2,1", "a=1,x", "a=0..1/1", "a=0..10/4log", "a=1KiB..4ms/3", "a=1ms,2KiB"
        }) {
      assertThatThrownBy(() -> Axis.parse("--x", wrong)).as(wrong).isInstanceOf(ConfigError.class);
    }
  }
}
