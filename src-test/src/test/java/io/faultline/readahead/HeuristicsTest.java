package io.faultline.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.faultline.actors.readahead.Heuristics;
import io.faultline.actors.readahead.HitsHeuristic;
import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.actors.readahead.ReadaheadState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HeuristicsTest {

  /** Not a heuristic. */
  public static final class Stranger {}

  /** A heuristic that nobody can make. */
  public static final class Demanding implements ReadaheadHeuristic {

    private final int pages;

    public Demanding(int pages) {
      this.pages = pages;
    }

    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return pages;
    }
  }

  /** A heuristic that refuses to be made. */
  public static final class Refusing implements ReadaheadHeuristic {

    public Refusing() {
      throw new IllegalStateException("not today\nnor tomorrow");
    }

    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 1;
    }
  }

  /** A heuristic whose class can't be loaded. */
  public static final class Broken implements ReadaheadHeuristic {

    private static final int PAGES = Integer.parseInt("eight");

    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return PAGES;
    }
  }

  /** A heuristic that is not finished. */
  public abstract static class Unfinished implements ReadaheadHeuristic {}

  /** A heuristic that is nobody else's business. */
  static final class Hidden implements ReadaheadHeuristic {

    public Hidden() {}

    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 1;
    }
  }

  static List<String> names() {
    return Heuristics.names();
  }

  @Test
  void theNamesAreThoseOfTheThreads() {
    assertThat(Heuristics.names())
        .containsExactly(
            "none",
            "fixed",
            "dickins-2012-10",
            "dickins-2012-10-noplus",
            "dickins-2012-11",
            "li-2012",
            "khlebnikov-2012",
            "hits",
            "leap");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyHeuristicReadsTheMissedPageAloneWithPageClusterZero(String name) {
    ReadaheadHeuristic heuristic = Heuristics.named(name);
    for (ReadaheadHeuristic form : List.of(heuristic, heuristic.byAddresses())) {
      ReadaheadState state = form.newState();
      form.hit(state, 99, true);
      for (int i = 0; i < 5; i++) {
        assertThat(form.window(state, 100 + i, 0)).isOne();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void noWindowIsEmptyOrLargerThanPageClusterAllowsWhateverHappens(String name) {
    ReadaheadHeuristic heuristic = Heuristics.named(name);
    for (ReadaheadHeuristic form : List.of(heuristic, heuristic.byAddresses())) {
      ReadaheadState state = form.newState();
      long position = 12_345;
      for (int i = 0; i < 5_000; i++) {
        position = (position * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L) >>> 16;
        switch ((int) (position % 5)) {
          case 0, 1 -> form.hit(state, position, position % 2 == 0);
          case 2 -> form.swappedOut(state, 3);
          case 3 -> form.unusedDropped(state, 2);
          default -> {
            int window = form.window(state, position, 4);
            assertThat(window).isBetween(1, 16);
            assertThat(form.behind(state)).isBetween(0, window - 1);
            if (form.stride(state) == 0) {
              assertThat(Integer.bitCount(window)).isOne();
            }
          }
        }
      }
    }
  }

  @Test
  void onlyLiAndLeapHearOfHitsOnPagesWithoutTheFlagUnlessWindowsLieAroundAddresses() {
    assertThat(Heuristics.names())
        .filteredOn(name -> Heuristics.named(name).seesEveryHit())
        .containsExactly("li-2012", "leap");
    assertThat(Heuristics.named("hits").byAddresses().seesEveryHit()).isTrue();
    assertThat(Heuristics.named("dickins-2012-11").byAddresses().seesEveryHit()).isTrue();
  }

  @Test
  void khlebnikovsIsTheOnlyReconstructionAndItsDescriptionSaysSo() {
    assertThat(Heuristics.names())
        .filteredOn(name -> Heuristics.named(name).reconstruction())
        .containsExactly("khlebnikov-2012");
    assertThat(Heuristics.description("khlebnikov-2012")).contains("reconstruction");
  }

  @Test
  void hitsAroundAddressesIsTheKernelsVmaReadahead() {
    assertThat(Heuristics.named("hits")).isEqualTo(HitsHeuristic.BY_SLOTS);
    assertThat(Heuristics.named("hits").byAddresses()).isEqualTo(HitsHeuristic.BY_ADDRESSES);
  }

  @Test
  void aClassOfTheUsersIsChosenByItsName() {
    ReadaheadHeuristic doubling = Heuristics.named("io.faultline.readahead.DoublingHeuristic");
    ReadaheadState state = doubling.newState(0, 0, 0);

    assertThat(doubling).isInstanceOf(DoublingHeuristic.class);
    assertThat(doubling.window(state, 100, 3)).isEqualTo(1);
    for (int window : new int[] {2, 4, 8, 8}) {
      doubling.hit(state, 101, true);
      assertThat(doubling.window(state, 102, 3)).isEqualTo(window);
    }
    doubling.hit(state, 103, false);
    assertThat(doubling.window(state, 104, 3)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "hit, hits",
    "dickins-2012, dickins-2012-10",
    "dickins-2012-10noplus, dickins-2012-10-noplus",
    "Leap, leap",
    "lee-2012, li-2012"
  })
  void anUnknownNameIsAnsweredWithTheNearestAndAllOthers(String typed, String nearest) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Heuristics.named(typed))
        .withMessageContaining("unknown heuristic " + typed + ", did you mean " + nearest + "?")
        .withMessageContaining(String.join(", ", Heuristics.names()));
  }

  @ParameterizedTest
  @CsvSource({
    "com.example.Missing, is not on the class path",
    "Stranger, does not implement io.faultline.actors.readahead.ReadaheadHeuristic",
    "Demanding, has no public constructor without parameters",
    "Refusing, can't be made: java.lang.IllegalStateException: not today",
    "Unfinished, is abstract",
    "Hidden, is not public"
  })
  void aClassThatIsNoUseIsRefusedInOneLine(String name, String reason) {
    String className = name.contains(".") ? name : HeuristicsTest.class.getName() + "$" + name;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Heuristics.named(className))
        .withMessage("heuristic " + className + " " + reason);
  }

  @Test
  void aClassThatFailsWhileItLoadsIsRefusedWithItsCause() {
    String className = HeuristicsTest.class.getName() + "$Broken";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Heuristics.named(className))
        .withMessageContaining("can't be loaded: java.lang.NumberFormatException")
        .withMessageContaining("eight");
  }
}
