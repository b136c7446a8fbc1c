package io.faultline.app;

import io.faultline.actors.machine.Layout;
import io.faultline.config.ConfigError;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Where the pages of a recorded run lay on swap when its measured phase began. */
final class RecordedLayout {

  private static final int AREA_SLOTS = 131_072;
  private static final int NULL_BLK_SLOTS = 262_144;
  private static final int CLUSTER_SLOTS = 512;

  /** Slots that the recorded kernels took from one area before the other had its turn. */
  private static final int SLOTS_PER_TURN = 64;

  private final Recording row;
  private final long[][] entriesByActor;
  private final BitSet[] taken;
  private final int[] slots;
  private boolean incomplete;

  /**
   * The layout of a row.
   *
   * @throws ConfigError if two pages share a slot, or one lies outside its region or the area
   */
  RecordedLayout(Recording row, List<Companions.Extent> extents) {
    this.row = row;
    this.slots = new int[row.areas()];
    Arrays.fill(slots, AREA_SLOTS);
    if (row.device().startsWith("null_blk")) {
      slots[0] = NULL_BLK_SLOTS;
    }
    this.taken = new BitSet[slots.length];
    Arrays.setAll(taken, area -> new BitSet());
    this.entriesByActor = new long[row.actors().size()][row.pages()];
    for (Companions.Extent extent : extents) {
      place(extent);
    }
    for (int actor = 0; actor < entriesByActor.length; actor++) {
      placeTheRest(actor);
    }
  }

  /** Whether the record broke off, so that some pages were put on free slots behind the others. */
  boolean isIncomplete() {
    return incomplete;
  }

  /** The layout for the machine that {@link RecordedMachine} describes. */
  Layout layout() {
    return new Layout(row.swapoff() ? ofWaitingProcesses(true) : regions());
  }

  /** The same for a swapoff that visits the process first that was started first. */
  Layout firstStartedFirst() {
    return new Layout(ofWaitingProcesses(false));
  }

  /** Where each actor's pages lay. */
  long[][] entriesByActor() {
    return entriesByActor;
  }

  /** Whether a slot is none of a region's. */
  boolean free(long entry) {
    int slot = SwapEntry.slot(entry);
    int area = SwapEntry.area(entry);
    return area < slots.length && slot < slots[area] && !taken[area].get(slot);
  }

  /** The layout for the machine of a traced row. */
  Layout with(Strays strays) {
    List<long[]> vmas = new ArrayList<>();
    if (!strays.primer().isEmpty()) {
      vmas.add(strays.primer().stream().mapToLong(Long::longValue).toArray());
    }
    strays.belowRegion().forEach(entry -> vmas.add(new long[] {entry}));
    vmas.addAll(regions());
    strays.aboveRegion().forEach(entry -> vmas.add(new long[] {entry}));
    strays.injected().forEach(stray -> vmas.add(new long[] {stray.entry()}));
    return new Layout(vmas);
  }

  private List<long[]> regions() {
    if (!row.threads() || row.ownVma()) {
      return List.of(entriesByActor);
    }
    long[] merged = new long[row.pages() * entriesByActor.length];
    for (int actor = 0; actor < entriesByActor.length; actor++) {
      System.arraycopy(entriesByActor[actor], 0, merged, actor * row.pages(), row.pages());
    }
    return Collections.singletonList(merged);
  }

  /** Before the regions of a process comes what it has besides. */
  private List<long[]> ofWaitingProcesses(boolean inOrderOfStart) {
    List<long[]> regions = regions();
    if (row.threads()) {
      return Stream.concat(strays(1).get(0).stream(), regions.stream()).toList();
    }
    List<List<long[]>> strays = strays(regions.size());
    List<long[]> vmas = new ArrayList<>();
    for (int i = 0; i < regions.size(); i++) {
      int process = inOrderOfStart ? i : regions.size() - 1 - i;
      vmas.addAll(strays.get(process));
      vmas.add(regions.get(process));
    }
    return vmas;
  }

  /**
   * A process's program and stack were used before its region, and went to swap before it: they
   * take the first slots that the regions leave free in the clusters that were filled first.
   */
  private List<List<long[]>> strays(int processes) {
    long firstEntry = firstEntry();
    int area = SwapEntry.area(firstEntry);
    BitSet used = (BitSet) taken[area].clone();
    used.set(0);
    int slot = SwapEntry.slot(firstEntry) / CLUSTER_SLOTS * CLUSTER_SLOTS;
    List<List<long[]>> all = new ArrayList<>();
    for (int process = 0; process < processes; process++) {
      List<long[]> vmas = new ArrayList<>();
      for (int page = 0; page < RecordedMachine.STRAY_PAGES; page++) {
        slot = used.nextClearBit(slot < slots[area] ? slot : 0);
        if (slot >= slots[area]) {
          slot = used.nextClearBit(0);
        }
        used.set(slot);
        vmas.add(new long[] {SwapEntry.of(area, slot)});
      }
      all.add(vmas);
    }
    return all;
  }

  /** The lowest slot of any region's first page, on the area that was drawn from first. */
  private long firstEntry() {
    long first = SwapEntry.NONE;
    for (long[] entries : entriesByActor) {
      if (entries[0] != SwapEntry.NONE && (first == SwapEntry.NONE || entries[0] < first)) {
        first = entries[0];
      }
    }
    return first;
  }

  private void place(Companions.Extent extent) {
    if (extent.actor() >= entriesByActor.length) {
      throw wrong("has an extent of actor " + extent.actor() + ", which the run has not");
    }
    int area = extent.area();
    if (area < 0 || area >= slots.length) {
      throw wrong("has an extent on area " + area + ", which the run has not");
    }
    for (int i = 0; i < extent.length(); i++) {
      int page = extent.firstPage() + i;
      int slot = extent.firstSlot() + i * extent.direction();
      if (page >= row.pages() || slot < 1 || slot >= slots[area]) {
        throw wrong("puts page " + page + " in slot " + slot + ", and one of them does not exist");
      }
      if (taken[area].get(slot) || entriesByActor[extent.actor()][page] != SwapEntry.NONE) {
        throw wrong("has page " + page + " or slot " + slot + " twice");
      }
      taken[area].set(slot);
      entriesByActor[extent.actor()][page] = SwapEntry.of(area, slot);
    }
  }

  /** Extents are recorded up to a number; what lies behind them is taken to be in order. */
  private void placeTheRest(int actor) {
    long[] entries = entriesByActor[actor];
    long missing = row.swapped().get(actor);
    for (long entry : entries) {
      missing -= entry == SwapEntry.NONE ? 0 : 1;
    }
    int area = 0;
    int placed = 0;
    int[] slot = new int[slots.length];
    Arrays.setAll(slot, each -> Math.max(1, taken[each].length()));
    for (int page = 0; page < entries.length && missing > 0; page++) {
      if (entries[page] == SwapEntry.NONE) {
        slot[area] = nextFree(area, slot[area]);
        taken[area].set(slot[area]);
        entries[page] = SwapEntry.of(area, slot[area]);
        missing--;
        incomplete = true;
        placed++;
        if (placed % SLOTS_PER_TURN == 0) {
          area = (area + 1) % slots.length;
        }
      }
    }
  }

  private int nextFree(int area, int from) {
    int slot = taken[area].nextClearBit(from < slots[area] ? from : 1);
    return slot < slots[area] ? slot : taken[area].nextClearBit(1);
  }

  private ConfigError wrong(String what) {
    return new ConfigError("layout.csv.gz: the layout of " + row.runId() + " " + what);
  }
}
