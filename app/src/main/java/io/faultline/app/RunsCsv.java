package io.faultline.app;

import io.faultline.app.laboratory.Combination;
import io.faultline.app.laboratory.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Every run as a line of CSV: the values of its combination, seed, interleaving, its figures. */
final class RunsCsv {

  private RunsCsv() {}

  static String of(Measurement measurement) {
    Set<String> metrics = measurement.metrics();
    List<Combination> combinations = measurement.combinations();
    List<Object> header = new ArrayList<>(combinations.get(0).values().keySet());
    header.addAll(List.of("run.seed", "run.interleaving", "run.failure"));
    header.addAll(metrics);
    CsvText text = new CsvText().row(header);
    for (int i = 0; i < combinations.size(); i++) {
      for (Measurement.Reading run : measurement.runs(i)) {
        List<Object> line = new ArrayList<>(combinations.get(i).values().values());
        line.add(run.seed());
        line.add(run.interleaving());
        line.add(Objects.requireNonNullElse(run.failure(), ""));
        for (String metric : metrics) {
          Double figure = run.figures().get(metric);
          line.add(figure == null ? "" : figure);
        }
        text.row(line);
      }
    }
    return text.render();
  }
}
