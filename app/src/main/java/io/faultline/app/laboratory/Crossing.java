package io.faultline.app.laboratory;

import java.util.List;
import java.util.Objects;

/** Where two lines with bands cross; between points both are straight. */
final class Crossing {

  private final double[] x;

  /**
   * The second line less the first: the averages, and the narrowest and widest that bands allow.
   */
  private final double[] difference;

  private final double[] least;
  private final double[] most;

  private Crossing(Curve.Line one, Curve.Line other) {
    int points = one.points().size();
    x = new double[points];
    difference = new double[points];
    least = new double[points];
    most = new double[points];
    for (int i = 0; i < points; i++) {
      Curve.Point first = one.points().get(i);
      Curve.Point second = other.points().get(i);
      x[i] = first.x();
      difference[i] =
          Objects.requireNonNull(second.average()) - Objects.requireNonNull(first.average());
      least[i] = Objects.requireNonNull(second.low()) - Objects.requireNonNull(first.high());
      most[i] = Objects.requireNonNull(second.high()) - Objects.requireNonNull(first.low());
    }
  }

  /**
   * Adds the crossovers of two lines.
   *
   * @param clear where those are added whose bands part on both sides
   * @return how many others there are
   */
  static int between(Curve.Line one, Curve.Line other, List<Curve.Crossover> clear) {
    if (!complete(one) || !complete(other)) {
      return 0;
    }
    Crossing lines = new Crossing(one, other);
    int unclear = 0;
    int last = -1; // the last point at which they differ
    for (int i = 0; i < lines.x.length; i++) {
      if (lines.difference[i] == 0) {
        continue;
      }
      if (last >= 0 && lines.difference[last] * lines.difference[i] < 0) {
        double at = lines.zero(lines.difference, last, i);
        int before = lines.parted(last, -1);
        int after = lines.parted(i, 1);
        boolean parts =
            before >= 0
                && after >= 0
                && lines.difference[before] * lines.difference[last] > 0
                && lines.difference[after] * lines.difference[i] > 0;
        if (parts) {
          boolean rises = lines.difference[i] > 0;
          clear.add(
              new Curve.Crossover(
                  rises ? other.name() : one.name(),
                  rises ? one.name() : other.name(),
                  at,
                  lines.edge(before, 1),
                  lines.edge(after, -1)));
        } else {
          unclear++;
        }
      }
      last = i;
    }
    return unclear;
  }

  private static boolean complete(Curve.Line line) {
    return line.points().stream()
        .allMatch(point -> point.average() != null && point.low() != null && point.high() != null);
  }

  /** The nearest point from one on, in a direction, at which the bands have parted; -1 for none. */
  private int parted(int from, int step) {
    for (int i = from; i >= 0 && i < x.length; i += step) {
      if (least[i] > 0 || most[i] < 0) {
        return i;
      }
    }
    return -1;
  }

  /** Where, from a point at which they have parted, the bands meet. */
  private double edge(int parted, int step) {
    double[] edge = least[parted] > 0 ? least : most;
    return zero(edge, parted, parted + step);
  }

  private double zero(double[] figures, int one, int other) {
    double span = figures[other] - figures[one];
    return span == 0 ? x[one] : x[one] - figures[one] * (x[other] - x[one]) / span;
  }
}
