package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.exception.TooManyIterationsException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.fitting.leastsquares.ValueAndJacobianFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.SimpleBounds;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.util.Pair;

/**
 * Fits numbers of a preset to cells, by least squares on the relative errors (Levenberg and
 * Marquardt), with the emulator as the function and its differences as derivatives, or by
 * evolution.
 */
public final class LeastSquaresFit implements Calibration {

  private static final int MOST_EVALUATIONS = 8;
  private static final double STEP = 0.1;
  private static final double MOST_TIMES_START = 3;
  private static final double COST_TOLERANCE = 1e-3;
  private static final double PARAMETER_TOLERANCE = 1e-2;

  /** What is asked of the emulator together: every run of one set of parameters. */
  private final Map<List<Long>, double[]> known = new LinkedHashMap<>();

  private final String description;
  private final List<Parameter> parameters;
  private final Function<Scale, List<Cell>> cells;
  private final int evolutions;

  /**
   * A number that is not known.
   *
   * @param key of the experiment
   * @param start where the search begins, above {@code least}
   * @param least the least that it can be
   * @param unit what follows the whole number in the experiment: {@code ns} of a duration, nothing
   *     of a count, {@code e-3} of thousandths
   */
  public record Parameter(String key, long start, long least, String unit) {

    /** A duration, in nanoseconds. */
    public static Parameter nanos(String key, long start, long least) {
      return new Parameter(key, start, least, "ns");
    }

    /** A count. */
    public static Parameter count(String key, long start, long least) {
      return new Parameter(key, start, least, "");
    }

    /** A share, in thousandths. */
    public static Parameter thousandths(String key, long start, long least) {
      return new Parameter(key, start, least, "e-3");
    }
  }

  /**
   * A fit.
   *
   * @param description what is fitted to what
   * @param parameters fewer than the cells, or as many
   * @param cells those marked calibrated are fitted to, the others left out
   */
  public LeastSquaresFit(
      String description, List<Parameter> parameters, Function<Scale, List<Cell>> cells) {
    this(description, parameters, cells, 0);
  }

  private LeastSquaresFit(
      String description,
      List<Parameter> parameters,
      Function<Scale, List<Cell>> cells,
      int evolutions) {
    this.description = description;
    this.parameters = List.copyOf(parameters);
    this.cells = cells;
    this.evolutions = evolutions;
  }

  /**
   * The same fit by evolution (CMA-ES): for cells that jump where a parameter moves a little, so
   * that differences are no derivatives.
   *
   * @param evaluations points that are tried
   */
  public LeastSquaresFit byEvolution(int evaluations) {
    return new LeastSquaresFit(description, parameters, cells, evaluations);
  }

  /**
   * The same fit beside other settings, from what they state of its parameters.
   *
   * @param settings value by key; those of the parameters whole numbers with their units
   */
  LeastSquaresFit startingFrom(Map<String, String> settings) {
    List<Parameter> moved = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (Parameter parameter : parameters) {
      String stated = settings.get(parameter.key());
      moved.add(
          stated == null
              ? parameter
              : new Parameter(
                  parameter.key(),
                  Long.parseLong(stated.substring(0, stated.length() - parameter.unit().length())),
                  parameter.least(),
                  parameter.unit()));
    }
    settings.forEach(
        (key, value) -> {
          if (parameters.stream().noneMatch(parameter -> parameter.key().equals(key))) {
            others.add(key + "=" + value);
          }
        });
    return new LeastSquaresFit(
        description,
        moved,
        scale -> cells.apply(scale).stream().map(cell -> with(cell, others)).toList(),
        evolutions);
  }

