package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How defaults, a preset or a file, and single settings make an experiment. */
class ExperimentReaderTest {

  private static final String SMALL =
      """
      devices { d { model = nvme } }
      swap { a { device = d, size = 64MiB } }
      processes { p { vmas { v { pages = 1_024 } }, tasks { t { vma = v, pattern = sequential } } } }
      """;

  @Test
  void whatAFileDoesNotStateHasItsDocumentedDefault() {
    Experiment small = small();
    assertThat(small.kernel()).isEqualTo(Kernel.V6_1);
    assertThat(small.machine().swappiness()).isEqualTo(60);
    assertThat(small.machine().runQuantumNanos()).isEqualTo(20_000);
    assertThat(small.machine().cpu().timeSliceNanos()).isEqualTo(3_000_000);
    assertThat(small.machine().initialReadahead()).isEqualTo(InitialReadahead.BOOT);
    assertThat(small.devices())
        .containsExactly(new DeviceSpec.Nvme("d", false, 20, 90_000, 25_000, 1_500, 1023));
    assertThat(small.swapAreas().get(0).priority()).isEqualTo(OptionalInt.empty());
    assertThat(small.jitter()).isEqualTo(JitterSpec.NONE);
    ProcessSpec process = small.processes().get(0);
    assertThat(process.group()).isEmpty();
    assertThat(process.tasks())
        .containsExactly(
            new TaskSpec(
                "t",
                "v",
                0,
                1024,
                new PatternSpec.Sequential(),
                false,
                1024,
                Seeds.derive(1, "p/t"),
                0,
                1,
                false));
  }

  @Test
  void everyDeviceModelHasDefaults() {
    assertThat(withDevice("null-blk")).isEqualTo(new DeviceSpec.NullBlk("d", false, 10_000));
    assertThat(withDevice("virtio-blk"))
        .isEqualTo(new DeviceSpec.VirtioBlk("d", true, 48_000, 2_000, 4, 256));
    assertThat(withDevice("disk"))
        .isEqualTo(new DeviceSpec.Disk("d", true, 7200, 1_000_000, 8_500_000, 125, 32));
  }

  @Test
  void aSettingReachesIntoNamedObjects() {
    Experiment changed =
        ExperimentReader.preset("mixed")
            .set("processes.p2.tasks.rnd.think=50us")
            .set("devices.virtio0.base=1ms")
            .set("groups.t.memory-max=32MiB")
            .set("machine.cpu.costs.map=1us")
            .read();
    assertThat(changed.processes().get(1).tasks().get(0).thinkNanos()).isEqualTo(50_000);
    assertThat(changed.groups().get(0).memoryMaxPages()).isEqualTo(8_192);
    assertThat(((DeviceSpec.VirtioBlk) changed.device("virtio0")).baseNanos()).isEqualTo(1_000_000);
    assertThat(changed.machine().cpu().costs().mapNanos()).isEqualTo(1_000);
  }

  @Test
  void aSettingMayAddANamedObject() {
    Experiment changed =
        ExperimentReader.preset("mixed")
            .set("processes.p3={ vmas.v.pages = 8, tasks.t { vma = v, pattern = reverse } }")
            .read();
    assertThat(changed.processes()).extracting(ProcessSpec::name).containsExactly("p1", "p2", "p3");
  }

  @Test
  void theLaterOfTwoSettingsWins() {
    ExperimentReader reader = ExperimentReader.preset("mixed").set("seed=2").set("seed=3");
    assertThat(reader.read().seed()).isEqualTo(3);
    assertThat(reader.seed(-4).read().seed()).isEqualTo(-4);
  }

  @Test
  void aSettingThatSaysItInAnotherWayReplacesTheFirstWay() {
    Experiment changed =
        ExperimentReader.preset("mixed").set("processes.p1.tasks.seq.accesses=100").read();
    assertThat(changed.processes().get(0).tasks().get(0).accesses()).isEqualTo(100);
  }

  @Test
  void anotherPatternLeavesTheParametersOfTheOldOneBehind() {
    Experiment changed =
        ExperimentReader.text("it", SMALL + "processes.p.tasks.t { pattern = strided, stride = 4 }")
            .set("processes.p.tasks.t.pattern=random")
            .read();
    assertThat(changed.processes().get(0).tasks().get(0).pattern())
        .isEqualTo(new PatternSpec.UniformRandom());
  }

  @Test
  void anotherDeviceModelStartsFromItsOwnFigures() {
    Experiment changed = ExperimentReader.preset("mixed").set("devices.virtio0.model=disk").read();
    assertThat(changed.device("virtio0"))
        .isEqualTo(new DeviceSpec.Disk("virtio0", true, 7200, 1_000_000, 8_500_000, 125, 32));
  }

