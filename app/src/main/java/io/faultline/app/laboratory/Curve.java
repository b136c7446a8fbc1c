package io.faultline.app.laboratory;

import io.faultline.app.laboratory.Statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A curve: what {@code curve.json} holds, key by key.
 *
 * @param title above it
 * @param experiment its name
 * @param x what it is drawn over
 * @param xUnit unit of that, empty for none
 * @param metric what was read from each run
 * @param unit what that counts
 * @param average what the averages are
 * @param seeds workloads of each point
 * @param lines in the order of the policies
 * @param crossovers where one line passes another and their bands part on both sides
 * @param passings passes of lines whose bands do not part on both sides: chance may have made them
 * @param failedRuns runs that are in no figure
 */
public record Curve(
    String title,
    String experiment,
    String x,
    String xUnit,
    String metric,
    Unit unit,
    String average,
    int seeds,
    List<Line> lines,
    List<Crossover> crossovers,
    int passings,
    int failedRuns) {

  /** A line. */
  public record Line(String name, List<Point> points) {}

  /**
   * A point of a line; a figure is null where there is none.
   *
   * @param low lower end of the 95 % interval of the average
   * @param high its upper end
   */
  public record Point(
      double x,
      String label,
      int seeds,
      @Nullable Double average,
      @Nullable Double low,
      @Nullable Double high) {}

  /**
   * Where two lines cross, by linear interpolation between points.
   *
   * @param lowerBefore the line that is lower before
   * @param lowerAfter the line that is lower after
   * @param x where
   * @param from where their bands begin to overlap
   * @param to where their bands part again
   */
  public record Crossover(
      String lowerBefore, String lowerAfter, double x, double from, double to) {}

  /** What a measurement of a plan's combinations says. */
  public static Curve of(CurvePlan plan, Measurement measurement, Unit unit) {
    List<Line> lines = new ArrayList<>();
    int columns = plan.axis().points().size();
    int failed = 0;
    for (int line = 0; line < plan.policies().size(); line++) {
      List<Point> points = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        int combination = line * columns + i;
        Sample sample = measurement.sample(combination, plan.metric(), unit);
        Optional<Interval> interval = sample.interval();
        Axis.Point at = plan.axis().points().get(i);
        points.add(
            new Point(
                at.x(),
                at.label(),
                sample.seeds(),
                finite(sample.average()),
                interval.map(Interval::low).map(Curve::finite).orElse(null),
                interval.map(Interval::high).map(Curve::finite).orElse(null)));
        failed +=
            (int)
                measurement.runs(combination).stream().filter(run -> run.failure() != null).count();
      }
      lines.add(new Line(plan.policies().get(line).name(), points));
    }
    List<Crossover> clear = new ArrayList<>();
    int passings = 0;
    for (int one = 0; one < lines.size(); one++) {
      for (int other = one + 1; other < lines.size(); other++) {
        passings += Crossing.between(lines.get(one), lines.get(other), clear);
      }
    }
    return new Curve(
        plan.title(),
        measurement.combinations().get(0).experiment().name(),
        plan.axis().name(),
        plan.axis().unit(),
        plan.metric(),
        unit,
        unit.average(),
        measurement.sampling().seeds(),
        lines,
        clear,
        passings,
        failed);
  }

  private static @Nullable Double finite(double figure) {
    return Double.isFinite(figure) ? figure : null;
  }
}
