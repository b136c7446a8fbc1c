package io.faultline.phenomena;

import static io.faultline.phenomena.Runs.share;
import static io.faultline.phenomena.Runs.shareOfReadahead;
import static io.faultline.phenomena.Runs.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.readahead.ReadaheadHeuristic;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.virtualtime.MachineFailure;
import io.faultline.config.ConfigError;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One sequential and one random task under other heuristics, scopes and placements. */
class HeuristicChoiceTest {

  private static MachineReport mixed(String algorithm, String... settings) {
    String[] all = new String[settings.length + 1];
    all[0] = "readahead.algorithm=" + algorithm;
    System.arraycopy(settings, 0, all, 1, settings.length);
    return small("mixed", all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "fixed",
        "dickins-2012-10",
        "dickins-2012-10-noplus",
        "dickins-2012-11",
        "li-2012",
        "khlebnikov-2012",
        "hits",
        "leap"
      })
  void everyHeuristicTakesBothTasksToTheirEnd(String algorithm) {
    MachineReport report = mixed(algorithm);
    assertThat(report.tasks()).allMatch(task -> task.record().done());
  }

  /** The heuristics of October 2012 take the hits of the start, and open no window for them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"dickins-2012-10", "dickins-2012-10-noplus", "dickins-2012-11", "hits", "leap"})
  void withoutReadaheadNoHitIsLost(String algorithm) {
    MachineReport report =
        mixed(algorithm, "machine.page-cluster=0", "machine.initial-readahead=boot");
    assertThat(report.vmstat().get(VmstatItem.SWAP_RA)).isZero();
  }

  @Test
  void theFixedWindowReadsAheadForTheRandomTaskAsWell() {
    MachineReport report = mixed("fixed");
    assertThat(share(report, "seq", 8)).isEqualTo(1);
    assertThat(share(report, "rnd", 8)).isEqualTo(1);
    assertThat(report.vmstat().get(VmstatItem.SWAP_RA_HIT)).isZero(); // nothing is flagged
  }

  @Test
  void withoutReadaheadEveryFaultReadsItsOwnPage() {
    MachineReport report = mixed("none");
    assertThat(report.vmstat().get(VmstatItem.SWAP_RA)).isZero();
    assertThat(report.vmstat().get(VmstatItem.PSWPIN))
        .isEqualTo(report.vmstat().get(VmstatItem.PGMAJFAULT));
  }

  @Test
  void lisCounterPerAnonVmaCondemnsTheRandomTaskAndSparesTheSequentialOne() {
    MachineReport report = mixed("li-2012");
    assertThat(share(report, "seq", 8)).isEqualTo(1);
    assertThat(share(report, "rnd", 1)).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @CsvSource({
    "process, slots",
    "process, addresses",
    "vma, slots",
    "vma, addresses",
    "anon-vma, slots"
  })
  void aCounterOfOnesOwnIsNotSpentByOthers(String scope, String placement) {
    MachineReport report =
        mixed("hits", "readahead.scope=" + scope, "readahead.placement=" + placement);
    assertThat(share(report, "seq", 8)).isGreaterThan(0.98);
    assertThat(shareOfReadahead(report, "rnd")).isLessThan(0.02);
  }

  @Test
  void aGlobalCounterIsSpentByOthersWhereverTheWindowLies() {
    MachineReport report = mixed("hits", "readahead.scope=global", "readahead.placement=addresses");
    assertThat(shareOfReadahead(report, "rnd")).isGreaterThan(0.2);
  }

  @Test
  void leapFollowsAStrideThatTheHitCounterTakesForRandom() {
    String[] strided = {
      "processes.p.tasks.seq.pattern=strided",
      "processes.p.tasks.seq.stride=4",
      "readahead.placement=addresses",
      "readahead.scope=vma",
      "readahead.algorithm=leap"
    };
    MachineReport leap = small("sequential", strided);
    strided[4] = "readahead.algorithm=hits";
    MachineReport hits = small("sequential", strided);
    assertThat(leap.vmstat().get(VmstatItem.PGMAJFAULT) * 2)
        .isLessThan(hits.vmstat().get(VmstatItem.PGMAJFAULT));
  }

  /** A heuristic of a user's. */
  public static final class AlwaysFour implements ReadaheadHeuristic {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 4;
    }
  }

  @Test
  void aClassOfTheUsersDecidesByItsName() {
    MachineReport report = mixed("\"" + AlwaysFour.class.getName() + "\"");
    assertThat(share(report, "rnd", 4)).isEqualTo(1);
  }

  /** What a class of a user's might decide by mistake. */
  public static final class NoPage implements ReadaheadHeuristic {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 0;
    }
  }

  /** Three pages lie nowhere: the kernel aligns a window to its size. */
  public static final class ThreePages implements ReadaheadHeuristic {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 3;
    }
  }

  /** A stride whose size is no number. */
  public static final class FarStride implements ReadaheadHeuristic {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 3;
    }

    @Override
    public long stride(ReadaheadState state) {
      return Long.MIN_VALUE;
    }
  }

  /** As many pages behind the missed one as the window has. */
  public static final class AllBehind implements ReadaheadHeuristic {
    @Override
    public int window(ReadaheadState state, long position, int pageCluster) {
      return 3;
    }

    @Override
    public long stride(ReadaheadState state) {
      return 1;
    }

    @Override
    public int behind(ReadaheadState state) {
      return 3;
    }
  }

  private static Stream<Arguments> whatCannotBeDone() {
    return Stream.of(
        arguments(NoPage.class, "a window of 0 pages, and it is a power of two from 1 to 8"),
        arguments(ThreePages.class, "a window of 3 pages, and it is a power of two from 1 to 8"),
        arguments(
            FarStride.class, "a stride of -9223372036854775808 pages, and it is at most 2^62"),
        arguments(
            AllBehind.class, "3 pages of a window of 3 behind the missed one, and it is 0 to 2"));
  }

  @ParameterizedTest
  @MethodSource("whatCannotBeDone")
  void aClassThatDecidesWhatCannotBeDoneEndsTheRun(Class<?> heuristic, String message) {
    for (String placement : List.of("slots", "addresses")) {
      assertThatThrownBy(
              () -> mixed("\"" + heuristic.getName() + "\"", "readahead.placement=" + placement))
          .isInstanceOf(MachineFailure.class)
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .rootCause()
          .hasMessageContaining(message);
    }
  }

  @Test
  void aClassThatDoesNotExistIsRefusedBeforeAnythingRuns() {
    assertThatThrownBy(() -> mixed("com.example.Nowhere"))
        .isInstanceOf(ConfigError.class)
        .hasMessage("readahead.algorithm: heuristic com.example.Nowhere is not on the class path");
  }
}
