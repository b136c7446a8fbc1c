package io.faultline.swapoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.Invariant;
import io.faultline.actors.machine.Layout;
import io.faultline.actors.machine.Machine;
import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.MachineReport.SwapoffReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.ExperimentReader;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Machines whose pages lie in given slots of one area, which is switched off while nobody else does
 * anything: each process has one VMA of swapped pages, and a task that touches a page of its own.
 */
final class LaidOut {

  private static final String MACHINE =
      """
      machine { cpus = 2, memory = 256MiB, page-cluster = 3, initial-readahead = cold }
      devices { d { model = virtio-blk } }
      swap { a { device = d, size = 128MiB } }
      swapoff { s { area = a } }
      """;

  /** The first slot that is used: the beginning of a window, whatever its size. */
  static final int FIRST = 256;

  private LaidOut() {}

  /** Slots in the order of the page table. */
  static int[] sequential(int pages) {
    return IntStream.range(FIRST, FIRST + pages).toArray();
  }

  /** Runs of neighbouring slots that lie in any order. */
  static int[] runs(int pages, int runLength, long seed) {
    List<Integer> order = new ArrayList<>();
    for (int run = 0; run < pages / runLength; run++) {
      order.add(run);
    }
    java.util.Collections.shuffle(order, new Random(seed));
    return IntStream.range(0, pages / runLength * runLength)
        .map(page -> FIRST + order.get(page / runLength) * runLength + page % runLength)
        .toArray();
  }

  /** Switches the area of one process off. */
  static MachineReport run(int[] slots, String... settings) {
    return run(List.of(slots), settings);
  }

  /** Switches the area of several processes off. */
  static MachineReport run(List<int[]> slotsByProcess, String... settings) {
    StringBuilder text = new StringBuilder(MACHINE);
    List<long[]> entries = new ArrayList<>();
    for (int[] slots : slotsByProcess) {
      text.append(
          """
          processes.p%d { vmas { v.pages = %d, w.pages = 1 }, tasks.t { vma = w, pattern = sequential } }
          """
              .formatted(entries.size() / 2, slots.length));
      entries.add(Arrays.stream(slots).mapToLong(slot -> SwapEntry.of(0, slot)).toArray());
      entries.add(new long[] {SwapEntry.NONE});
    }
    ExperimentReader reader = ExperimentReader.text("laid-out", text.toString());
    for (String setting : settings) {
      reader = reader.set(setting);
    }
    MachineReport report = new Machine(reader.read()).startingFrom(new Layout(entries)).run();
    assertThat(report.invariants()).allMatch(Invariant::holds);
    return report;
  }

  /** The swapoff, which emptied its area. */
  static SwapoffReport emptied(MachineReport report) {
    SwapoffReport swapoff = report.swapoffs().get(0);
    assertThat(swapoff.record().emptied()).isTrue();
    assertThat(swapoff.record().slotsLeft()).isZero();
    assertThat(report.areas().get(0).used()).isZero();
    assertThat(report.memory().swapCached()).isZero();
    return swapoff;
  }

  /** Calls of readahead that swapoff made. */
  static long calls(MachineReport report) {
    return emptied(report).windows().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Share of those calls that were granted a window, 0 to 1. */
  static double share(MachineReport report, int window) {
    return (double) emptied(report).windows().getOrDefault(window, 0L) / calls(report);
  }

  /** Reads for each page that swapoff brought in. */
  static double readsPerPage(MachineReport report) {
    return (double) report.devices().get(0).statistics().readRequests()
        / emptied(report).record().pages();
  }

  /** Pages found that readahead had brought in. */
  static long hits(MachineReport report) {
    return report.vmstat().get(VmstatItem.SWAP_RA_HIT);
  }
}