  @Test
  void aParallelInterleavingNeedsNoQuotesInASetting() {
    assertThat(
            ExperimentReader.preset("mixed").set("interleaving=parallel:3").read().interleaving())
        .isEqualTo(new Interleaving.Parallel(3));
    assertThat(
            ExperimentReader.preset("mixed")
                .interleaving(new Interleaving.Parallel(4))
                .read()
                .interleaving())
        .isEqualTo(new Interleaving.Parallel(4));
  }

  @Test
  void settingsApplyToTheTestSizeToo() {
    Experiment small =
        ExperimentReader.preset("mixed-large")
            .atTestSize()
            .set("processes.p1.tasks.seq.passes=1")
            .read();
    assertThat(small.processes().get(0).tasks().get(0).accesses()).isEqualTo(8_192);
    assertThat(small.processes().get(1).tasks().get(0).accesses()).isEqualTo(40_960);
  }

  @Test
  void namesGiveTheOrderWhateverTheOrderInTheFile() {
    Experiment experiment =
        ExperimentReader.text(
                "it",
                SMALL
                    + "processes.b { vmas.v.pages = 1, tasks.t { vma = v, pattern = random } }\n"
                    + "processes.a { vmas.v.pages = 1, tasks.t { vma = v, pattern = random } }\n")
            .read();
    assertThat(experiment.processes()).extracting(ProcessSpec::name).containsExactly("a", "b", "p");
  }

  @Test
  void aRegionIsWhatIsLeftOfItsVma() {
    Experiment experiment =
        ExperimentReader.text("it", SMALL).set("processes.p.tasks.t.first-page=1_000").read();
    assertThat(experiment.processes().get(0).tasks().get(0).pages()).isEqualTo(24);
    assertThat(experiment.processes().get(0).tasks().get(0).accesses()).isEqualTo(24);
  }

  @Test
  void theWalkOfATaskCountsFromItsFirstPage() {
    TaskSpec task = Presets.read("mixed-merged-vma").processes().get(0).tasks().get(0);
    AccessPattern pattern = task.startPattern();
    for (int i = 0; i < 1_000; i++) {
      assertThat(pattern.next()).isBetween(0, 16_383);
    }
  }

  @Test
  void sizesDurationsAndCountsHaveTheirUnits() {
    Experiment experiment =
        ExperimentReader.text("it", SMALL)
            .set("machine.memory=1048576KiB")
            .set("swap.a.size=67108864")
            .set("machine.run-quantum=1.5us")
            .set("machine.tasks-per-instant=1e6")
            .set("processes.p.vmas.v.pages=1_000")
            .read();
    assertThat(experiment.machine().memoryPages()).isEqualTo(262_144);
    assertThat(experiment.swapAreas().get(0).pages()).isEqualTo(16_384);
    assertThat(experiment.machine().runQuantumNanos()).isEqualTo(1_500);
    assertThat(experiment.machine().tasksPerInstant()).isEqualTo(1_000_000);
    assertThat(experiment.processes().get(0).vmas().get(0).pages()).isEqualTo(1_000);
  }

  @Test
  void everythingRareSurvivesRenderingToo() {
    Experiment experiment =
        ExperimentReader.text(
                "it",
                """
                kernel = 5.8
                interleaving = "parallel:7"
                machine.cpu.scheduler = cfs
                jitter { distribution = lognormal, share = 0.1, drift = 0.2, period = 50ms }
                jitter.devices { distribution = exponential, drift = 0 }
                groups { "include" { memory-max = 12KiB } }
                devices {
                  d { model = disk, rpm = 5400.5, megabytes-per-second = 1e-3 }
                  n { model = null-blk, latency = 2ms }
                  q { model = nvme }
                }
                swap { a { device = n, size = 8KiB, priority = -1 } }
                processes.p {
                  group = include
                  vmas.v.pages = 100
                  tasks {
                    s { vma = v, pattern = strided, stride = 4, pages = 8, think = 1ns }
                    z { vma = v, pattern = zipf, exponent = 0.99, seed = -1, accesses = 5 }
                    h { vma = v, pattern = hot-cold, hot-share = 0.2, hot-accesses = 0.8 }
                    p { vma = v, pattern = partly-random, random-share = 0.25 }
                    r { vma = v, pattern = reverse, first-page = 99, write = true }
                  }
                }
                """)
            .read();
    assertThat(ExperimentReader.text("it", experiment.render()).read()).isEqualTo(experiment);
    assertThat(experiment.render())
        .contains(
            "\"include\" {", "share = 0.1\n", "rpm = 5400.5\n", "megabytes-per-second = 0.001");
  }