  private static Cell with(Cell cell, List<String> settings) {
    return new Cell(
        cell.row(),
        cell.column(),
        cell.published(),
        cell.role(),
        cell.runs().stream().map(run -> run.with(settings)).toList(),
        cell.reading());
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public int mostRuns() {
    int runs = runsOf(calibrated(Scale.FULL)).size();
    return evolutions > 0 ? evolutions * runs : MOST_EVALUATIONS * runs * (1 + parameters.size());
  }

  @Override
  public Calibrated calibrate(Emulator emulator, Scale scale) throws InterruptedException {
    known.clear();
    List<Cell> fitted = calibrated(scale);
    Emulated emulated = new Emulated(emulator, scale, fitted);
    double[] start = parameters.stream().mapToDouble(Parameter::start).toArray();
    if (evolutions > 0) {
      evolve(emulated, start);
      return result(fitted);
    }
    double[] ones = new double[fitted.size()];
    Arrays.fill(ones, 1);
    try {
      new LevenbergMarquardtOptimizer()
          .optimize(
              new LeastSquaresBuilder()
                  .start(start)
                  .model(emulated)
                  .target(ones)
                  .lazyEvaluation(true)
                  .parameterValidator(this::possible)
                  .checker(
                      (iteration, before, after) ->
                          Math.abs(before.getCost() - after.getCost())
                                  <= COST_TOLERANCE * before.getCost()
                              || near(before.getPoint(), after.getPoint()))
                  .maxEvaluations(MOST_EVALUATIONS)
                  .maxIterations(MOST_EVALUATIONS)
                  .build());
    } catch (TooManyEvaluationsException | TooManyIterationsException e) {
      // each evaluation is minutes of emulation: the best of those made is good enough
    } catch (Interruption e) {
      throw e.interrupted;
    }
    return result(fitted);
  }

  /** In multiples of where the search begins. */
  private void evolve(Emulated emulated, double[] start) throws InterruptedException {
    int dimension = start.length;
    double[] ones = new double[dimension];
    double[] least = new double[dimension];
    double[] most = new double[dimension];
    double[] spread = new double[dimension];
    Arrays.fill(ones, 1);
    Arrays.fill(most, MOST_TIMES_START);
    Arrays.fill(spread, STEP);
    for (int p = 0; p < dimension; p++) {
      least[p] = parameters.get(p).least() / start[p];
    }
    try {
      new CMAESOptimizer(
              evolutions, 0, true, 0, 0, new MersenneTwister(1), false, (iteration, a, b) -> false)
          .optimize(
              new ObjectiveFunction(point -> emulated.squares(scaled(point, start))),
              GoalType.MINIMIZE,
              new InitialGuess(ones),
              new SimpleBounds(least, most),
              new CMAESOptimizer.Sigma(spread),
              new CMAESOptimizer.PopulationSize(4 + (int) (3 * Math.log(dimension))),
              new MaxEval(evolutions));
    } catch (TooManyEvaluationsException e) {
      // the best of those made is what was asked for
    } catch (Interruption e) {
      throw e.interrupted;
    }
  }

  private static double[] scaled(double[] point, double[] start) {
    double[] scaled = new double[start.length];
    for (int p = 0; p < scaled.length; p++) {
      scaled[p] = point[p] * start[p];
    }
    return scaled;
  }

  private Calibrated result(List<Cell> fitted) {
    List<Long> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<List<Long>, double[]> tried : known.entrySet()) {
      double cost = 0;
      for (double ratio : tried.getValue()) {
        cost += (ratio - 1) * (ratio - 1);
      }
      if (cost < least) {
        least = cost;
        best = tried.getKey();
      }
    }
    double[] ratios = known.getOrDefault(best, new double[fitted.size()]);
    Map<String, String> settings = new LinkedHashMap<>();
    for (int p = 0; p < best.size(); p++) {
      settings.put(parameters.get(p).key(), best.get(p) + parameters.get(p).unit());
    }
    List<Calibrated.Residual> residuals = new ArrayList<>();
    for (int c = 0; c < fitted.size(); c++) {
      Cell cell = fitted.get(c);
      residuals.add(
          new Calibrated.Residual(
              cell.column() + ", " + cell.row(), cell.published(), ratios[c] * cell.published()));
    }
    return new Calibrated(description, settings, residuals);
  }

  private List<Cell> calibrated(Scale scale) {
    return cells.apply(scale).stream().filter(cell -> cell.role() == Role.CALIBRATED).toList();
  }

  private static Set<Run> runsOf(List<Cell> cells) {
    Set<Run> runs = new LinkedHashSet<>();
    cells.forEach(cell -> runs.addAll(cell.runs()));
    return runs;
  }

  /** Whole numbers, not below the least. */
  private RealVector possible(RealVector point) {
    RealVector possible = point.copy();
    for (int p = 0; p < parameters.size(); p++) {
      possible.setEntry(
          p, Math.max((double) parameters.get(p).least(), Math.rint(point.getEntry(p))));
    }
    return possible;
  }

