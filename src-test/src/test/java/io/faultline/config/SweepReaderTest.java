package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sweeps as they are written. */
class SweepReaderTest {

  @TempDir private Path directory;

  private SweepSpec sweep(String... lines) throws IOException {
    Path file = directory.resolve("s.conf");
    Files.writeString(file, String.join("\n", lines));
    return SweepReader.read(file.toString());
  }

  @Test
  void thePointsAreTheProductAndTheLastVariesFastest() throws IOException {
    SweepSpec sweep =
        sweep(
            "experiment = mixed",
            "axes { readahead = [cluster, vma], machine.page-cluster = [0, 3] }",
            "seeds = [7, 9]",
            "interleavings = 2");

    assertThat(sweep.points()).isEqualTo(16);
    assertThat(sweep.axes())
        .extracting(SweepAxis::key)
        .containsExactly("machine.page-cluster", "readahead");
    assertThat(sweep.point(0).values()).containsExactly("0", "\"cluster\"");
    assertThat(sweep.point(1).interleaving()).contains(new Interleaving.Shuffled(2));
    assertThat(sweep.point(2).seed()).hasValue(9);
    assertThat(sweep.point(4).values()).containsExactly("0", "\"vma\"");
    assertThat(sweep.point(15).values()).containsExactly("3", "\"vma\"");
    Experiment last = sweep.experiment(sweep.point(15));
    assertThat(last.machine().pageCluster()).isEqualTo(3);
    assertThat(last.seed()).isEqualTo(9);
    assertThat(last.interleaving()).isEqualTo(new Interleaving.Shuffled(2));
  }

  @Test
  void anExperimentWithoutSeedsIsRunAsItIs() throws IOException {
    SweepSpec sweep = sweep("experiment = mixed", "axes { machine.swappiness = [60] }");

    assertThat(sweep.experiment(sweep.point(0)).sha256()).isEqualTo(Presets.read("mixed").sha256());
  }

  @Test
  void itsTextNeedsNoOtherFileAndMeansTheSame() throws IOException {
    Files.writeString(directory.resolve("base.conf"), Presets.text("mixed-vma"));
    SweepSpec sweep =
        sweep(
            "experiment = base.conf",
            "set { machine.swappiness = 30 }",
            "axes { kernel = [\"6.1\", \"6.12\"], swap.a.size = { from = 256MiB, to = 512MiB, step = 128MiB } }",
            "seeds = 2",
            "metrics = [\"pgmajfault\", \"tasks.*.pgmajfault\"]");
    Files.delete(directory.resolve("base.conf"));

    SweepSpec read = SweepSpec.parse(sweep.text());

    assertThat(read.text()).isEqualTo(sweep.text());
    assertThat(read.metrics()).hasSize(2);
    for (int i = 0; i < sweep.points(); i++) {
      assertThat(read.point(i)).isEqualTo(sweep.point(i));
      assertThat(read.experiment(read.point(i)).render())
          .isEqualTo(sweep.experiment(sweep.point(i)).render());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          { from = 0, to = 5, step = 2 }             | 0 2 4
          { from = 0, to = 1, step = 0.25 }          | 0 0.25 0.5 0.75 1
          { from = 1, to = 1000, factor = 10 }       | 1 10 100 1000
          { from = 16MiB, to = 64MiB, factor = 2 }   | 16MiB 32MiB 64MiB
          { from = 10us, to = 30us, step = 10us }    | 10us 20us 30us
          """)
  void aRangeHasItsEndIfItIsReached(String range, String values) {
    assertThat(
            SweepRange.values(
                "it",
                com.typesafe.config.ConfigFactory.parseString("r=" + range).getObject("r"),
                9))
        .isEqualTo(List.of(values.split(" ")));
  }

  @Test
  void theSweepsThatComeWithTheProgramCanBeRun() {
    for (String name : SweepPresets.names()) {
      SweepSpec sweep = SweepReader.read(name);

      assertThat(sweep.name()).isEqualTo(name);
      assertThat(SweepPresets.description(name)).hasSizeBetween(20, 124);
      for (int i = 0; i < sweep.points(); i++) {
        assertThat(sweep.experiment(sweep.point(i)).totalAccesses()).isPositive();
      }
    }
    assertThat(SweepReader.read("page-cluster-sweep").points()).isEqualTo(36);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          axes { machine.page-clutser = [0, 1] }     | axes machine.page-clutser
          axes { machine.page-cluster = 3 }          | axes.machine.page-cluster is a list
          axes { machine.page-cluster = [] }         | has 1 to 100000 values, not 0
          axes { machine.page-cluster = [1, 1] }     | has the same value twice
          axes { seed = [1, 2] }                     | axes has seed; that is what seeds is for
          axes { machine.page-cluster { from = 3, to = 1, step = 1 } } | a range ascends
          axes { machine.page-cluster { from = 3, to = 4 } } | is a range { from, to, step }
          seeds = 0                                  | seeds is a whole number from 1
          seeds = [a]                                | seeds are whole numbers
          interleavings = ["parallel:2"]             | such a run cannot be repeated
          interleavings = [random]                   | interleaving is fifo, shuffled
          metrics = []                               | metrics is a list of names
          exes { }                                   | the nearest known key is axes
          axes { machine { memory { from = 1, to = 1000000, step = 1 } } } | at most 100000 values
          """)
  void whatMakesNoSenseIsRefusedInALineOrTwo(String line, String message) {
    assertThatThrownBy(() -> sweep("experiment = mixed", line))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining(message);
  }

  @Test
  void aValueThatIsNoGoodFailsItsPointsAlone() throws IOException {
    SweepSpec sweep = sweep("experiment = mixed", "axes { machine.page-cluster = [3, 99] }");

    assertThat(sweep.experiment(sweep.point(0)).machine().pageCluster()).isEqualTo(3);
    assertThatThrownBy(() -> sweep.experiment(sweep.point(1))).isInstanceOf(ConfigError.class);
  }

  @Test
  void aSweepThatIsNotThereIsNamedAndTheNearestOneToo() {
    assertThatThrownBy(() -> SweepReader.read("page-cluster-swep"))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("did you mean page-cluster-sweep?");
    assertThatThrownBy(() -> SweepReader.read(directory.resolve("no.conf").toString()))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("there is no such file");
  }
}
