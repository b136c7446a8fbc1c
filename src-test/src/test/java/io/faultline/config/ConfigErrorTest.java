package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody is told whose experiment cannot be run. */
class ConfigErrorTest {

  private static final String SMALL =
      """
      groups { t { memory-max = 4MiB } }
      devices { d { model = nvme } }
      swap { a { device = d, size = 64MiB } }
      processes {
        p { group = t, vmas { v { pages = 1024 } }, tasks { s { vma = v, pattern = sequential } } }
      }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          machine.cpsu=1                       | unknown key machine.cpsu; the nearest known key is machine.cpus
          page-cluster=2                       | unknown key page-cluster; the nearest known key is machine.page-cluster
          machine.cpu.costs.acess=1ns          | unknown key machine.cpu.costs.acess; the nearest known key is machine.cpu.costs.access
          groups.t.memory.max=1MiB             | unknown key groups.t.memory; the nearest known key is groups.t.memory-max
          devices.d.chanels=3                  | unknown key devices.d.chanels; the nearest known key is devices.d.channels
          swap.a.prio=3                        | unknown key swap.a.prio; the nearest known key is swap.a.priority
          processes.p.vmas.v.page=1            | unknown key processes.p.vmas.v.page; the nearest known key is processes.p.vmas.v.pages
          processes.p.tasks.s.pass=1           | unknown key processes.p.tasks.s.pass; the nearest known key is processes.p.tasks.s.passes
          jitter.shape=1                       | unknown key jitter.shape; the nearest known key is jitter.share
          machine.cpus=two                     | machine.cpus is a whole number from 1 to 1024, not two
          machine.cpus=1.5                     | machine.cpus is a whole number from 1 to 1024, not 1.5
          machine.cpus=[1]                     | machine.cpus is a whole number from 1 to 1024, not a list
          machine.cpus=0                       | machine.cpus is a whole number from 1 to 1024, not 0
          machine.cpus=99999999999999999999999 | machine.cpus is a whole number from 1 to 1024, not 99999999999999999999999
          machine.cpus=null                    | machine.cpus is missing; it is a whole number from 1 to 1024
          machine=3                            | machine is an object { ... }, not 3
          machine.page-cluster=32              | machine.page-cluster is a whole number from 0 to 31, not 32
          machine.page-cluster=-1              | machine.page-cluster is a whole number from 0 to 31, not -1
          machine.swappiness=201               | machine.swappiness is a whole number from 0 to 200, not 201
          machine.watermark-scale-factor=0     | machine.watermark-scale-factor is a whole number from 1 to 1000, not 0
          machine.vma-ra-enabled=maybe         | machine.vma-ra-enabled is true or false, not maybe
          machine.lru=clasic                   | machine.lru is classic or mglru, not clasic; did you mean classic?
          machine.initial-readahead=warm       | machine.initial-readahead is boot, hot or cold, not warm
          machine.memory=0                     | machine.memory is a size from 4KiB to below 8TiB such as 64MiB, not 0
          machine.memory=-1MiB                 | machine.memory is a size from 4KiB to below 8TiB such as 64MiB, not -1MiB
          machine.memory=8TiB                  | machine.memory is a size from 4KiB to below 8TiB such as 64MiB, not 8TiB
          machine.memory=9999999999999999999GiB | machine.memory is a size from 4KiB to below 8TiB such as 64MiB, not 9999999999999999999GiB
          machine.memory=1GIB                  | machine.memory is a size from 4KiB to below 8TiB such as 64MiB, not 1GIB
          machine.memory=5000B                 | machine.memory is a whole number of pages of 4KiB, not 5000B
          machine.run-quantum=0us              | machine.run-quantum is a duration from 1ns to 3600s such as 50us, not 0us
          machine.run-quantum=20               | machine.run-quantum is a duration from 1ns to 3600s such as 50us, not 20
          machine.run-quantum=0.5ns            | machine.run-quantum is a duration from 1ns to 3600s such as 50us, not 0.5ns
          machine.cpu.time-slice=2h            | machine.cpu.time-slice is a duration from 1ns to 3600s such as 50us, not 2h
          machine.cpu.costs.map=-1us           | machine.cpu.costs.map is a duration from 0us to 3600s such as 50us, not -1us
          kernel=4.15                          | kernel is one of 3.6, 3.14, 4.14, 5.6, 5.8, 6.1, 6.8, 6.12, 6.15, not 4.15; the nearest is 4.14
          kernel=new                           | kernel is one of 3.6, 3.14, 4.14, 5.6, 5.8, 6.1, 6.8, 6.12, 6.15, not new
          groups.t.memory-max=2GiB             | groups.t.memory-max is at most machine.memory, 1GiB, not 2GiB
          devices.d.model=nvm                  | devices.d.model is null-blk, nvme, virtio-blk, disk or zram, not nvm; did you mean nvme?
          devices.d.queue-depth=0              | devices.d.queue-depth is a whole number from 1 to 65535, not 0
          swap.a.device=e                      | swap.a.device names the device e, but there is d; did you mean d?
          swap.a.size=4KiB                     | swap.a.size is a size from 8KiB to below 8TiB such as 64MiB, not 4KiB
          swap.a.size=0                        | swap.a.size is a size from 8KiB to below 8TiB such as 64MiB, not 0
          swap.a.priority=32768                | swap.a.priority is a whole number from -1 to 32767, not 32768
          swap.a.priority=-2                   | swap.a.priority is a whole number from -1 to 32767, not -2
          processes.p.group=tt                 | processes.p.group names the group tt, but there is t; did you mean t?
          processes.p.vmas.v.pages=0           | processes.p.vmas.v.pages is a whole number from 1 to 2147483647, not 0
          processes.p.vmas.v.pages=2147483648  | processes.p.vmas.v.pages is a whole number from 1 to 2147483647, not 2147483648
          processes.p.tasks.s.vma=heap         | processes.p.tasks.s.vma names the VMA heap, but there is v
          processes.p.tasks.s.first-page=1024  | processes.p.tasks.s.first-page lies outside its VMA of 1024 pages: 1024
          processes.p.tasks.s.pages=1025       | processes.p.tasks.s.pages is at most 1024, what its VMA has from first-page on, not 1025
          processes.p.tasks.s.pattern=seq      | processes.p.tasks.s.pattern is sequential, reverse, strided, random, zipf, hot-cold or partly-random, not seq; did you mean sequential?
          processes.p.tasks.s.pattern=strided  | processes.p.tasks.s.stride is missing; it is a whole number from 1 to 2147483647
          processes.p.tasks.s.stride=2         | processes.p.tasks.s.stride belongs to pattern = strided, but the pattern is sequential
          processes.p.tasks.s.accesses=0       | processes.p.tasks.s.accesses is a whole number from 1 to 1000000000000000000, not 0
          processes.p.tasks.s.passes=0         | processes.p.tasks.s.passes is a whole number from 1 to 100000000, not 0
          processes.p.tasks.s.seed=1.5         | processes.p.tasks.s.seed is a whole number from -9223372036854775808 to 9223372036854775807, not 1.5
          processes.p.tasks.s.think=1m         | processes.p.tasks.s.think is a duration from 0us to 3600s such as 50us, not 1m
          processes.q.vmas.v.pages=1           | processes.q.tasks is missing; a process has at least one task or a VMA with populate = true
          seed=9223372036854775808             | seed is a whole number from -9223372036854775808 to 9223372036854775807, not 9223372036854775808
          init=parralel                        | init is serial, parallel or none, not parralel; did you mean parallel?
          interleaving=parallel:0              | interleaving is fifo, shuffled, "shuffled:SEED", parallel or "parallel:N", not parallel:0
          interleaving=lifo                    | interleaving is fifo, shuffled, "shuffled:SEED", parallel or "parallel:N", not lifo
          jitter.distribution=normal           | jitter.distribution is none, uniform, exponential or lognormal, not normal; did you mean lognormal?
          jitter.share=-0.1                    | jitter.share is a number from 0 to 3, not -0.1
          jitter.period=1                      | jitter.period is a duration from 0us to 3600s such as 50us, not 1
          """)
  void aSettingThatCannotBeSaysWhatWouldBeRight(String setting, String message) {
    assertThatThrownBy(() -> ExperimentReader.text("small", SMALL).set(setting).read())
        .isInstanceOf(ConfigError.class)
        .hasMessage("--set " + setting + ": " + message);
  }

  @Test
  void aKeyLikeNoOtherIsAnsweredWithTheKeysThereAre() {
    assertThatThrownBy(
            () -> ExperimentReader.text("small", SMALL).set("devices.d.latency=1ms").read())
        .hasMessage(
            "--set devices.d.latency=1ms: unknown key devices.d.latency; the nearest known key is"
                + " devices.d.model\nthe keys there are model, rotational, channels, read, write,"
                + " per-page, queue-depth");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pattern = strided, stride = 3                              | processes.p.tasks.s.stride divides the 1024 pages of the task's region, 3 does not
          pattern = zipf, exponent = 0                               | processes.p.tasks.s.exponent is a number above 0 and at most 10, not 0
          pattern = partly-random, random-share = 1.5               | processes.p.tasks.s.random-share is a number from 0 to 1, not 1.5
          pattern = hot-cold, hot-share = 1, hot-accesses = 1        | processes.p.tasks.s.hot-share is a number above 0 and below 1, not 1
          pattern = hot-cold, hot-share = 0.5, hot-accesses = 1.01   | processes.p.tasks.s.hot-accesses is a number from 0 to 1, not 1.01
          passes = 2, accesses = 5                                   | processes.p.tasks.s.accesses and passes say the same thing; state one of them
          """)
  void aTaskThatContradictsItselfIsRefused(String keys, String message) {
    assertThatThrownBy(
            () ->
                ExperimentReader.text("small", SMALL + "processes.p.tasks.s { " + keys + " }")
                    .read())
        .isInstanceOf(ConfigError.class)
        .hasMessage("small line 7: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          distribution = uniform, share = 1.5   | jitter.share is a number from 0 to 1, not 1.5
          distribution = lognormal, share = 4   | jitter.share is a number from 0 to 3, not 4
          devices { distribution = uniform, share = 2 } | jitter.devices.share is a number from 0 to 1, not 2
          """)
  void jitterKeepsItsBounds(String keys, String message) {
    assertThatThrownBy(
            () -> ExperimentReader.text("small", SMALL + "jitter { " + keys + " }").read())
        .hasMessage("small line 7: " + message);
  }

  @Test
  void swappinessGoesAsFarAsTheKernelLetsIt() {
    ExperimentReader old = ExperimentReader.text("small", "kernel = 5.6\n" + SMALL);
    assertThatThrownBy(() -> old.set("machine.swappiness=101").read())
        .hasMessage(
            "--set machine.swappiness=101: machine.swappiness is at most 100 with kernel 5.6, not"
                + " 101");
  }

  @Test
  void anErrorInAFileNamesFileAndLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.conf");
    Files.writeString(file, SMALL + "\nmachine {\n  cpus = 2\n  memroy = 1GiB\n}\n");
    assertThatThrownBy(() -> ExperimentReader.file(file).read())
        .hasMessage(
            file + " line 10: unknown key machine.memroy; the nearest known key is machine.memory");
  }

  @Test
  void anErrorInAnIncludedFileNamesThatFile(@TempDir Path folder) throws IOException {
    Path base = folder.resolve("base.conf");
    Files.writeString(base, SMALL + "machine.cpus = 0\n");
    Path file = folder.resolve("mine.conf");
    Files.writeString(file, "include \"base.conf\"\n");
    assertThatThrownBy(() -> ExperimentReader.file(file).read())
        .hasMessageContaining("base.conf line 7: machine.cpus is a whole number from 1 to 1024");
  }

  @Test
  void aSyntaxErrorNamesItsLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.conf");
    Files.writeString(file, "machine {\n  cpus = 2\n  memory = [1\n}\n");
    assertThatThrownBy(() -> ExperimentReader.file(file))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith(file + " line 4: not HOCON: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aFileThatCannotBeReadSaysWhy(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("missing.conf");
    assertThatThrownBy(() -> ExperimentReader.of(missing.toString()))
        .hasMessage("cannot read " + missing + ": there is no such file");
    assertThatThrownBy(() -> ExperimentReader.of(folder.toString()))
        .hasMessage("cannot read " + folder + ": it is a directory");
    Path binary = folder.resolve("binary.conf");
    Files.write(binary, new byte[] {'a', '=', (byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> ExperimentReader.of(binary.toString()))
        .hasMessage("cannot read " + binary + ": it is not text in UTF-8");
  }

  @Test
  void anIncludedFileMustBeThere(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.conf");
    Files.writeString(file, "include \"elsewhere.conf\"\n" + SMALL);
    assertThatThrownBy(() -> ExperimentReader.file(file))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("elsewhere.conf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"url(\"http://example.org/a.conf\")", "\"http://example.org/a.conf\""})
  void nothingIsFetchedFromElsewhere(String what) {
    assertThatThrownBy(() -> ExperimentReader.text("small", "include " + what))
        .isInstanceOf(ConfigError.class)
        .hasMessage(
            "include of http://example.org/a.conf: an experiment includes files and resources of"
                + " the jar alone");
  }

  @Test
  void theEnvironmentIsNoPartOfAnExperiment() {
    assertThatThrownBy(() -> ExperimentReader.text("small", SMALL + "seed = ${PATH}"))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith("small line 7: nothing to put in for ");
  }

  @Test
  void namesAreWordsWithoutOddCharacters() {
    for (String name : List.of("a b", "a.b", "ä", "1a", "", "a/b")) {
      assertThatThrownBy(
              () ->
                  ExperimentReader.text(
                          "small", SMALL + "groups { \"" + name + "\" { memory-max = 1MiB } }")
                      .read())
          .isInstanceOf(ConfigError.class)
          .hasMessage(
              "small line 7: groups has the name \""
                  + name
                  + "\"; a name is a letter and then letters, digits, _ or -, at most 64 in all");
    }
  }

  @Test
  void anExperimentNeedsAProcessATaskAndASwapArea() {
    assertThatThrownBy(
            () ->
                ExperimentReader.text(
                        "it", "devices.d.model = nvme\nswap.a { device = d, size = 1MiB }")
                    .read())
        .hasMessage("it: processes is empty; an experiment has at least one process or build");
    assertThatThrownBy(() -> ExperimentReader.text("it", "seed = 1").read())
        .hasMessage("it: swap has no area; state one as swap { a { device = ..., size = ... } }");
    assertThatThrownBy(
            () -> ExperimentReader.text("it", SMALL + "processes.q { vmas {}, tasks {} }").read())
        .hasMessage("it line 7: processes.q.vmas is empty; a process has at least one VMA");
  }

  @Test
  void aBuildHasNoMoreAccessesInABurstThanItsWorkersHaveRoomFor() {
    String build = "builds { b { pages = 4096, bursts = 10, revisits = 1000000, run = 4096 } }";

    assertThatThrownBy(() -> ExperimentReader.text("it", SMALL + build).read())
        .isInstanceOf(ConfigError.class)
        .hasMessage(
            "it line 7: builds.b.revisits and run are at most 100000000 accesses in one of the"
                + " 10 bursts, not 409600000");
  }

  @Test
  void aKernelHasRoomForTwentyThreeSwapAreas() {
    StringBuilder areas = new StringBuilder(SMALL);
    for (int i = 1; i < 24; i++) {
      areas.append(String.format("swap.b%02d { device = d, size = 1MiB }%n", i));
    }
    assertThatThrownBy(() -> ExperimentReader.text("it", areas.toString()).read())
        .hasMessage("it line 29: swap.b23 is one swap area too many: there are at most 23");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          machine.cpus           | --set machine.cpus: a setting is a.b=value
          machine.cpus=          | --set machine.cpus=: a setting is a.b=value
          =3                     | --set =3: a setting is a.b=value
          seed=1, machine.cpus=3 | --set seed=1, machine.cpus=3: sets more than one key; give each its own --set
          test.seed=1            | --set test.seed=1: the section test belongs to a file or preset
          """)
  void aSettingIsOneKeyAndOneValue(String setting, String message) {
    assertThatThrownBy(() -> ExperimentReader.text("small", SMALL).set(setting))
        .isInstanceOf(ConfigError.class)
        .hasMessage(message);
  }

  @Test
  void theTestSectionIsCheckedEvenWhereItIsNotUsed() {
    assertThatThrownBy(
            () -> ExperimentReader.text("it", SMALL + "test { machine.cpsu = 1 }").read())
        .hasMessage("it line 7: unknown key machine.cpsu; the nearest known key is machine.cpus");
    assertThatThrownBy(
            () ->
                ExperimentReader.text("it", SMALL + "test.processes.p.tasks.s.passes = 1000")
                    .read())
        .hasMessage(
            "it: the section test leaves 1024000 accesses; it is there to leave at most 200000");
    assertThatThrownBy(() -> ExperimentReader.text("it", SMALL + "test = 3").read())
        .hasMessage("it line 7: test is an object of keys to override");
  }
}
