package io.faultline.app;

import io.faultline.actors.machine.Layout;
import io.faultline.config.ConfigError;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Where the pages of a recorded run lay on swap when its measured phase began. */
final class RecordedLayout {

  private static final int AREA_SLOTS = 131_072;
  private static final int NULL_BLK_SLOTS = 262_144;
  private static final int CLUSTER_SLOTS = 512;

  private final Recording row;
  private final long[][] entriesByActor;
  private final BitSet taken = new BitSet();
  private final int slots;
  private boolean incomplete;

  /**
   * The layout of a row.
   *
   * @throws ConfigError if two pages share a slot, or one lies outside its region or the area
   */
  RecordedLayout(Recording row, List<Companions.Extent> extents) {
    this.row = row;
    this.slots = row.device().startsWith("null_blk") ? NULL_BLK_SLOTS : AREA_SLOTS;
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
    int first = slots;
    for (long[] entries : entriesByActor) {
      first = entries[0] == SwapEntry.NONE ? first : Math.min(first, SwapEntry.slot(entries[0]));
    }
    BitSet used = (BitSet) taken.clone();
    used.set(0);
    int slot = first / CLUSTER_SLOTS * CLUSTER_SLOTS;
    List<List<long[]>> all = new ArrayList<>();
    for (int process = 0; process < processes; process++) {
      List<long[]> vmas = new ArrayList<>();
      for (int page = 0; page < RecordedMachine.STRAY_PAGES; page++) {
        slot = used.nextClearBit(slot < slots ? slot : 0);
        if (slot >= slots) {
          slot = used.nextClearBit(0);
        }
        used.set(slot);
        vmas.add(new long[] {SwapEntry.of(0, slot)});
      }
      all.add(vmas);
    }
    return all;
  }

  private void place(Companions.Extent extent) {
    if (extent.actor() >= entriesByActor.length) {
      throw wrong("has an extent of actor " + extent.actor() + ", which the run has not");
    }
    for (int i = 0; i < extent.length(); i++) {
      int page = extent.firstPage() + i;
      int slot = extent.firstSlot() + i * extent.direction();
      if (page >= row.pages() || slot < 1 || slot >= slots) {
        throw wrong("puts page " + page + " in slot " + slot + ", and one of them does not exist");
      }
      if (taken.get(slot) || entriesByActor[extent.actor()][page] != SwapEntry.NONE) {
        throw wrong("has page " + page + " or slot " + slot + " twice");
      }
      taken.set(slot);
      entriesByActor[extent.actor()][page] = SwapEntry.of(0, slot);
    }
  }

  /** Extents are recorded up to a number; what lies behind them is taken to be in order. */
  private void placeTheRest(int actor) {
    long[] entries = entriesByActor[actor];
    long missing = row.swapped().get(actor);
    for (long entry : entries) {
      missing -= entry == SwapEntry.NONE ? 0 : 1;
    }
    int slot = Math.max(1, taken.length());
    for (int page = 0; page < entries.length && missing > 0; page++) {
      if (entries[page] == SwapEntry.NONE) {
        slot = taken.nextClearBit(slot < slots ? slot : 1);
        if (slot >= slots) {
          slot = taken.nextClearBit(1);
        }
        taken.set(slot);
        entries[page] = SwapEntry.of(0, slot);
        missing--;
        incomplete = true;
      }
    }
  }

  private ConfigError wrong(String what) {
    return new ConfigError("layout.csv.gz: the layout of " + row.runId() + " " + what);
  }
}
