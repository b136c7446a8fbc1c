package io.faultline.app.laboratory;

/** What a metric counts, which decides how it is averaged and printed. */
public enum Unit {
  /** Events or pages. */
  COUNT,
  /** Nanoseconds. */
  TIME,
  /** Per second; averaged by the harmonic mean, since the work is the same and its time varies. */
  RATE,
  /** 0 to 1. */
  SHARE;

  /** What becomes of a figure before it is averaged. */
  double transformed(double figure) {
    return this == RATE ? 1 / figure : figure;
  }

  /** What becomes of an average; its own inverse. */
  double restored(double average) {
    return transformed(average);
  }

  /** What its average is called. */
  public String average() {
    return this == RATE ? "harmonic mean" : "mean";
  }
}
