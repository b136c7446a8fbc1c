package io.faultline.protocol.sweep;

import java.util.List;

/**
 * Some of what was recorded, in the order in which it was.
 *
 * @param entries rows and how they came about
 * @param next where the next page begins
 * @param last whether there is nothing more for now
 * @param error why there are no rows; empty if nothing is wrong
 */
public record RowsPage(List<Entry> entries, long next, boolean last, String error)
    implements RemoteMessage {

  /** Copies the list. */
  public RowsPage {
    entries = List.copyOf(entries);
  }

  /**
   * A row.
   *
   * @param dropped whether this came late, when the point had been recorded, and is no part of the
   *     result
   */
  public record Entry(PointRow row, PointRun run, boolean dropped) implements RemoteMessage {}
}
