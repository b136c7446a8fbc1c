package io.faultline.app.report;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.machine.SlotOwners;
import io.faultline.app.chart.Palette;
import io.faultline.app.chart.SlotMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whose pages lay where on swap. */
final class SlotsFigure {

  private static final String COLUMNS =
      "for the start and the end of the measured phase the stretches of adjacent slots that hold"
          + " pages of one VMA; slots in no stretch hold nobody's page.";

  private static final int MOST_AREAS = 4;
  private static final int WIDE_COLUMNS = 128;
  private static final int NARROW_COLUMNS = 48;
  private static final int ROWS = 24;

  private static final Figure.Key SEVERAL =
      new Figure.Key("several VMAs within a cell", Palette.SEVERAL_VARIABLE);

  private SlotsFigure() {}

  static Figure of(MachineReport report) {
    List<SlotOwners> moments = report.slotOwners();
    Cast cast = cast(moments);
    boolean nothing = cast.size() == 0;
    List<Figure.Drawing> drawings = new ArrayList<>();
    if (!nothing) {
      int areas = moments.get(0).areas().size();
      for (int area = 0; area < Math.min(areas, MOST_AREAS); area++) {
        int end = end(moments, area);
        SlotOwners.Area before = moments.get(0).areas().get(area);
        SlotOwners.Area after = moments.get(1).areas().get(area);
        if (before.equals(after)) {
          drawings.add(drawing("the start and the end", before, end, "slots-" + area, cast));
        } else {
          drawings.add(drawing("the start", before, end, "slots-" + area + "-start", cast));
          drawings.add(drawing("the end", after, end, "slots-" + area + "-end", cast));
        }
      }
    }
    List<Figure.Key> keys = new ArrayList<>(cast.keys());
    keys.add(SEVERAL);
    return new Figure(
        "slots",
        "Swap area map",
        nothing
            ? "No slot held a page, neither at the start nor at the end."
            : "Even stretches of one colour are pages of one VMA side by side, as readahead by slots"
                + " wants them; speckles and mixed cells are pages of several, where it reads what"
                + " nobody asked for.",
        nothing ? List.of() : keys,
        drawings,
        new Figure.Source("slots.csv", COLUMNS, csv(moments)));
  }

  private static Cast cast(List<SlotOwners> moments) {
    if (moments.isEmpty()) {
      return new Cast(List.of(), new long[0]);
    }
    List<String> vmas = moments.get(0).vmas();
    long[] slots = new long[vmas.size()];
    for (SlotOwners moment : moments) {
      for (SlotOwners.Area area : moment.areas()) {
        area.extents().forEach(extent -> slots[extent.vma()] += extent.slots());
      }
    }
    return new Cast(vmas, slots);
  }

  private static Figure.Drawing drawing(
      String moment, SlotOwners.Area area, int end, String id, Cast cast) {
    int[] owners = new int[end];
    Arrays.fill(owners, SlotMap.FREE);
    for (SlotOwners.Extent extent : area.extents()) {
      int to = extent.firstSlot() + extent.slots();
      Arrays.fill(owners, extent.firstSlot(), to, cast.part(extent.vma()));
    }
    SlotMap wide = new SlotMap(owners, WIDE_COLUMNS, ROWS);
    SlotMap narrow = new SlotMap(owners, NARROW_COLUMNS, ROWS);
    String caption =
        String.format(
            Locale.ROOT,
            "Area %s at %s of the measured phase: %d of its %d slots hold a page%s",
            area.name(),
            moment,
            area.extents().stream().mapToInt(SlotOwners.Extent::slots).sum(),
            area.slots() - 1,
            end < area.slots() ? ", none from " + end + " on" : "");
    return Sheet.drawn(id, caption, 240, phone -> (phone ? narrow : wide).chart());
  }

  /** Behind the last slot of an area that holds a page at any of the moments. */
  private static int end(List<SlotOwners> moments, int area) {
    int end = 1;
    for (SlotOwners moment : moments) {
      for (SlotOwners.Extent extent : moment.areas().get(area).extents()) {
        end = Math.max(end, extent.firstSlot() + extent.slots());
      }
    }
    return end;
  }

  private static String csv(List<SlotOwners> moments) {
    Csv csv = new Csv("moment", "area", "first_slot", "slots", "vma");
    for (SlotOwners moment : moments) {
      for (SlotOwners.Area area : moment.areas()) {
        for (SlotOwners.Extent extent : area.extents()) {
          csv.row(
              moment.moment(),
              area.name(),
              extent.firstSlot(),
              extent.slots(),
              moment.vmas().get(extent.vma()));
        }
      }
    }
    return csv.text();
  }
}
