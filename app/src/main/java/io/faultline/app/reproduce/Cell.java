package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A published figure and how its emulation is had.
 *
 * @param row what distinguishes it within its column
 * @param column the group it is ranked in: figures of one kind and unit
 * @param published the figure, not 0
 * @param role what it was used for
 * @param runs the experiments that it is read from, at least one
 * @param reading reads it from their reports, in the order of {@code runs}, in the published unit
 */
public record Cell(
    String row,
    String column,
    double published,
    Role role,
    List<Run> runs,
    ToDoubleFunction<List<MachineReport>> reading) {

  /** Copies the list. */
  public Cell {
    runs = List.copyOf(runs);
  }

  /** A figure that one run gives. */
  public static Cell of(
      String row,
      String column,
      double published,
      Role role,
      Run run,
      ToDoubleFunction<MachineReport> reading) {
    return new Cell(
        row,
        column,
        published,
        role,
        List.of(run),
        reports -> reading.applyAsDouble(reports.get(0)));
  }
}