  @Test
  void anOrderMayHaveASeedOfItsOwn() {
    Experiment one = ExperimentReader.text("one", SMALL).set("interleaving=shuffled:7").read();

    assertThat(one.interleaving()).isEqualTo(new Interleaving.Shuffled(7L));
    assertThat(one.interleaving().seedOr(3)).isEqualTo(7);
    assertThat(new Interleaving.Shuffled().seedOr(3)).isEqualTo(3);
    assertThat(ExperimentReader.text("again", one.render()).read().interleaving())
        .isEqualTo(one.interleaving());
  }

  @Test
  void anotherWorkloadIsWhatTheSeedAloneWouldHaveMade() {
    Experiment stated = Presets.read("mixed").reseeded(9);
    TaskSpec random = stated.processes().get(1).tasks().get(0);

    assertThat(stated.seed()).isEqualTo(9);
    assertThat(random.seed()).isEqualTo(Seeds.derive(9, "p2/rnd"));
    assertThat(Presets.read("mixed").interleaved(new Interleaving.Shuffled(4L)).seed())
        .isEqualTo(Presets.read("mixed").seed());
  }

  @Test
  void copiesOfAProcessDifferInTheirSeedsAlone() {
    Experiment experiment =
        ExperimentReader.text("it", SMALL)
            .set("processes.r={vmas.v.pages=10,copies=3,tasks.t={vma=v,pattern=random,seed=7}}")
            .read();

    List<ProcessSpec> copies =
        experiment.processes().stream().filter(p -> p.name().startsWith("r-")).toList();
    assertThat(copies).extracting(ProcessSpec::name).containsExactly("r-1", "r-2", "r-3");
    assertThat(copies).extracting(p -> p.tasks().get(0).seed()).containsExactly(7L, 8L, 9L);
    assertThat(ExperimentReader.text("it", experiment.render()).read()).isEqualTo(experiment);
    assertThat(
            ExperimentReader.text("it", SMALL)
                .set("processes.r={vmas.v.pages=10,copies=0,tasks.t={vma=v,pattern=random}}")
                .read()
                .processes())
        .isEqualTo(ExperimentReader.text("it", SMALL).read().processes());
  }

  @Test
  void aCopyMustNotHaveTheNameOfAnotherProcess() {
    ExperimentReader reader =
        ExperimentReader.text("it", SMALL)
            .set("processes.r={vmas.v.pages=10,copies=2,tasks.t={vma=v,pattern=random}}")
            .set("processes.r-2={vmas.v.pages=10,tasks.t={vma=v,pattern=random}}");

    assertThatThrownBy(reader::read)
        .hasMessageContaining("processes.r.copies makes a process r-2, which there is already");
  }

  @Test
  void equalExperimentsHaveEqualHashesHoweverTheyWereWritten() {
    Experiment one = ExperimentReader.text("one", SMALL).read();
    Experiment other =
        ExperimentReader.text("other", SMALL.replace("1_024", "1024").replace("64MiB", "65536KiB"))
            .read();
    assertThat(one.sha256()).isEqualTo(other.sha256());
    assertThat(one.sha256())
        .isNotEqualTo(ExperimentReader.text("one", SMALL).seed(2).read().sha256());
  }

  @Test
  void aFileIsNamedAfterItself(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.conf");
    Files.writeString(file, SMALL);
    assertThat(ExperimentReader.of(file.toString()).read())
        .isEqualTo(ExperimentReader.text("mine", SMALL).read());
  }

  @Test
  void aFileMayIncludeAnotherAndAProfileOfTheJar(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("base.conf"), SMALL);
    Path file = folder.resolve("mine.conf");
    Files.writeString(
        file,
        """
        include "base.conf"
        include classpath("io/faultline/config/profiles/recordings-null-blk.conf")
        swap.a.device = nullb0
        """);
    Experiment experiment = ExperimentReader.file(file).read();
    assertThat(experiment.device("nullb0"))
        .isEqualTo(new DeviceSpec.NullBlk("nullb0", true, 2_000_000));
    assertThat(experiment.processes()).hasSize(1);
  }

  @Test
  void whatIsParsedAlreadyIsLaidOverTheDefaults() {
    assertThat(ExperimentReader.read("it", ConfigFactory.parseString(SMALL)))
        .isEqualTo(ExperimentReader.text("it", SMALL).read());
  }

  private static Experiment small() {
    return ExperimentReader.text("it", SMALL).read();
  }

  private static DeviceSpec withDevice(String model) {
    return ExperimentReader.text("it", SMALL).set("devices.d.model=" + model).read().device("d");
  }
}