  private static boolean near(RealVector before, RealVector after) {
    for (int p = 0; p < before.getDimension(); p++) {
      double change = Math.abs(before.getEntry(p) - after.getEntry(p));
      if (change > Math.max(1, PARAMETER_TOLERANCE * Math.abs(before.getEntry(p)))) {
        return false;
      }
    }
    return true;
  }

  /** The emulator as a function of the parameters: emulated over published, a cell each. */
  private final class Emulated implements ValueAndJacobianFunction {

    private final Emulator emulator;
    private final Scale scale;
    private final List<Cell> fitted;

    Emulated(Emulator emulator, Scale scale, List<Cell> fitted) {
      this.emulator = emulator;
      this.scale = scale;
      this.fitted = fitted;
    }

    @Override
    public Pair<RealVector, RealMatrix> value(RealVector point) {
      double[] at = point.toArray();
      return new Pair<>(computeValue(at), computeJacobian(at));
    }

    @Override
    public RealVector computeValue(double[] at) {
      return new ArrayRealVector(ratios(List.of(whole(at))).get(0));
    }

    @Override
    public RealMatrix computeJacobian(double[] at) {
      List<List<Long>> points = new ArrayList<>(List.of(whole(at)));
      for (int p = 0; p < at.length; p++) {
        List<Long> moved = new ArrayList<>(whole(at));
        moved.set(p, moved.get(p) + step(moved.get(p)));
        points.add(List.copyOf(moved));
      }
      List<double[]> ratios = ratios(points); // all at once: they keep every core busy
      RealMatrix jacobian = new Array2DRowRealMatrix(fitted.size(), at.length);
      for (int p = 0; p < at.length; p++) {
        for (int c = 0; c < fitted.size(); c++) {
          double difference = ratios.get(p + 1)[c] - ratios.get(0)[c];
          jacobian.setEntry(c, p, difference / step(points.get(0).get(p)));
        }
      }
      return jacobian;
    }

    /** Where a machine runs out of memory, the point is worse than any other. */
    double squares(double[] at) {
      double sum = 0;
      try {
        for (double ratio : ratios(List.of(whole(at))).get(0)) {
          sum += (ratio - 1) * (ratio - 1);
        }
      } catch (RunFailed e) {
        return Double.MAX_VALUE;
      }
      return sum;
    }

    private long step(long value) {
      return Math.max(5, Math.round(STEP * value));
    }

    private List<Long> whole(double[] at) {
      return Arrays.stream(at).mapToObj(Math::round).toList();
    }

    private List<double[]> ratios(List<List<Long>> points) {
      Set<Run> runs = new LinkedHashSet<>();
      for (List<Long> point : points) {
        if (!known.containsKey(point)) {
          runsOf(fitted).forEach(run -> runs.add(run.with(settings(point))));
        }
      }
      Emulator.Outcomes outcomes;
      try {
        outcomes = emulator.run(runs, scale);
      } catch (InterruptedException e) {
        throw new Interruption(e);
      }
      for (List<Long> point : points) {
        known.computeIfAbsent(point, missing -> ratiosAt(missing, outcomes));
      }
      return points.stream().map(point -> known.getOrDefault(point, new double[0])).toList();
    }

    private double[] ratiosAt(List<Long> point, Emulator.Outcomes outcomes) {
      List<String> settings = settings(point);
      double[] ratios = new double[fitted.size()];
      for (int c = 0; c < ratios.length; c++) {
        Cell cell = fitted.get(c);
        List<MachineReport> reports = new ArrayList<>();
        for (Run run : cell.runs()) {
          reports.add(outcomes.of(run.with(settings)).reportOrThrow());
        }
        ratios[c] = cell.reading().applyAsDouble(reports) / cell.published();
      }
      return ratios;
    }

    private List<String> settings(List<Long> point) {
      List<String> settings = new ArrayList<>();
      for (int p = 0; p < point.size(); p++) {
        Parameter parameter = parameters.get(p);
        settings.add(parameter.key() + "=" + point.get(p) + parameter.unit());
      }
      return settings;
    }
  }

  /** Carries an interruption through the optimizer. */
  private static final class Interruption extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final InterruptedException interrupted;

    Interruption(InterruptedException interrupted) {
      super(interrupted);
      this.interrupted = interrupted;
    }
  }
}
