package io.faultline.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A sweep, complete and checked: an experiment and all that is varied in it. {@link SweepReader}
 * makes one. Its points are the product of axes, seeds and interleavings, the last of which varies
 * fastest.
 */
public final class SweepSpec {

  /** Most points of one sweep. */
  public static final int MOST_POINTS = 10_000_000;

  private static final int SHOWN_DIGITS = 16;

  private final String name;
  private final ExperimentReader base;
  private final List<SweepAxis> axes;
  private final List<Long> seeds;
  private final List<Interleaving> interleavings;
  private final List<String> metrics;

  SweepSpec(
      String name,
      ExperimentReader base,
      List<SweepAxis> axes,
      List<Long> seeds,
      List<Interleaving> interleavings,
      List<String> metrics) {
    this.name = name;
    this.base = base;
    this.axes = List.copyOf(axes);
    this.seeds = List.copyOf(seeds);
    this.interleavings = List.copyOf(interleavings);
    this.metrics = List.copyOf(metrics);
  }

  /**
   * A sweep that was written by {@link #text()}.
   *
   * @throws ConfigError if it was not
   */
  public static SweepSpec parse(String text) {
    try {
      Config sweep = ConfigFactory.parseString(text);
      List<SweepAxis> axes = new ArrayList<>();
      for (Config axis : sweep.getConfigList("axes")) {
        axes.add(new SweepAxis(axis.getString("key"), axis.getStringList("values")));
      }
      String name = sweep.getString("name");
      return new SweepSpec(
          name,
          ExperimentReader.text(sweep.getString("experiment-name"), sweep.getString("experiment")),
          axes,
          sweep.getLongList("seeds"),
          sweep.getStringList("interleavings").stream().map(Interleaving::parse).toList(),
          sweep.getStringList("metrics"));
    } catch (ConfigException | IllegalArgumentException e) {
      throw new ConfigError("this is no sweep: " + e.getMessage(), e);
    }
  }

  /**
   * What this program means by an experiment: SHA-256 of all keys and their defaults, the first 16
   * hexadecimal digits. Two programs that differ in it make other experiments of one text.
   */
  public static String schema() {
    try {
      byte[] text = Schema.text().getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash).substring(0, SHOWN_DIGITS);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform has SHA-256", impossible);
    }
  }

  /** The sweep as text that needs no other file; equal sweeps give equal text. */
  public String text() {
    Map<String, Object> sweep = new LinkedHashMap<>();
    sweep.put("name", name);
    sweep.put("experiment-name", base.name());
    sweep.put("experiment", base.flat());
    sweep.put(
        "axes",
        axes.stream().map(axis -> Map.of("key", axis.key(), "values", axis.values())).toList());
    sweep.put("seeds", seeds);
    sweep.put("interleavings", interleavings.stream().map(Interleaving::toString).toList());
    sweep.put("metrics", metrics);
    return ConfigValueFactory.fromMap(sweep).render(ConfigRenderOptions.concise());
  }

  /** What a user calls it. */
  public String name() {
    return name;
  }

  /** What is varied, in the order of the keys. */
  public List<SweepAxis> axes() {
    return axes;
  }

  /** Seeds of the workloads; empty where the experiment is run as it is. */
  public List<Long> seeds() {
    return seeds;
  }

  /** Orders of actors within an instant; empty where the experiment's is kept. */
  public List<Interleaving> interleavings() {
    return interleavings;
  }

  /**
   * The experiment without any axis.
   *
   * @throws ConfigError if it is none
   */
  public Experiment asItIs() {
    return base.read();
  }

  /** Patterns for the names of the metrics that are kept; empty for the usual ones. */
  public List<String> metrics() {
    return metrics;
  }

  /** How many runs it is, at most {@link #MOST_POINTS}. */
  public int points() {
    return (int) size(axes, seeds, interleavings);
  }

  /** How many runs that would be; more than {@link #MOST_POINTS} if they are too many. */
  static long size(List<SweepAxis> axes, List<Long> seeds, List<Interleaving> interleavings) {
    long points = (long) Math.max(1, seeds.size()) * Math.max(1, interleavings.size());
    for (SweepAxis axis : axes) {
      points = Math.min(Integer.MAX_VALUE, points * axis.values().size());
    }
    return points;
  }

  /**
   * A run.
   *
   * @param number from 0 to {@link #points()} - 1
   */
  public SweepPoint point(int number) {
    int rest = number;
    Optional<Interleaving> interleaving = Optional.empty();
    if (!interleavings.isEmpty()) {
      interleaving = Optional.of(interleavings.get(rest % interleavings.size()));
      rest /= interleavings.size();
    }
    OptionalLong seed = OptionalLong.empty();
    if (!seeds.isEmpty()) {
      seed = OptionalLong.of(seeds.get(rest % seeds.size()));
      rest /= seeds.size();
    }
    String[] values = new String[axes.size()];
    for (int i = axes.size() - 1; i >= 0; i--) {
      List<String> stated = axes.get(i).values();
      values[i] = stated.get(rest % stated.size());
      rest /= stated.size();
    }
    return new SweepPoint(number, List.of(values), seed, interleaving);
  }

  /**
   * What is run at a point.
   *
   * @throws ConfigError if its values make no experiment
   */
  public Experiment experiment(SweepPoint point) {
    ExperimentReader reader = base;
    for (int i = 0; i < axes.size(); i++) {
      reader = reader.set(axes.get(i).key() + "=" + point.values().get(i));
    }
    Experiment experiment = reader.read();
    if (point.seed().isPresent()) {
      experiment = experiment.reseeded(point.seed().getAsLong());
    }
    return point.interleaving().map(experiment::interleaved).orElse(experiment);
  }
}
