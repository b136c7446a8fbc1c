package io.faultline.swapoff;

import static io.faultline.swapoff.LaidOut.FIRST;
import static io.faultline.swapoff.LaidOut.emptied;
import static io.faultline.swapoff.LaidOut.readsPerPage;
import static io.faultline.swapoff.LaidOut.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Swapoff as before v5.1: slot by slot, each page looked for in all page tables. */
class SlotOrderTest {

  private static final String BY_SLOTS = "swapoff.s.order=slots";

  /** Every third slot. */
  private static int[] everyThird(int pages, int from) {
    return IntStream.range(0, pages).map(page -> FIRST + from + 3 * page).toArray();
  }

  @Test
  void onePageIsReadAtATimeAndReadaheadIsNotAsked() {
    MachineReport report = LaidOut.run(sequential(1024), BY_SLOTS);

    assertThat(emptied(report).record().pages()).isEqualTo(1024);
    assertThat(emptied(report).windows()).isEmpty();
    assertThat(readsPerPage(report)).isEqualTo(1);
    assertThat(report.vmstat().get(VmstatItem.PSWPIN)).isEqualTo(1024);
    assertThat(report.vmstat().get(VmstatItem.SWAP_RA)).isZero();
  }

  @Test
  void everyPageIsFoundWhosesoeverItIs() {
    MachineReport report =
        LaidOut.run(List.of(everyThird(300, 0), everyThird(200, 1), everyThird(100, 2)), BY_SLOTS);

    assertThat(emptied(report).record().pages()).isEqualTo(600);
    assertThat(report.memory().activeAnon() + report.memory().inactiveAnon())
        .isEqualTo(600 + 3); // and the page that each task has of its own
  }

  @Test
  void theSearchCostsAsMuchAsThereArePageTables() {
    // a pte costs more than the read of its page, so that the search is what counts
    String[] dear = {BY_SLOTS, "machine.cpu.costs.pte-scan=1us"};
    long one = emptied(LaidOut.run(sequential(256), dear)).record().elapsedNanos();
    long two = emptied(LaidOut.run(sequential(512), dear)).record().elapsedNanos();
    long neighbours =
        emptied(
                LaidOut.run(
                    List.of(everyThird(256, 0), everyThird(256, 1), everyThird(256, 2)), dear))
            .record()
            .elapsedNanos();

    assertThat(two).isGreaterThan(one * 5 / 2); // twice the slots, each in a table twice as long
    assertThat(neighbours).isGreaterThan(one * 6); // three times, and two foreign tables in between
  }

  @Test
  void alongThePageTablesTheLengthOfATableDoesNotCountTwice() {
    String dear = "machine.cpu.costs.pte-scan=1us";
    long one = emptied(LaidOut.run(sequential(256), dear)).record().elapsedNanos();
    long two = emptied(LaidOut.run(sequential(512), dear)).record().elapsedNanos();

    assertThat(two).isBetween(one * 9 / 5, one * 11 / 5);
  }
}
