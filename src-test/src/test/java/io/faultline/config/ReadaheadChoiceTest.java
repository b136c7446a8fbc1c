package io.faultline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faultline.actors.readahead.Heuristics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the key readahead and the kernel decide on readahead together. */
class ReadaheadChoiceTest {

  private static final String SMALL =
      """
      devices { ssd { model = nvme }, hdd { model = disk } }
      swap { a { device = ssd, size = 64MiB } }
      processes { p { vmas { v { pages = 1024 } }, tasks { t { vma = v, pattern = random } } } }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kernel=6.1                                      | hits vma addresses new
          swap.a.device=hdd                               | hits global slots new
          machine.vma-ra-enabled=false                    | hits global slots new
          kernel=4.14                                     | hits vma addresses new
          kernel=3.14                                     | hits global slots all
          kernel=3.6                                      | fixed global slots none
          readahead=kernel                                | hits vma addresses new
          readahead=cluster                               | hits global slots new
          readahead=vma                                   | hits vma addresses new
          readahead.scope=process                         | hits process addresses new
          readahead.placement=slots                       | hits vma slots new
          readahead.marking=all                           | hits vma addresses all
          readahead.scope=anon-vma                        | hits anon-vma addresses new
          readahead.algorithm=leap                        | leap vma addresses new
          readahead.algorithm=none                        | none global slots none
          readahead.algorithm=fixed                       | fixed global slots none
          readahead.algorithm=li-2012                     | li-2012 anon-vma slots none
          readahead.algorithm=khlebnikov-2012             | khlebnikov-2012 global addresses new
          readahead.algorithm=dickins-2012-10             | dickins-2012-10 vma addresses all
          readahead.algorithm=dickins-2012-11             | dickins-2012-11 vma addresses all
          readahead.algorithm=org.example.Mine            | org.example.Mine vma addresses new
          readahead={ algorithm = none, scope = process, placement = addresses, marking = all } | none global slots none
          readahead={ algorithm = fixed, scope = vma }    | fixed global slots none
          readahead={ algorithm = fixed, marking = new }  | fixed global slots new
          readahead={ algorithm = hits, scope = global }  | hits global addresses new
          """)
  void whatIsNotStatedTheKernelOrTheAlgorithmDecides(String setting, String readahead) {
    assertThat(words(ExperimentReader.text("it", SMALL).set(setting).read())).isEqualTo(readahead);
  }

  @ParameterizedTest
  @CsvSource({
    "readahead=cluster, kernel=3.6, hits global slots all",
    "readahead=vma, swap.a.device=hdd, hits vma addresses new",
    "readahead=vma, kernel=3.14, hits vma addresses all",
    "readahead.algorithm=hits, kernel=3.6, hits global slots all",
    "readahead=vma, readahead.algorithm=leap, leap vma addresses new",
    "readahead=cluster, readahead.algorithm=leap, leap global slots new",
    "readahead=cluster, readahead.scope=vma, hits vma slots new",
    "readahead.algorithm=leap, readahead=cluster, hits global slots new",
    "readahead.algorithm=leap, readahead.scope=global, leap global addresses new"
  })
  void aLaterSettingChangesAPartOfAnEarlierOne(String first, String second, String readahead) {
    ExperimentReader small = ExperimentReader.text("it", SMALL);
    assertThat(words(small.set(first).set(second).read())).isEqualTo(readahead);
  }

  @Test
  void aSettingReachesIntoTheWordOfAFile() {
    ExperimentReader cluster = ExperimentReader.text("it", SMALL + "readahead = cluster");
    assertThat(words(cluster.set("readahead.algorithm=leap").read()))
        .isEqualTo("leap global slots new");
  }

  @ParameterizedTest
  @CsvSource({
    "readahead=vma",
    "readahead.algorithm=none",
    "readahead.algorithm=fixed",
    "readahead.algorithm=li-2012",
    "readahead.algorithm=khlebnikov-2012",
    "readahead.algorithm=org.example.Mine",
    "kernel=3.6"
  })
  void aResolvedChoiceReadBackIsTheSame(String setting) {
    Experiment experiment = ExperimentReader.text("it", SMALL).set(setting).read();
    Experiment again = ExperimentReader.text("it", experiment.render()).read();
    assertThat(again).isEqualTo(experiment);
    assertThat(again.sha256()).isEqualTo(experiment.sha256());
  }

  @Test
  void whetherTheKernelOrTheUserChoseIsTheSameExperiment() {
    ExperimentReader small = ExperimentReader.text("it", SMALL);
    assertThat(small.set("readahead=vma").read().sha256()).isEqualTo(small.read().sha256());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          readahead=clustr                                        | readahead is kernel, cluster, vma or an object { ... }, not clustr; did you mean cluster?
          readahead=3                                             | readahead is kernel, cluster, vma or an object { ... }, not 3
          readahead=[]                                            | readahead is kernel, cluster, vma or an object { ... }, not a list
          readahead.algoritm=leap                                 | unknown key readahead.algoritm; the nearest known key is readahead.algorithm
          readahead.algorithm=lepa                                | readahead.algorithm is none, fixed, dickins-2012-10, dickins-2012-10-noplus, dickins-2012-11, li-2012, khlebnikov-2012, hits, leap, kernel or the name of a class with its package, not lepa; did you mean leap?
          readahead.algorithm=1.5                                 | readahead.algorithm is none, fixed, dickins-2012-10, dickins-2012-10-noplus, dickins-2012-11, li-2012, khlebnikov-2012, hits, leap, kernel or the name of a class with its package, not 1.5
          readahead.scope=mm                                      | readahead.scope is global, process, vma, anon-vma or kernel, not mm
          readahead.placement=address                             | readahead.placement is slots, addresses or kernel, not address; did you mean addresses?
          readahead.marking=some                                  | readahead.marking is all, new, none or kernel, not some; did you mean none?
          readahead={ algorithm = fixed, placement = addresses }  | readahead.placement is slots with algorithm fixed, not addresses
          readahead={ algorithm = li-2012, scope = global }       | readahead.scope is anon-vma with algorithm li-2012, not global
          readahead={ algorithm = li-2012, placement = addresses } | readahead.placement is slots with algorithm li-2012, not addresses
          readahead={ algorithm = khlebnikov-2012, scope = vma }  | readahead.scope is global with algorithm khlebnikov-2012, not vma
          """)
  void aChoiceWithoutMeaningNamesWhatIsAllowed(String setting, String message) {
    assertThatThrownBy(() -> ExperimentReader.text("it", SMALL).set(setting).read())
        .isInstanceOf(ConfigError.class)
        .hasMessage("--set " + setting + ": " + message);
  }

  @Test
  void anErrorAboutAWordIsPlacedWhereTheWordStands() {
    assertThatThrownBy(
            () ->
                ExperimentReader.text("it", SMALL + "readahead = vma")
                    .set("readahead.algorithm=fixed")
                    .read())
        .hasMessage("it line 4: readahead.placement is slots with algorithm fixed, not addresses");
  }

  @Test
  void theAlgorithmsThatCanBeStatedAreThoseThatThereAre() {
    assertThat(Heuristics.names()).containsExactlyInAnyOrderElementsOf(ReadaheadSpec.ALGORITHMS);
  }

  private static String words(Experiment experiment) {
    ReadaheadSpec readahead = experiment.readahead();
    return String.join(
        " ",
        readahead.algorithm(),
        readahead.scope().word(),
        readahead.placement().word(),
        readahead.marking().word());
  }
}
