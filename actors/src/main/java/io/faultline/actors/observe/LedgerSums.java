package io.faultline.actors.observe;

import org.jspecify.annotations.Nullable;

/** All ledgers of a machine added up, as they stand at one moment. */
public final class LedgerSums {

  private final LedgerRows rows;
  private final long[] @Nullable [] earnedBySpentBy;
  private final long[] @Nullable [] providedBySpentBy;
  final long[] earned;
  final long[] provided;
  final long[] forgottenByEarner;
  final long[] forgottenByProvider;
  final long[] pendingByEarner;
  final long[] pendingByProvider;
  final long[][] use = new long[ReadaheadUse.Lane.values().length][];
  final long[] untouched;

  /** Nothing. */
  public LedgerSums(LedgerRows rows) {
    this.rows = rows;
    int count = rows.count();
    earnedBySpentBy = new long[count][];
    providedBySpentBy = new long[count][];
    earned = new long[count];
    provided = new long[count];
    forgottenByEarner = new long[count];
    forgottenByProvider = new long[count];
    pendingByEarner = new long[count];
    pendingByProvider = new long[count];
    for (int lane = 0; lane < use.length; lane++) {
      use[lane] = new long[count];
    }
    untouched = new long[count];
  }

  /** Adds the ledger of one owner. */
  public LedgerSums add(HitLedger ledger) {
    ledger.addTo(this);
    return this;
  }

  /** Adds what the swap cache counted. */
  public LedgerSums add(ReadaheadUse used) {
    for (int task = 0; task < rows.tasks(); task++) {
      int row = rows.of(task);
      for (ReadaheadUse.Lane lane : ReadaheadUse.Lane.values()) {
        use[lane.ordinal()][row] += used.pages(task, lane);
      }
      untouched[row] += used.untouched(task);
    }
    return this;
  }

  void spent(int row, long @Nullable [] byEarner, long @Nullable [] byProvider) {
    add(earnedBySpentBy, row, byEarner);
    add(providedBySpentBy, row, byProvider);
  }

  private static void add(long[] @Nullable [] matrix, int row, long @Nullable [] more) {
    if (more == null) {
      return;
    }
    long[] sums = matrix[row];
    if (sums == null) {
      matrix[row] = more.clone();
      return;
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] += more[i];
    }
  }

  /** Who earns and spends. */
  public LedgerRows rows() {
    return rows;
  }

  /** Hits that one row earned and another spent. */
  public long spent(int earner, int spender) {
    return cell(earnedBySpentBy, earner, spender);
  }

  /** Hits that one row provided and another spent. */
  public long spentOfProvider(int provider, int spender) {
    return cell(providedBySpentBy, provider, spender);
  }

  private static long cell(long[] @Nullable [] matrix, int row, int column) {
    long[] cells = matrix[row];
    return cells == null ? 0 : cells[column];
  }

  /** Hits earned by a row; those of {@code boot} were given. */
  public long earned(int row) {
    return earned[row];
  }

  /**
   * The first thing that does not add up, empty if all does: for each row, what was earned is what
   * was spent, forgotten or is pending, and for each provider likewise.
   */
  public String imbalance() {
    for (int row = 0; row < rows.count(); row++) {
      long spent = 0;
      long spentOfProvider = 0;
      for (int spender = 0; spender < rows.names().size(); spender++) {
        spent += spent(row, spender);
        spentOfProvider += spentOfProvider(row, spender);
      }
      if (earned[row] != spent + pendingByEarner[row] + forgottenByEarner[row]) {
        return text(row, "earned", earned, spent, pendingByEarner, forgottenByEarner);
      }
      if (provided[row] != spentOfProvider + pendingByProvider[row] + forgottenByProvider[row]) {
        return text(
            row, "provided", provided, spentOfProvider, pendingByProvider, forgottenByProvider);
      }
    }
    return "";
  }

  private String text(
      int row, String what, long[] all, long spent, long[] pending, long[] forgotten) {
    return rows.name(row)
        + " "
        + what
        + " "
        + all[row]
        + " hits, and that is not "
        + spent
        + " spent + "
        + pending[row]
        + " pending + "
        + forgotten[row]
        + " forgotten";
  }
}
