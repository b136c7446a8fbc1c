package io.faultline.app.laboratory;

import io.faultline.actors.machine.MachineReport;
import io.faultline.app.reproduce.Emulator;
import io.faultline.config.ConfigError;
import io.faultline.config.Experiment;
import io.faultline.config.Seeds;
import io.faultline.config.SplitMix64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for mixtures in which one of the kernel's two ways to read ahead is much slower than the
 * other, in both directions: draws mixtures, goes on from the best ones, and tries the best of all
 * with many seeds. Every step follows from the settings and from the steps before it, so a search
 * that was interrupted goes on where it was.
 */
public final class Search {

  private static final int BATCH = 50;
  private static final int ROUND = 20;
  private static final int PARENTS = 5;
  private static final int MOST_DRAWS = 50;
  private static final int CANDIDATES = 15;
  private static final int CANDIDATE_BATCH = 5;

  /**
   * How long a search is.
   *
   * @param seed what it draws from
   * @param mixtures that are drawn, at least 1
   * @param refinements mixtures that are made of the best ones
   * @param seeds workloads with which the best are confirmed, at least 1
   */
  public record Settings(long seed, int mixtures, int refinements, int seeds) {

    private static final int MOST = 100_000;

    /**
     * Checks the numbers.
     *
     * @throws ConfigError if one is out of bounds
     */
    public Settings {
      check("--mixtures", mixtures, 1);
      check("--refinements", refinements, 0);
      check("--seeds", seeds, 1);
    }

    private static void check(String option, int value, int least) {
      if (value < least || value > MOST) {
        throw new ConfigError(option + " is " + least + " to " + MOST + ", not " + value);
      }
    }

    /** Mixtures that are tried with one seed. */
    public int tried() {
      return mixtures + refinements;
    }
  }

  /** What a mixture was tried for. */
  public enum Phase {
    /** It was drawn. */
    DRAWN,
    /** It was made of one of the best. */
    REFINED,
    /** It is one of the best, tried with many seeds. */
    CONFIRMED
  }

  /**
   * A mixture that was tried: a line of the log.
   *
   * @param number from 1 on
   * @param globalNanos virtual time of the slowest task with one counter for all, the median over
   *     seeds; 0 if a run failed
   * @param vmaNanos as much with a counter for each VMA
   * @param failure why a run failed; null if none did
   */
  public record Entry(
      int number,
      Phase phase,
      Mixture mixture,
      int seeds,
      long globalNanos,
      long vmaNanos,
      @Nullable String failure) {

    /** By how much one counter for all is slower; NaN if a run failed. */
    public double globalToVma() {
      return failure == null ? (double) globalNanos / vmaNanos : Double.NaN;
    }
  }

  private final Settings settings;
  private final Emulator emulator;
  private final List<Entry> entries;

  /**
   * A search.
   *
   * @param begun what an earlier one with these settings has tried, in its order
   */
  public Search(Settings settings, Emulator emulator, List<Entry> begun) {
    this.settings = settings;
    this.emulator = emulator;
    this.entries = new ArrayList<>(begun);
  }

  /** Runs that are left at most. */
  public long runsLeft() {
    long singles = Math.max(0, settings.tried() - entries.size());
    long confirmed = Math.max(0, entries.size() - settings.tried());
    return 2 * singles + 2L * settings.seeds() * Math.max(0, 2 * CANDIDATES - confirmed);
  }

  /**
   * Searches to the end.
   *
   * @param tried told what was tried, batch by batch
   * @return all that was tried
   */
  public List<Entry> run(Consumer<List<Entry>> tried) throws InterruptedException {
    while (entries.size() < settings.mixtures()) {
      List<Mixture> batch = new ArrayList<>();
      int end = Math.min(settings.mixtures(), roundUp(entries.size(), BATCH));
      for (int i = entries.size(); i < end; i++) {
        batch.add(Mixture.drawn(generator("drawn", i)));
      }
      add(Phase.DRAWN, batch, 1, tried);
    }
    while (entries.size() < settings.tried()) {
      int made = entries.size() - settings.mixtures();
      int begin = settings.mixtures() + made / ROUND * ROUND; // all of a round have these parents
      List<Mixture> parents =
          Stream.concat(
                  parents(entries.subList(0, begin), true),
                  parents(entries.subList(0, begin), false))
              .toList();
      Set<Mixture> seen = new HashSet<>();
      entries.forEach(entry -> seen.add(entry.mixture()));
      List<Mixture> batch = new ArrayList<>();
      int end = Math.min(settings.tried(), begin + ROUND);
      for (int i = entries.size(); i < end; i++) {
        SplitMix64 random = generator("refined", i);
        Mixture child = child(parents, random);
        for (int again = 0; again < MOST_DRAWS && !seen.add(child); again++) {
          child = child(parents, random);
        }
        batch.add(child);
      }
      add(Phase.REFINED, batch, 1, tried);
    }
    List<Mixture> candidates = candidates();
    int confirmed = entries.size() - settings.tried();
    while (confirmed < candidates.size()) {
      int end = Math.min(candidates.size(), confirmed + CANDIDATE_BATCH);
      add(Phase.CONFIRMED, candidates.subList(confirmed, end), settings.seeds(), tried);
      confirmed = end;
    }
    return List.copyOf(entries);
  }

