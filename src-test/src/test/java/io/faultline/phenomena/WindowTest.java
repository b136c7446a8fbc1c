package io.faultline.phenomena;

import static io.faultline.phenomena.Runs.majorFaults;
import static io.faultline.phenomena.Runs.small;
import static io.faultline.phenomena.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.readahead.ReadaheadState;
import io.faultline.actors.readahead.VmaReadahead;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the window of one task does, by what was before. */
class WindowTest {

  /** 8192 pages, the even ones first, with memory for half of them: a recorded row of its size. */
  private static MachineReport strideTwo(String initialReadahead) {
    return small(
        "sequential",
        "groups.t.memory-max=16MiB",
        "processes.p.vmas.v.pages=8192",
        "processes.p.tasks.seq.pattern=strided",
        "processes.p.tasks.seq.stride=2",
        "machine.initial-readahead=" + initialReadahead);
  }

  @Test
  void strideTwoStaysAtAWindowOfFourFromAHotStart() {
    MachineReport run = strideTwo("hot");

    // Page 0 lies in slot 1. On odd slots a window of 8 holds three more pages of the walk, whose
    // hits open the next 8; on even slots, whose first window has no slot 0, a window of 4 holds
    // one, whose hit opens the next 4.
    assertThat(task(run, "seq").windows()).containsOnlyKeys(4, 8).containsEntry(4, 2047L);
    assertThat(majorFaults(run, "seq")).isCloseTo(3071, within(2L));
    assertThat(run.vmstat().get(VmstatItem.SWAP_RA)).isCloseTo(13_306, within(10L));
    assertThat(run.vmstat().get(VmstatItem.SWAP_RA_HIT)).isCloseTo(5_121, within(10L));
  }

  @Test
  void strideTwoStaysAtAWindowOfOneFromAColdStart() {
    MachineReport run = strideTwo("cold");

    // the first slot, 1, happens to lie beside the previous position, 0, and gets a window of 2
    assertThat(task(run, "seq").windows()).isEqualTo(Map.of(1, 8191L, 2, 1L));
    assertThat(majorFaults(run, "seq")).isEqualTo(8192);
    assertThat(run.vmstat().get(VmstatItem.SWAP_RA_HIT)).isZero();
  }

  @Test
  void aFreshVmaStartsWithAWindowOfEight() {
    VmaReadahead readahead = new VmaReadahead();
    readahead.decide(0, 1_000, 3, 900, 2_000);
    assertThat(readahead.window()).isEqualTo(8);

    MachineReport run =
        small(
            "sequential",
            "devices.virtio0.rotational=false",
            "machine.initial-readahead=cold",
            "processes.p.tasks.seq.accesses=1");
    assertThat(task(run, "seq").windows()).isEqualTo(Map.of(8, 1L));
  }

  @Test
  void halfOfTheLastWindowIsTheLeastEvenAboveTheCap() {
    ReadaheadState state = ReadaheadState.hot(5);
    assertThat(state.window(100, 5)).isEqualTo(32);

    // page-cluster is lowered to 1: no window above 2, but never less than half of the last one
    assertThat(state.window(1_000, 1)).isEqualTo(16);
    assertThat(state.window(2_000, 1)).isEqualTo(8);
    assertThat(state.window(3_000, 1)).isEqualTo(4);
    assertThat(state.window(4_000, 1)).isEqualTo(2);
    assertThat(state.window(5_000, 1)).isEqualTo(1);
  }
}
