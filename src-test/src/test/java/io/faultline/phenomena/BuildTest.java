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

  /** Each burst that accessed nothing made the worker's stack deeper. */
  @Test
  void aProcessMayComputeInManyMorePiecesThanItTouchesMemory() {
    MachineReport report =
        run(
            """
            builds { b { jobs = 1, units = 1, cpu = 0ms, pages = 1, bursts = 1000000, revisits = 0 } }
            push-out = false
            """);

    assertThat(report.builds().get(0).workers().get(0).accesses()).isEqualTo(1);
  }

  /** The product of CPU time and pages was beyond a long, and the clock was told to go back. */
  @Test
  void aProcessOfTenGigabytesMayComputeForAnHour() {
    String build =
        """
        builds { b { jobs = 1, units = 1, cpu = 3600s, pages = 2600000, bursts = 10, revisits = 0 } }
        push-out = false
        machine { memory = 16GiB, run-quantum = 1s, cpu.time-slice = 1000s }
        """;

    MachineReport report = new Machine(ExperimentReader.text("it", MACHINE + build).read()).run();

    assertThat(report.builds().get(0).userNanos()).isGreaterThanOrEqualTo(3_600_000_000_000L);
  }

  /** The process kept the only processor, which swapoff needed to be done with its page. */
  @Test
  void aProcessThatExitsWhileSwapoffHasOneOfItsPagesInHandGivesItsProcessorUp() {
    MachineReport report =
        new Machine(
                ExperimentReader.text(
                        "it",
                        """
                        kernel = "6.15"
                        machine { cpus = 1, memory = 64MiB, page-cluster = 3 }
                        devices { d { model = virtio-blk } }
                        swap { a { device = d, size = 64MiB }, b { device = d, size = 64MiB } }
                        groups { g { memory-max = 360KiB } }
                        builds {
                          b {
                            group = g
                            jobs = 2
                            units = 40
                            cpu = 0ms
                            pages = 100
                            bursts = 3
                            revisits = 11
                            run = 6
                            hot-revisits = 0
                          }
                        }
                        swapoff { s { area = a } }
                        init = none
                        push-out = false
                        """)
                    .read())
            .checkingAlways()
            .run();

    assertThat(report.invariantsHold()).isTrue();
    assertThat(report.builds().get(0).record().units()).isEqualTo(40);
    assertThat(report.areas().get(0).used()).isZero();
  }
}
