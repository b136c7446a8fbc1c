package io.faultline.actors.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Which points are given out. */
class DispatchTest {

  private static BitSet done(int... points) {
    BitSet done = new BitSet();
    for (int point : points) {
      done.set(point);
    }
    return done;
  }

  @Test
  void whatIsDoneIsNotGivenOut() {
    Dispatch dispatch = new Dispatch(5, done(0, 2, 3));

    assertThat(dispatch.next()).hasValue(1);
    assertThat(dispatch.next()).hasValue(4);
    assertThat(dispatch.next()).isEqualTo(OptionalInt.empty());
  }

  @Test
  void aWorkerThatAsksTwiceMakesOneAttemptAndAnotherWorkerTheSecond() {
    Dispatch dispatch = new Dispatch(1, done());
    dispatch.next();

    assertThat(dispatch.begin(0, "a")).isEqualTo(1);
    assertThat(dispatch.begin(0, "a")).isEqualTo(1);
    assertThat(dispatch.begin(0, "b")).isEqualTo(2);
    assertThat(dispatch.running()).isEqualTo(1);
  }

  @Test
  void aPointThatHasToBeRepeatedIsGivenOutAgainUnlessAnotherIsAtIt() {
    Dispatch dispatch = new Dispatch(2, done());
    dispatch.next();
    dispatch.begin(0, "a");

    assertThat(dispatch.repeat(0, "a")).isTrue();
    assertThat(dispatch.next()).hasValue(0);
    assertThat(dispatch.begin(0, "b")).isEqualTo(2);
    assertThat(dispatch.repeat(0, "a")).isFalse();
    assertThat(dispatch.next()).hasValue(1);
  }

  @Test
  void aPointThatIsDoneMeanwhileIsNotRepeated() {
    Dispatch dispatch = new Dispatch(1, done());
    dispatch.next();
    dispatch.begin(0, "a");
    dispatch.repeat(0, "a");

    dispatch.done(0);

    assertThat(dispatch.next()).isEmpty();
    assertThat(dispatch.running()).isZero();
  }
}
