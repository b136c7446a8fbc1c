package io.faultline.app;

import io.faultline.app.laboratory.Claims;
import io.faultline.app.laboratory.Unit;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Which of Li's and Dickins's claims holds on which layout: a table and one sentence. */
final class ClaimsText {

  private ClaimsText() {}

  /** The text. */
  static String of(Claims claims) {
    TextTable table =
        new TextTable()
            .left("layout")
            .right("adjacency")
            .right("global/slots")
            .right("vma/slots")
            .right("vma/addresses");
    for (Claims.Layout layout : claims.layouts()) {
      table.row(
          layout.name(),
          Figures.percent(layout.adjacency()),
          faults(layout.globalSlots()),
          faults(layout.vmaSlots()) + change(layout.globalSlots(), layout.vmaSlots()),
          faults(layout.vmaAddresses()) + change(layout.vmaSlots(), layout.vmaAddresses()));
    }
    return "\nclaims: major faults of "
        + String.join(" and ", claims.tasks())
        + ", in brackets the difference from the policy before\n"
        + table.render()
        + "Li's claim, that a counter for each VMA does better than one for all, "
        + where(claims.layouts(), Claims.Layout::li)
        + "; Dickins's, that placement on swap matters more than whose counter it is, "
        + where(claims.layouts(), Claims.Layout::dickins)
        + ".\n";
  }

  private static String faults(double faults) {
    return Metrics.printed(faults, Unit.COUNT);
  }

  private static String change(double from, double to) {
    return from == 0 ? "" : String.format(Locale.ROOT, " (%+.1f %%)", 100 * (to / from - 1));
  }

  private static String where(List<Claims.Layout> layouts, Predicate<Claims.Layout> holds) {
    List<String> where = layouts.stream().filter(holds).map(Claims.Layout::name).toList();
    List<String> not = layouts.stream().filter(holds.negate()).map(Claims.Layout::name).toList();
    if (where.isEmpty()) {
      return "is shown nowhere";
    }
    return "holds with "
        + String.join(" and ", where)
        + (not.isEmpty() ? "" : " and is not shown with " + String.join(" or ", not));
  }
}
