package io.faultline.app;

import io.faultline.app.reproduce.Reproduction;
import io.faultline.app.reproduce.ReproductionResult;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A reproduction as text. */
final class ReproductionTables {

  private static final String NOTHING = "-";

  private final Reproduction reproduction;
  private final ReproductionResult result;

  ReproductionTables(Reproduction reproduction, ReproductionResult result) {
    this.reproduction = reproduction;
    this.result = result;
  }

  /** The cells, what they come to, and what a reader should know. */
  String render() {
    StringBuilder text = new StringBuilder(reproduction.description()).append(".\n");
    if (result.scale() > 1) {
      text.append("NOT FULL SCALE: every page count is divided by ")
          .append(result.scale())
          .append(", and what grows with it multiplied back.\n");
    }
    text.append('\n').append(cells());
    text.append('\n').append(summary());
    for (String remark : reproduction.remarks()) {
      text.append(remark).append(".\n");
    }
    return text.toString();
  }

  private String cells() {
    TextTable table =
        new TextTable()
            .left("column")
            .left("row")
            .right("published")
            .right("emulated")
            .right("error")
            .left("role");
    for (ReproductionResult.CellResult cell : result.cells()) {
      table.row(
          cell.column(),
          cell.row(),
          figure(cell.published()),
          figure(cell.emulated()),
          percent(cell.relativeError()),
          cell.role());
    }
    return table.render();
  }

  private String summary() {
    TextTable table = new TextTable().left("").left("").right("");
    Double median = result.medianPredictedError();
    table.row(
        "median error",
        "predicted cells",
        median == null ? NOTHING : String.format(Locale.ROOT, "%.1f %%", 100 * median));
    result
        .rankCorrelation()
        .forEach((column, value) -> table.row("rank correlation", column, share(value)));
    result
        .totalVariationDistance()
        .forEach((row, value) -> table.row("total variation distance", row, share(value)));
    table.row("wall time", result.runs().size() + " runs", Figures.duration(result.wallNanos()));
    return table.render();
  }

  /** At least three digits that count. */
  private static String figure(@Nullable Double value) {
    if (value == null) {
      return NOTHING;
    }
    double size = Math.abs(value);
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static String percent(@Nullable Double share) {
    return share == null ? NOTHING : String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }

  private static String share(@Nullable Double value) {
    return value == null ? NOTHING : String.format(Locale.ROOT, "%.3f", value);
  }
}