  /**
   * The best that were confirmed.
   *
   * @param globalSlower in which direction
   */
  public static List<Entry> confirmed(List<Entry> entries, boolean globalSlower, int most) {
    return best(
            entries.stream().filter(entry -> entry.phase() == Phase.CONFIRMED).toList(),
            globalSlower)
        .limit(most)
        .toList();
  }

  private static Stream<Mixture> parents(List<Entry> entries, boolean globalSlower) {
    return best(entries, globalSlower).map(Entry::mixture).distinct().limit(PARENTS);
  }

  private static Mixture child(List<Mixture> parents, SplitMix64 random) {
    return parents.isEmpty()
        ? Mixture.drawn(random)
        : parents.get(random.nextBelow(parents.size())).mutated(random);
  }

  private List<Mixture> candidates() {
    List<Entry> singles = entries.subList(0, settings.tried());
    Set<Mixture> seen = new HashSet<>();
    List<Mixture> candidates = new ArrayList<>();
    for (boolean globalSlower : new boolean[] {true, false}) {
      best(singles, globalSlower)
          .map(Entry::mixture)
          .filter(seen::add)
          .limit(CANDIDATES)
          .forEach(candidates::add);
    }
    return candidates;
  }

  /** The slowest first; of equal ones the first that was tried. */
  private static Stream<Entry> best(List<Entry> entries, boolean globalSlower) {
    Comparator<Entry> byRatio = Comparator.comparingDouble(Entry::globalToVma);
    return entries.stream()
        .filter(entry -> entry.failure() == null)
        .sorted(globalSlower ? byRatio.reversed() : byRatio);
  }

  private void add(Phase phase, List<Mixture> mixtures, int seeds, Consumer<List<Entry>> tried)
      throws InterruptedException {
    List<Experiment> runs = new ArrayList<>();
    for (Mixture mixture : mixtures) {
      for (String readahead : new String[] {Mixture.GLOBAL, Mixture.PER_VMA}) {
        Experiment experiment = mixture.experiment(readahead);
        for (int seed = 1; seed <= seeds; seed++) {
          runs.add(experiment.reseeded(seed));
        }
      }
    }
    List<Slowest> slowest = emulator.run(runs, Slowest::of);
    List<Entry> added = new ArrayList<>();
    for (int i = 0; i < mixtures.size(); i++) {
      List<Slowest> global = slowest.subList(2 * i * seeds, (2 * i + 1) * seeds);
      List<Slowest> perVma = slowest.subList((2 * i + 1) * seeds, (2 * i + 2) * seeds);
      String failure =
          Stream.concat(global.stream(), perVma.stream())
              .map(Slowest::failure)
              .filter(java.util.Objects::nonNull)
              .findFirst()
              .orElse(null);
      added.add(
          new Entry(
              entries.size() + added.size() + 1,
              phase,
              mixtures.get(i),
              seeds,
              failure == null ? Slowest.median(global) : 0,
              failure == null ? Slowest.median(perVma) : 0,
              failure));
    }
    entries.addAll(added);
    tried.accept(added);
  }

  private SplitMix64 generator(String what, int number) {
    return new SplitMix64(Seeds.derive(settings.seed(), "search/" + what + "/" + number));
  }

  private static int roundUp(int done, int batch) {
    return (done / batch + 1) * batch;
  }

  /** The virtual time of a run's slowest task. */
  private record Slowest(long nanos, @Nullable String failure) {

    static Slowest of(Emulator.Trial trial) {
      MachineReport report = trial.report();
      Throwable thrown = trial.failure();
      if (report == null) {
        return new Slowest(0, thrown == null ? "no report" : String.valueOf(thrown.getMessage()));
      }
      if (!report.invariantsHold()) {
        return new Slowest(0, "an invariant does not hold");
      }
      return new Slowest(
          report.tasks().stream().mapToLong(task -> task.record().virtualNanos()).max().orElse(0),
          null);
    }

    static long median(List<Slowest> runs) {
      return Math.round(Statistics.median(runs.stream().mapToDouble(Slowest::nanos).toArray()));
    }
  }
}
