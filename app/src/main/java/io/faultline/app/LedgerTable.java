package io.faultline.app;

import io.faultline.actors.observe.LedgerRows;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The hit ledger as a run prints it, with the placement that it is to be read beside. */
final class LedgerTable {

  /** With more spenders than these their columns give way to two: itself, and others. */
  private static final int MOST_COLUMNS = 8;

  private static final int MOST_NAMED = 6;

  private final LedgerSummary ledger;
  private final PlacementSummary placement;

  LedgerTable(LedgerSummary ledger, PlacementSummary placement) {
    this.ledger = ledger;
    this.placement = placement;
  }

  /** The text; empty if there is nobody but one task, or nobody read ahead. */
  String render() {
    long readAhead = ledger.rows().stream().mapToLong(LedgerSummary.Row::readAhead).sum();
    if (ledger.rows().size() < 2 || readAhead == 0) {
      return "";
    }
    return hits().render() + sentences(readAhead);
  }

  private List<String> names() {
    return ledger.rows().stream().map(LedgerSummary.Row::name).toList();
  }

  private TextTable hits() {
    TextTable table = new TextTable().left("hits");
    boolean few = names().size() <= MOST_COLUMNS;
    if (few) {
      names().forEach(name -> table.right("spent by " + name));
    } else {
      table.right("spent by itself").right("spent by others");
    }
    table.right(LedgerSummary.PENDING).right(LedgerSummary.FORGOTTEN);
    ledger.earnedBySpentBy().forEach((name, cells) -> row(table, "earned by", name, cells, few));
    if (few) {
      ledger
          .providedBySpentBy()
          .forEach((name, cells) -> row(table, "provided by", name, cells, true));
    }
    return table;
  }

  private void row(
      TextTable table, String what, String name, Map<String, Long> cells, boolean few) {
    boolean boot = name.equals(LedgerRows.BOOT);
    long sum = cells.values().stream().mapToLong(Long::longValue).sum();
    if (boot && (sum == 0 || what.startsWith("provided"))) {
      return;
    }
    if (few) {
      Object[] row = new Object[cells.size() + 1];
      row[0] = what + " " + name;
      int column = 1;
      for (long hits : cells.values()) {
        row[column++] = hits;
      }
      table.row(row);
    } else {
      long own = cells.getOrDefault(name, 0L);
      long pending = cells.getOrDefault(LedgerSummary.PENDING, 0L);
      long forgotten = cells.getOrDefault(LedgerSummary.FORGOTTEN, 0L);
      table.row(what + " " + name, own, sum - own - pending - forgotten, pending, forgotten);
    }
  }

  private String sentences(long readAhead) {
    List<LedgerSummary.Direction> directions =
        ledger.crossTalkByDirection().stream()
            .sorted((a, b) -> Long.compare(b.hits(), a.hits()))
            .limit(MOST_NAMED)
            .toList();
    StringBuilder text = new StringBuilder();
    text.append("cross-talk: ")
        .append(Figures.percent(ledger.crossTalk()))
        .append(" of the hits spent were another's");
    String parts =
        directions.stream()
            .map(
                one ->
                    String.format(
                        Locale.ROOT,
                        "%s of %s %s (%d)",
                        one.spender(),
                        one.earner(),
                        Figures.percent(one.share()),
                        one.hits()))
            .collect(Collectors.joining(", "));
    text.append(parts.isEmpty() ? "" : ": by " + parts).append('\n');
    text.append("stolen windows: ").append(ledger.stolenWindowPages()).append(" pages");
    text.append(named(LedgerSummary.Row::stolenWindowPages)).append('\n');
    text.append("wasted readahead: ")
        .append(ledger.wastedReadahead())
        .append(" of ")
        .append(readAhead)
        .append(" pages")
        .append(named(LedgerSummary.Row::wastedReadahead))
        .append('\n');
    text.append(
        String.format(
            Locale.ROOT,
            "placement: %s of adjacent slots hold adjacent pages, in runs of %.1f; at the end %s,"
                + " in runs of %.1f\n",
            Figures.percent(placement.adjacency()),
            placement.meanRun(),
            Figures.percent(placement.end().adjacency()),
            placement.end().meanRun()));
    return text.toString();
  }

  private String named(ToLongFunction<LedgerSummary.Row> pages) {
    String parts =
        ledger.rows().stream()
            .filter(row -> pages.applyAsLong(row) > 0)
            .sorted((a, b) -> Long.compare(pages.applyAsLong(b), pages.applyAsLong(a)))
            .limit(MOST_NAMED)
            .map(row -> row.name() + " " + pages.applyAsLong(row))
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "" : " (" + parts + ")";
  }
}
