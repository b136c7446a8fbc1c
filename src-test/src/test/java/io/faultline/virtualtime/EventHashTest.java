package io.faultline.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.observe.EventHash;
import io.faultline.actors.virtualtime.DeliveryListener;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the event hash sees, and what it must not see. */
class EventHashTest {

  private enum Kind {
    READ,
    WRITE {
      @Override
      public String toString() {
        return "w";
      }
    }
  }

  private record Inner(int a, int b) {}

  private record All(
      byte tiny,
      short small,
      char letter,
      int number,
      long large,
      boolean flag,
      float single,
      double twice) {}

  private record Rich(
      String text, Kind kind, Inner inner, long[] longs, int[] ints, byte[] bytes, Object other) {}

  private record Batch(int[] frames, long[] entries) {}

  private record Absent(@Nullable String text, @Nullable Inner inner, int @Nullable [] ints) {}

  private static final All ALL = new All((byte) 1, (short) 2, 'c', 4, 5, true, 7f, 8.0);

  private static Rich rich(Object other) {
    return new Rich(
        "text",
        Kind.WRITE,
        new Inner(1, 2),
        new long[] {1, 2},
        new int[] {3},
        new byte[] {4},
        other);
  }

  private static String hash(Object... messages) {
    EventHash hash = new EventHash();
    DeliveryListener.Receiver receiver = hash.created("swap-cache");
    for (Object message : messages) {
      receiver.delivered(5, message);
    }
    return hash.hex();
  }

  @Test
  void eachPrimitiveComponentCounts() {
    assertThat(
            List.of(
                hash(ALL),
                hash(new All((byte) 9, (short) 2, 'c', 4, 5, true, 7f, 8.0)),
                hash(new All((byte) 1, (short) 9, 'c', 4, 5, true, 7f, 8.0)),
                hash(new All((byte) 1, (short) 2, 'x', 4, 5, true, 7f, 8.0)),
                hash(new All((byte) 1, (short) 2, 'c', 9, 5, true, 7f, 8.0)),
                hash(new All((byte) 1, (short) 2, 'c', 4, 9, true, 7f, 8.0)),
                hash(new All((byte) 1, (short) 2, 'c', 4, 5, false, 7f, 8.0)),
                hash(new All((byte) 1, (short) 2, 'c', 4, 5, true, 9f, 8.0)),
                hash(new All((byte) 1, (short) 2, 'c', 4, 5, true, 7f, 9.0))))
        .doesNotHaveDuplicates();
  }

  @Test
  void stringsEnumsArraysAndNestedRecordsCountByTheirContent() {
    Rich same = rich(1);
    assertThat(hash(rich(1))).isEqualTo(hash(same));
    assertThat(
            List.of(
                hash(same),
                hash(new Rich("texT", same.kind, same.inner, same.longs, same.ints, same.bytes, 1)),
                hash(new Rich("text", Kind.READ, same.inner, same.longs, same.ints, same.bytes, 1)),
                hash(
                    new Rich(
                        "text", same.kind, new Inner(2, 1), same.longs, same.ints, same.bytes, 1)),
                hash(
                    new Rich(
                        "text",
                        same.kind,
                        same.inner,
                        new long[] {2, 1},
                        same.ints,
                        same.bytes,
                        1)),
                hash(
                    new Rich(
                        "text", same.kind, same.inner, same.longs, new int[] {9}, same.bytes, 1)),
                hash(
                    new Rich(
                        "text", same.kind, same.inner, same.longs, same.ints, new byte[] {}, 1))))
        .doesNotHaveDuplicates();
  }

  @Test
  void anIdentityIsNeverAsked() {
    assertThat(hash(rich(new Object()))).isEqualTo(hash(rich(new Object())));
  }

  @Test
  void whatIsAbsentIsNotAMistake() {
    assertThat(
            List.of(
                hash(new Absent(null, null, null)),
                hash(new Absent("", null, null)),
                hash(new Absent(null, new Inner(0, 0), null)),
                hash(new Absent(null, null, new int[0]))))
        .doesNotHaveDuplicates();
  }

  @Test
  void theElementsOfArraysOfEnumsAndRecordsCount() {
    record Fates(Kind[] kinds, Inner[] inners) {}
    Inner[] inners = {new Inner(1, 2)};
    assertThat(
            List.of(
                hash(new Fates(new Kind[] {Kind.READ, Kind.WRITE}, inners)),
                hash(new Fates(new Kind[] {Kind.WRITE, Kind.READ}, inners)),
                hash(new Fates(new Kind[] {Kind.WRITE, Kind.READ}, new Inner[] {new Inner(2, 1)}))))
        .doesNotHaveDuplicates();
  }

  @Test
  void eachElementOfALongArrayCounts() {
    List<String> hashes = new ArrayList<>();
    hashes.add(hash(new Batch(new int[9], new long[9])));
    for (int i = 0; i < 9; i++) {
      Batch frames = new Batch(new int[9], new long[9]);
      frames.frames()[i] = -1;
      hashes.add(hash(frames));
      Batch entries = new Batch(new int[9], new long[9]);
      entries.entries()[i] = 1L << 40;
      hashes.add(hash(entries));
    }
    assertThat(hashes).doesNotHaveDuplicates();
  }

  @Test
  void aRecordWithinItsOwnKindIsFollowedToTheEnd() {
    record Chain(int link, @Nullable Chain next) {}
    assertThat(hash(new Chain(1, new Chain(2, new Chain(3, null)))))
        .isEqualTo(hash(new Chain(1, new Chain(2, new Chain(3, null)))))
        .isNotEqualTo(hash(new Chain(1, new Chain(2, new Chain(4, null)))));
  }

  @Test
  void theOrderOfDeliveriesCounts() {
    assertThat(hash(new Inner(1, 1), new Inner(2, 2)))
        .isNotEqualTo(hash(new Inner(2, 2), new Inner(1, 1)));
  }

  @Test
  void theTimeAndTheReceiverCount() {
    EventHash early = new EventHash();
    early.created("vma").delivered(1, "touch");
    EventHash late = new EventHash();
    late.created("vma").delivered(2, "touch");
    EventHash other = new EventHash();
    other.created("vmb").delivered(1, "touch");
    assertThat(List.of(early.hex(), late.hex(), other.hex())).doesNotHaveDuplicates();
  }

  @Test
  void theClassOfAMessageCounts() {
    record Read(long slot) {}
    record Write(long slot) {}
    assertThat(hash(new Read(1))).isNotEqualTo(hash(new Write(1)));
  }

  @Test
  void aKnownMessageHasAKnownHash() {
    assertThat(hash(ALL, rich(3L))).isEqualTo("3a7dfb25d87d3b00");
  }
}
