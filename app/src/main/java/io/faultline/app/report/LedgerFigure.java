package io.faultline.app.report;

import io.faultline.actors.observe.LedgerReport;
import io.faultline.actors.observe.LedgerRows;
import io.faultline.app.chart.HeatMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who earned and provided the hits, and who spent them. */
final class LedgerFigure {

  private static final String COLUMNS =
      "for each matrix, earned or provided, how many hits came from whom and were spent by whom;"
          + " pending are those left at the end, forgotten those that nobody spent, and boot is"
          + " nobody. Cells of 0 are left out.";

  private static final String PENDING = "pending";
  private static final String FORGOTTEN = "forgotten";
  private static final int MARGIN = 110;
  private static final int ROW = 34;

  private final LedgerReport ledger;

  private LedgerFigure(LedgerReport ledger) {
    this.ledger = ledger;
  }

  /**
   * The figure.
   *
   * @param cast of the rows of the ledger
   */
  static Figure of(LedgerReport ledger, Cast cast) {
    return new LedgerFigure(ledger).figure(cast);
  }

  private Figure figure(Cast cast) {
    long hits = 0;
    for (int row = 0; row <= ledger.boot(); row++) {
      hits += ledger.earned(row);
    }
    return new Figure(
        "ledger",
        "Hit ledger",
        hits == 0
            ? "Nobody earned a hit: there is nothing to spend."
            : "On the diagonal are hits that a task earned and spent itself; what lies beside it is"
                + " cross-talk, hits that one earned and another spent.",
        List.of(),
        hits == 0 ? List.of() : List.of(drawn(cast, false), drawn(cast, true)),
        new Figure.Source("ledger.csv", COLUMNS, csv()));
  }

  private Figure.Drawing drawn(Cast cast, boolean providers) {
    List<String> rows = new ArrayList<>(cast.names());
    List<String> columns = new ArrayList<>(cast.names());
    rows.add(LedgerRows.BOOT);
    columns.add(PENDING);
    columns.add(FORGOTTEN);
    long[][] counts = new long[rows.size()][columns.size()];
    for (int from = 0; from <= ledger.boot(); from++) {
      int row = from == ledger.boot() ? cast.size() : cast.part(from);
      for (int spender = 0; spender < ledger.boot(); spender++) {
        long hits = spent(providers, from, spender);
        if (hits > 0) {
          counts[row][cast.part(spender)] += hits;
        }
      }
      counts[row][cast.size()] += pending(providers, from);
      counts[row][cast.size() + 1] += forgotten(providers, from);
    }
    boolean boot = Arrays.stream(counts[cast.size()]).sum() > 0;
    List<String> shown = boot ? rows : rows.subList(0, cast.size());
    long[][] cells = boot ? counts : Arrays.copyOf(counts, cast.size());
    return Sheet.drawn(
        providers ? "provided" : "earned",
        providers
            ? "Hits by the task whose miss read the page and the task that spent them"
            : "Hits by the task that found the page and the task that spent them",
        MARGIN + ROW * shown.size(),
        narrow ->
            HeatMap.of(
                shown,
                columns,
                cells,
                providers ? "provided by" : "earned by",
                "spent by",
                narrow));
  }

  private long spent(boolean providers, int from, int spender) {
    return providers ? ledger.spentOfProvider(from, spender) : ledger.spent(from, spender);
  }

  private long pending(boolean providers, int from) {
    return providers ? ledger.pendingOfProvider(from) : ledger.pending(from);
  }

  private long forgotten(boolean providers, int from) {
    return providers ? ledger.forgottenOfProvider(from) : ledger.forgotten(from);
  }

  private String csv() {
    Csv csv = new Csv("matrix", "from", "spent_by", "hits");
    for (boolean providers : new boolean[] {false, true}) {
      String matrix = providers ? "provided" : "earned";
      for (int from = 0; from <= ledger.boot(); from++) {
        String name = from == ledger.boot() ? LedgerRows.BOOT : ledger.names().get(from);
        for (int spender = 0; spender < ledger.boot(); spender++) {
          cell(csv, matrix, name, ledger.names().get(spender), spent(providers, from, spender));
        }
        cell(csv, matrix, name, PENDING, pending(providers, from));
        cell(csv, matrix, name, FORGOTTEN, forgotten(providers, from));
      }
    }
    return csv.text();
  }

  private static void cell(Csv csv, String matrix, String from, String by, long hits) {
    if (hits > 0) {
      csv.row(matrix, from, by, hits);
    }
  }
}
