package io.faultline.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.InitialReadahead;
import io.faultline.config.Interleaving;
import io.faultline.config.VmaSpec;
import io.faultline.protocol.SwapEntry;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a recorded row says, read from the recordings themselves. */
class RecordingTest {

  private static final Path RUNS = Path.of("src/test/resources/recordings/runs.csv");

  private static final Map<String, Recording> ROWS =
      Recording.read(RUNS).stream()
          .collect(Collectors.toMap(Recording::runId, Function.identity()));

  @Test
  void everyRowCanBeRead() {
    assertThat(ROWS).hasSize(564);
  }

  @Test
  void aRowOfJobSBeginsAsItsNameSaysAndOthersDoNotSay() {
    assertThat(row("6.1/smp1/s-cluster_hdd-pc3-seq-r-hot").statedStart())
        .contains(InitialReadahead.HOT);
    assertThat(row("6.1/smp1/s-cluster_hdd-pc3-p1s1r-r-cold-rep2").statedStart())
        .contains(InitialReadahead.COLD);
    assertThat(row("6.1/smp1/a-cluster_hdd-pc3-seq-r").statedStart()).isEmpty();
  }

  @Test
  void anErrorIsRelativeToTheLargestOfTheCountTheMajorFaultsAndAHundred() {
    Recording row = row("6.1/smp1/a-cluster_hdd-pc3-seq-r");

    assertThat(row.counter(VmstatItem.PGMAJFAULT)).isEqualTo(4097);
    assertThat(row.error(28674, 28674 + 28674)).isEqualTo(1.0);
    assertThat(row.error(0, 4097)).isEqualTo(1.0);
  }

  @Test
  void windowsAreReadFromTheirHistogram() {
    assertThat(row("6.1/smp1/h-cluster_hdd-pc3-swapoff").windows())
        .isEqualTo(new TreeMap<>(Map.of(1, 3L, 2, 3L, 4, 1L, 8, 1024L)));
  }

  @Test
  void actorsAreReadWithPatternSeedAndThinkTime() {
    assertThat(row("6.1/smp2/b-vma-pc3-p1s1r-r-rthink500us").actors())
        .isEqualTo(
            List.of(
                new Recording.Actor("seq", false, 0, 0, 0),
                new Recording.Actor("rnd", false, 4096, 100, 500_000)));
  }

  @Test
  void everyRowWithoutAnObstacleMakesAnExperiment() {
    for (Recording row : ROWS.values()) {
      RecordedMachine machine = new RecordedMachine(row, false);
      if (machine.obstacle().isEmpty()) {
        var experiment = machine.experiment(InitialReadahead.COLD, 1, new Interleaving.Fifo());
        assertThat(experiment.processes().stream().mapToInt(p -> p.tasks().size()).sum())
            .as(row.runId())
            .isEqualTo(row.swapoff() ? 0 : row.actors().size());
      }
    }
  }

  @Test
  void callsAreCountedAlsoWhereTheKernelChoosesNoWindow() {
    Recording row = row("6.1/smp1/c-cluster_hdd-pc0-1proc");

    assertThat(row.calls()).isEqualTo(32772);
    assertThat(row.windows()).isEmpty();
  }

  @Test
  void theProcessesOfASwapoffWaitEachWithItsRegionAndFourPagesMore() {
    RecordedMachine machine =
        new RecordedMachine(row("6.1/smp1/c-cluster_hdd-pc5-4proc-serial"), false);

    var experiment = machine.experiment(InitialReadahead.COLD, 1, new Interleaving.Fifo());

    assertThat(experiment.swapoffs()).hasSize(1);
    assertThat(experiment.groups().get(0).unlimitedWhenMeasuring()).isTrue();
    assertThat(experiment.processes())
        .hasSize(4)
        .allSatisfy(
            process ->
                assertThat(process.vmas())
                    .extracting(VmaSpec::pages)
                    .containsExactly(1, 1, 1, 1, 8192));
  }

  @Test
  void processesLieInTheLayoutOfASwapoffInTheOrderOfTheirStart() {
    Recording row = row("6.1/smp1/c-cluster_hdd-pc5-4proc-serial");
    List<Companions.Extent> extents =
        new Companions(RUNS, Set.of(row.runId())).layout(row).orElseThrow();

    List<long[]> vmas = new RecordedLayout(row, extents).layout().entriesByVma();

    assertThat(vmas).hasSize(20);
    assertThat(slots(vmas.get(19))).startsWith(24589, 24590).hasSize(8192);
    assertThat(slots(vmas.get(4))).startsWith(13, 14);
    assertThat(vmas.subList(0, 4).stream().map(RecordingTest::slots))
        .containsExactly(List.of(1), List.of(2), List.of(3), List.of(4));
    assertThat(slots(vmas.get(15))).containsExactly(32781);
  }

  @Test
  void aMergedVmaHoldsBothRegions() {
    RecordedMachine machine =
        new RecordedMachine(row("6.1/smp2/b-vma-pc3-t1s1r-r-mergedvma"), false);

    var experiment = machine.experiment(InitialReadahead.COLD, 1, new Interleaving.Fifo());

    assertThat(experiment.processes()).hasSize(1);
    assertThat(experiment.processes().get(0).vmas()).hasSize(1);
    assertThat(experiment.processes().get(0).vmas().get(0).pages()).isEqualTo(32768);
    assertThat(experiment.processes().get(0).tasks().get(1).firstPage()).isEqualTo(16384);
  }

  private static List<Integer> slots(long[] entries) {
    return Arrays.stream(entries).mapToObj(SwapEntry::slot).toList();
  }

  private static Recording row(String runId) {
    return Objects.requireNonNull(ROWS.get(runId), runId);
  }
}
