package io.faultline.phenomena;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import org.junit.jupiter.api.Test;

/** Processes that fork, exit and work on tmpfs objects, as a user would see them. */
class BuildTest {

  private static final String MACHINE =
      """
      kernel = "6.15"
      machine { cpus = 1, memory = 64MiB, page-cluster = 3 }
      devices { d { model = nvme } }
      swap { a { device = d, size = 64MiB } }
      """;

  private static MachineReport run(String hocon) {
    MachineReport report =
        new Machine(ExperimentReader.text("it", MACHINE + hocon).read()).checkingAlways().run();
    assertThat(report.invariantsHold()).isTrue();
    return report;
  }

  @Test
  void aForkThatStoresCopiesEachPageOnceAndItsParentReusesWhatIsLeft() {
    MachineReport report =
        run(
            """
            processes {
              p { vmas { v { pages = 100, populate = true } } }
              q { fork-of = p, tasks { t { vma = v, pattern = sequential, write = true } } }
            }
            push-out = false
            """);

    assertThat(report.vmstat().get(VmstatItem.PGFAULT)).isEqualTo(100);
    assertThat(report.vmstat().get(VmstatItem.PGREUSE)).isZero();
    assertThat(report.memory().inactiveAnon() + report.memory().activeAnon()).isEqualTo(200);
  }

  @Test
  void slotsOfAForkCountItsPtesAndAreFreeWhenBothHaveExited() {
    MachineReport report =
        run(
            """
            processes {
              p {
                exits = true
                vmas { v { pages = 100 } }
                tasks { t { vma = v, pattern = sequential } }
              }
              q { fork-of = p, exits = true, tasks { t { vma = v, pattern = reverse } } }
            }
            push-out = true
            """);

    assertThat(report.areas().get(0).used()).isZero();
    assertThat(report.memory().inactiveAnon() + report.memory().activeAnon()).isZero();
    assertThat(report.vmstat().get(VmstatItem.PSWPIN)).isEqualTo(100);
  }

  @Test
  void readingAnObjectSwapsInWithoutAFaultAndMappingItFaults() {
    String object = "objects { o { pages = 400 } }\npush-out = true\n";
    MachineReport read =
        run(object + "processes { p { tasks { t { object = o, pattern = sequential } } } }");
    MachineReport mapped =
        run(
            object
                + "processes { p { tasks { t { object = o, access = map, pattern = sequential } } }"
                + " }");

    assertThat(read.vmstat().get(VmstatItem.PSWPIN)).isEqualTo(400);
    assertThat(read.vmstat().get(VmstatItem.PGFAULT)).isZero();
    assertThat(read.vmstat().get(VmstatItem.PGMAJFAULT)).isZero();
    assertThat(read.areas().get(0).used()).isZero(); // each page gave its slot up
    assertThat(mapped.vmstat().get(VmstatItem.PGFAULT)).isEqualTo(400);
    assertThat(mapped.vmstat().get(VmstatItem.PGMAJFAULT)).isPositive();
  }

  @Test
  void aBuildRunsAllItsProcessesAndLeavesNothingButItsObjects() {
    MachineReport report =
        run(
            """
            objects { src { pages = 300 }, out { pages = 100, populate = false } }
            builds {
              b {
                jobs = 3
                units = 10
                cpu = 2ms
                pages = 50
                bursts = 5
                revisits = 20
                sources { object = src, pages = 30 }
                output { object = out, pages = 10 }
              }
            }
            push-out = false
            """);

    MachineReport.BuildReport build = report.builds().get(0);
    assertThat(build.record().units()).isEqualTo(10);
    assertThat(build.userNanos()).isGreaterThanOrEqualTo(20_000_000);
    assertThat(report.memory().inactiveAnon() + report.memory().activeAnon()).isEqualTo(400);
  }

  /** It looked for a page among none. */
  @Test
  void aProcessWithMoreBurstsThanPagesGoesBackOnceItHasOne() {
    MachineReport report =
        run(
            """
            builds { b { jobs = 1, units = 2, cpu = 1ms, pages = 1, bursts = 5, revisits = 20 } }
            push-out = false
            """);

    assertThat(report.builds().get(0).record().units()).isEqualTo(2);
    assertThat(report.builds().get(0).workers().get(0).accesses()).isEqualTo(2 * (1 + 20));
  }
}
