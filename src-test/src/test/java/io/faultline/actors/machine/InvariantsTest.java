package io.faultline.actors.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.faultline.actors.memory.Frames;
import io.faultline.actors.memory.Group;
import io.faultline.actors.process.PageTable;
import io.faultline.config.ExperimentReader;
import io.faultline.protocol.SwapEntry;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A check that cannot fail checks nothing: every kind of damage is reported by the right one. */
class InvariantsTest {

  private static final String PAGES = "every page is in exactly one place";
  private static final String SLOTS =
      "every slot in use is referred to, and by as many as it counts";
  private static final String FRAMES =
      "frames used + free = total, and groups use what they are charged";
  private static final String HITS = "hits earned = hits spent + pending";
  private static final String CONTENTS = "what is read back is what was last written";

  private static final long FREE_SLOT = SwapEntry.of(0, 100);

  private MachineState state;
  private PageTable table;

  /** Eight pages, all on swap in slots 1 to 8. */
  @BeforeEach
  void aMachineWithAllPagesOnSwap() {
    state =
        new MachineState(
            ExperimentReader.text(
                    "broken",
                    """
                    devices { d { model = virtio-blk } }
                    swap { a { device = d, size = 1MiB } }
                    processes.p { vmas.v.pages = 8, tasks.t { vma = v, pattern = sequential } }
                    """)
                .read());
    long[] entries = new long[8];
    for (int page = 0; page < 8; page++) {
      entries[page] = SwapEntry.of(0, page + 1);
    }
    state.layOut(new Layout(List.of(entries)));
    table = state.vmas.get(0).table();
  }

  private List<String> violated() {
    return new Invariants(state)
        .check().stream().filter(invariant -> !invariant.holds()).map(Invariant::name).toList();
  }

  private String detail(String name) {
    return new Invariants(state)
        .check().stream()
            .filter(invariant -> invariant.name().equals(name))
            .findFirst()
            .orElseThrow()
            .detail();
  }

  private static Object call(Object target, String name, Object... arguments) throws Exception {
    for (Method method : target.getClass().getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return String.valueOf(method.invoke(target, arguments));
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** Has a frame allocated and charged as memory would. */
  private void allocateFrame() throws Exception {
    call(state.memory.frames(), "allocate", 0);
    call(state.memory.groups().get(0), "charge");
  }

  @Test
  void anUndamagedMachineHoldsThemAll() {
    assertThat(violated()).isEmpty();
  }

  @Test
  void aPageWhoseSlotIsFreeIsLost() {
    table.layOut(3, FREE_SLOT);
    assertThat(violated()).containsExactly(PAGES, SLOTS);
    assertThat(detail(PAGES)).isEqualTo("page 3 of p.v is in slot 0:100, which is free");
  }

  @Test
  void aWrittenPageThatIsNowhereIsLost() {
    table.layOut(3, SwapEntry.NONE);
    assertThat(violated()).containsExactly(PAGES, SLOTS);
    assertThat(detail(PAGES)).isEqualTo("page 3 of p.v was written and is nowhere");
  }

  @Test
  void aFrameThatIsMappedAndWasNeverAllocated() {
    table.mapNew(0, 0, false);
    assertThat(detail(PAGES)).isEqualTo("page 0 of p.v maps frame 0, which was never in use");
  }

  @Test
  void aFrameThatIsMappedBehindMemorysBack() throws Exception {
    allocateFrame();
    table.mapNew(0, 0, false);
    assertThat(detail(PAGES)).isEqualTo("page 0 of p.v maps frame 0, which is not its own");
  }

  @Test
  void aFrameThatTwoPagesMap() throws Exception {
    allocateFrame();
    call(state.memory.frames(), "mapped", 0, 0, 1);
    table.mapNew(0, 0, false);
    table.mapNew(1, 0, false);
    assertThat(violated()).contains(PAGES);
  }

  @Test
  void aFrameThatNobodyHas() throws Exception {
    allocateFrame();
    assertThat(violated()).containsExactly(PAGES);
    assertThat(detail(PAGES)).isEqualTo("frame 0 is in use, but no page table and no slot has it");
  }

  @Test
  void aSlotThatTwoPagesClaim() {
    table.layOut(3, table.entry(4));
    assertThat(violated()).containsExactly(SLOTS);
    assertThat(detail(SLOTS)).isEqualTo("slot 0:4 counts 1 ptes, but 0 refer to it");
  }

  @Test
  void aSlotThatIsAllocatedForNothing() {
    state.slots.areas().take(FREE_SLOT);
    assertThat(violated()).containsExactly(SLOTS);
    assertThat(detail(SLOTS)).isEqualTo("slot 0:100 is allocated but unused");
  }

  @Test
  void aSlotThatIsFreedWhileItIsInUse() {
    state.slots.areas().free(table.entry(2));
    assertThat(violated()).containsExactly(SLOTS);
    assertThat(detail(SLOTS)).isEqualTo("slot 0:3 is in use but not allocated");
  }

  @Test
  void aSlotThatIsInUseAndOnACpusReturnList() throws Exception {
    call(state.slots, "checkActive"); // or frees go to the area at once
    state.slots.free(0, table.entry(2));
    assertThat(violated()).containsExactly(SLOTS);
  }

  @Test
  void aGroupThatIsChargedForMoreThanItUses() throws Exception {
    Group root = state.memory.groups().get(0);
    call(root, "charge");
    assertThat(violated()).containsExactly(FRAMES);
    assertThat(detail(FRAMES)).isEqualTo("group  is charged 1 and uses 0");
  }

  @Test
  void aFrameThatIsReleasedWithoutBeingUncharged() throws Exception {
    Frames frames = state.memory.frames();
    allocateFrame();
    call(frames, "release", 0);
    assertThat(violated()).containsExactly(FRAMES);
  }

  @Test
  void aHitThatIsSpentWithoutHavingBeenEarned() {
    state.scopes.get(0).windows().count(0, 8, 1);
    assertThat(violated()).containsExactly(HITS);
    assertThat(detail(HITS)).isEqualTo("4 at start + 0 earned is not 1 spent + 4 pending");
  }

  @Test
  void aPageThatComesBackWithOtherContent() {
    table.mapSwappedIn(0, 0, true, table.tag(0) + 2, false);
    assertThat(violated()).contains(CONTENTS);
    assertThat(detail(CONTENTS)).isEqualTo("1 pages of p.v came back with other content");
  }
}
