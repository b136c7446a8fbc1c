package io.faultline.app;

import io.faultline.app.laboratory.Groups;
import io.faultline.app.laboratory.Unit;

/** A distribution as bars of text, and where it falls into two. */
final class GroupsText {

  private static final int WIDEST = 60;

  private GroupsText() {}

  static String of(String title, Groups groups, Unit unit) {
    int most = 1;
    for (int count : groups.counts()) {
      most = Math.max(most, count);
    }
    TextTable bars = new TextTable().right("from").right("runs").left("");
    for (int bin = 0; bin < groups.counts().length; bin++) {
      int count = groups.counts()[bin];
      int length = count == 0 ? 0 : Math.max(1, count * WIDEST / most);
      bars.row(
          Metrics.printed(groups.first() + bin * groups.width(), unit), count, "#".repeat(length));
    }
    String hollow =
        groups.hollowCount() == 0
            ? "no run lies"
            : "fewest runs (" + groups.hollowCount() + " in a row of bars) lie";
    return title
        + "\n"
        + bars.render()
        + " "
        + Metrics.printed(groups.lowest(), unit)
        + " to "
        + Metrics.printed(groups.highest(), unit)
        + "; between the two groups "
        + hollow
        + " from "
        + Metrics.printed(groups.hollowFrom(), unit)
        + " to "
        + Metrics.printed(groups.hollowTo(), unit)
        + "; above it are "
        + groups.above()
        + " of "
        + groups.total()
        + ", "
        + Figures.percent(groups.shareAbove())
        + "\n";
  }
}
