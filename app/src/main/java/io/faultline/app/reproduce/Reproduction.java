package io.faultline.app.reproduce;

import java.util.List;
import java.util.Optional;

/** A published table that the emulator is held against. */
public interface Reproduction {

  /** What it is called on the command line. */
  String name();

  /** What it shows, in one sentence without a full stop, and who measured it. */
  String description();

  /**
   * Every published figure that is emulated, the first column first.
   *
   * @param scale of the runs; what grows with the number of pages is to be multiplied back, so that
   *     it can stand beside what was published
   */
  List<Cell> cells(Scale scale);

  /** The published distributions whose counts the cells are, if they are. */
  default List<Distribution> distributions() {
    return List.of();
  }

  /** What a reader should know of the figures: one sentence each. */
  default List<String> remarks() {
    return List.of();
  }

  /** How it is drawn. */
  ChartStyle chart();

  /** How its parameters are found; empty if it has none. */
  default Optional<Calibration> calibration() {
    return Optional.empty();
  }
}
