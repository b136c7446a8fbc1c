package io.faultline.app;

import io.faultline.app.laboratory.Curve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A curve as a reader wants to see it. */
final class CurveTables {

  private final Curve curve;

  CurveTables(Curve curve) {
    this.curve = curve;
  }

  /** The text. */
  String render() {
    StringBuilder text = new StringBuilder();
    text.append(curve.title())
        .append("\n")
        .append(curve.metric())
        .append(", ")
        .append(curve.average())
        .append(" of ")
        .append(curve.seeds())
        .append(" seeds and its 95 % interval\n\n");
    text.append(points()).append("\n").append(crossovers());
    if (curve.failedRuns() > 0) {
      text.append(curve.failedRuns()).append(" runs failed and are left out of the figures\n");
    }
    return text.toString();
  }

  private String points() {
    TextTable table = new TextTable().right(curve.x());
    curve.lines().forEach(line -> table.right(line.name()));
    List<Curve.Point> first = curve.lines().get(0).points();
    for (int i = 0; i < first.size(); i++) {
      List<Object> cells = new ArrayList<>();
      cells.add(first.get(i).label());
      for (Curve.Line line : curve.lines()) {
        cells.add(cell(line.points().get(i)));
      }
      table.row(cells.toArray());
    }
    return table.render();
  }

  private String cell(Curve.Point point) {
    Double average = point.average();
    Double low = point.low();
    Double high = point.high();
    if (average == null) {
      return "-";
    }
    if (low == null || high == null || average == 0) {
      return Metrics.printed(average, curve.unit());
    }
    double reach = Math.max(high - average, average - low) / Math.abs(average);
    return Metrics.printed(average, curve.unit())
        + String.format(Locale.ROOT, " +-%4.1f %%", 100 * reach);
  }

  private String crossovers() {
    if (curve.lines().size() < 2) {
      return "";
    }
    TextTable table =
        new TextTable().left("lower before").left("lower after").right("at").right("bands overlap");
    for (Curve.Crossover crossover : curve.crossovers()) {
      table.row(
          crossover.lowerBefore(),
          crossover.lowerAfter(),
          place(crossover.x()),
          place(crossover.from()) + " to " + place(crossover.to()));
    }
    String others =
        curve.passings() == 0
            ? ""
            : "lines pass each other "
                + curve.passings()
                + (curve.passings() == 1 ? " time" : " times")
                + (curve.crossovers().isEmpty() ? "" : " more")
                + " where their bands do not part on both sides: that may be chance\n";
    return (table.isEmpty()
            ? "no two lines cross beyond their bands\n"
            : "crossovers\n" + table.render())
        + others;
  }

  private String place(double x) {
    return String.format(Locale.ROOT, "%.3g", x)
        + (curve.xUnit().isEmpty() ? "" : " " + curve.xUnit());
  }

  /** The points as CSV, a line for each. */
  static String csv(Curve curve) {
    CsvText text =
        new CsvText().row(List.of("x", "stated", "line", curve.average(), "low", "high", "seeds"));
    for (Curve.Line line : curve.lines()) {
      for (Curve.Point point : line.points()) {
        text.row(
            Arrays.asList(
                point.x(),
                point.label(),
                line.name(),
                point.average(),
                point.low(),
                point.high(),
                point.seeds()));
      }
    }
    return text.render();
  }
}
