package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.ExperimentReader;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A task stores to 2816 pages of memory, of which most accesses go to few, and reads a file of 2048
 * pages beside it; its group has room for 3072 pages in all. Memory is empty at first.
 */
class FileSetTest {

  private static final String READS_FILES = "file { size = 8MiB, accesses = 3 }";

  private static String experiment(String kernel, int swappiness, String group) {
    return """
        kernel = "%s"
        machine { cpus = 1, memory = 256MiB, swappiness = %d }
        groups.t { memory-max = 12MiB, %s }
        devices.d { model = nvme }
        swap.a { device = d, size = 64MiB }
        processes.p { group = t, vmas.v.pages = 2816
          tasks.t { vma = v, pattern = hot-cold, hot-share = 0.3, hot-accesses = 0.8
            write = true, accesses = 30000 } }
        init = none
        push-out = false
        """
        .formatted(kernel, swappiness, group);
  }

  private static ExperimentReader reader(String kernel, int swappiness, String group) {
    return ExperimentReader.text("files", experiment(kernel, swappiness, group));
  }

  private static MachineReport run(String kernel, int swappiness, String group) {
    MachineReport report = new Machine(reader(kernel, swappiness, group).read()).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }

  private static MachineReport run(String kernel, int swappiness) {
    return run(kernel, swappiness, READS_FILES);
  }

  private static double anonShare(MachineReport report) {
    double anon = report.vmstat().get(VmstatItem.PGSCAN_ANON);
    return anon / (anon + report.vmstat().get(VmstatItem.PGSCAN_FILE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.6", "5.8", "6.1", "6.12"})
  void theHigherSwappinessTheMoreAnonymousPagesAreScanned(String kernel) {
    int[] swappiness = {0, 20, 60, 100};
    double[] shares =
        Arrays.stream(swappiness).mapToDouble(value -> anonShare(run(kernel, value))).toArray();

    assertThat(shares[0]).isZero();
    assertThat(shares).isSorted();
    assertThat(shares[3]).isGreaterThan(shares[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.6", "6.12"})
  void filePagesAreInOnePlaceAtEveryInstant(String kernel) {
    Experiment small =
        reader(kernel, 60, "file { size = 1360KiB, accesses = 3 }")
            .set("groups.t.memory-max=2MiB")
            .set("processes.p.vmas.v.pages=470")
            .set("processes.p.tasks.t.accesses=6000")
            .set("swap.a.size=4MiB")
            .read();
    MachineReport report = new Machine(small).checkingAlways().run();

    assertThat(report.invariants()).allMatch(Invariant::holds);
    assertThat(report.vmstat().get(VmstatItem.PGSTEAL_FILE)).isPositive();
    assertThat(report.vmstat().get(VmstatItem.PGSTEAL_ANON)).isPositive();
  }

  @Test
  void atSwappiness200FilePagesAreScannedOnlyWhereTheyAreAmple() {
    double moderate = anonShare(run("6.12", 100));

    assertThat(anonShare(run("6.12", 200))).isGreaterThan(moderate);
  }

  @Test
  void aGroupAtSwappiness0SwapsNothingWhileItHasFilePages() {
    MachineReport report = run("6.1", 0);

    assertThat(report.vmstat().get(VmstatItem.PSWPOUT)).isZero();
    assertThat(report.vmstat().get(VmstatItem.PGSTEAL_FILE)).isPositive();
  }

  @Test
  void aFilePageThatComesBackIsARefaultAndARead() {
    MachineReport report = run("6.1", 60);

    long refaults = report.vmstat().get(VmstatItem.WORKINGSET_REFAULT_FILE);
    assertThat(refaults).isPositive();
    assertThat(report.vmstat().get(VmstatItem.PGPGIN) - 4 * report.vmstat().get(VmstatItem.PSWPIN))
        .isGreaterThanOrEqualTo(4 * refaults);
    assertThat(report.memory().inactiveFile() + report.memory().activeFile()).isPositive();
  }

  @Test
  void withoutRoomForItsFilesATaskTakesLonger() {
    long without = run("6.1", 60, "file { size = 8MiB, accesses = 0 }").virtualNanos();

    assertThat(run("6.1", 60).virtualNanos()).isGreaterThan(without);
  }

  @Test
  void eachGroupIsReclaimedForItsOwnLimit() {
    String experiment =
        experiment("6.1", 60, "file { size = 8MiB }")
            + """
            groups.u.memory-max = 4MiB
            processes.q { group = u, vmas.v.pages = 512
              tasks.t { vma = v, pattern = random, write = true } }
            """;
    MachineReport report = new Machine(ExperimentReader.text("two", experiment).read()).run();

    assertThat(report.invariants()).allMatch(Invariant::holds);
    assertThat(report.tasks().get(1).record().majorFaults()).isZero(); // it fits
    assertThat(report.tasks().get(0).record().majorFaults()).isPositive();
  }

  @Test
  void aFileSetIsPartOfTheExperimentsText() {
    String text = reader("6.1", 60, "file.size = 8MiB").read().render();

    assertThat(text).contains("file {", "accesses = 1", "read = 100us", "size = 8MiB");
    assertThat(ExperimentReader.text("files", text).read().render()).isEqualTo(text);
  }

  @Test
  void aFileSetNeedsASizeAndTheTwoLists() {
    assertThatThrownBy(() -> run("6.1", 60, "file.accesses = 2"))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("groups.t.file.size");
    assertThatThrownBy(() -> reader("6.1", 60, "file.size = 8MiB").set("machine.lru=mglru").read())
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("groups.t.file is emulated with machine.lru = classic only");
  }

  @Test
  void runsWithFilesRepeat() {
    assertThat(LongStream.of(run("6.1", 60).virtualNanos(), run("6.1", 60).virtualNanos()))
        .containsOnly(run("6.1", 60).virtualNanos());
  }
}
