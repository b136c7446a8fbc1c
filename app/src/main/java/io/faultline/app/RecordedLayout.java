package io.faultline.app;

import io.faultline.actors.machine.Layout;
import io.faultline.config.ConfigError;
import io.faultline.protocol.SwapEntry;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/** Where the pages of a recorded run lay on swap when its measured phase began. */
final class RecordedLayout {

  private static final int AREA_SLOTS = 131_072;
  private static final int NULL_BLK_SLOTS = 262_144;

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
    if (!row.threads() || row.ownVma()) {
      return new Layout(List.of(entriesByActor));
    }
    long[] merged = new long[row.pages() * entriesByActor.length];
    for (int actor = 0; actor < entriesByActor.length; actor++) {
      System.arraycopy(entriesByActor[actor], 0, merged, actor * row.pages(), row.pages());
    }
    return new Layout(Collections.singletonList(merged));
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
