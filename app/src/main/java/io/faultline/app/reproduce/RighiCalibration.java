package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what the swapoff tables leave open: three times by the fixed window's cells at page-cluster
 * 1, 2, 4 and 8, and by vanilla's window distribution how many processors reclaimed when the guest
 * hibernated and how often a task of the rest of the system woke up. The times are fitted before
 * and after, since either depends on the other.
 */
final class RighiCalibration implements Calibration {

  private static final String CPUS = "hibernation.cpus";
  private static final String THINK = "processes.background.tasks.t.think";
  private static final int MOST_CPUS = 4;
  private static final List<Long> COARSE_MICROS = List.of(500L, 1_000L, 2_000L, 4_000L);
  private static final double FINE = Math.pow(2, 0.25);

  private final LeastSquaresFit times =
      new LeastSquaresFit(
          "",
          List.of(
              LeastSquaresFit.Parameter.nanos("machine.cpu.costs.allocate", 5_000, 0),
              LeastSquaresFit.Parameter.nanos("devices.vda.base", 48_000, 0),
              LeastSquaresFit.Parameter.nanos("machine.cpu.costs.window-slot", 20, 0)),
          scale -> new RighiPageCluster().cells(scale));

  private record Candidate(int cpus, long thinkMicros) {
    List<String> settings() {
      return List.of(CPUS + "=" + cpus, THINK + "=" + thinkMicros + "us");
    }
  }

  @Override
  public String description() {
    return "Written by faultline calibrate righi-page-cluster. The times per page (allocate), per"
        + " request (base) and per slot that a window visits (window-slot) are fitted to the four"
        + " published times of the fixed window at page-cluster 1, 2, 4 and 8, by least squares on"
        + " the relative errors; the processors that reclaim and the pauses of the task beside"
        + " swapoff to the published window distribution of vanilla-5.6, by its total variation"
        + " distance. Nothing else that was published was looked at.";
  }

  @Override
  public int mostRuns() {
    return 2 * times.mostRuns() + MOST_CPUS * COARSE_MICROS.size() + 6;
  }

  @Override
  public Calibrated calibrate(Emulator emulator, Scale scale) throws InterruptedException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.putAll(times.startingFrom(settings).calibrate(emulator, scale).settings());
    Distribution vanilla = vanilla();
    Map<Candidate, Double> distances = new LinkedHashMap<>();
    List<Candidate> coarse = new ArrayList<>();
    for (int cpus = 1; cpus <= MOST_CPUS; cpus++) {
      for (long micros : COARSE_MICROS) {
        coarse.add(new Candidate(cpus, micros));
      }
    }
    measure(coarse, vanilla, settings, distances, emulator, scale);
    Candidate best = best(distances);
    List<Candidate> fine = new ArrayList<>();
    for (int step = -3; step <= 3; step++) {
      if (step != 0) {
        fine.add(new Candidate(best.cpus(), Math.round(best.thinkMicros() * Math.pow(FINE, step))));
      }
    }
    measure(fine, vanilla, settings, distances, emulator, scale);
    best = best(distances);
    settings.put(CPUS, String.valueOf(best.cpus()));
    settings.put(THINK, best.thinkMicros() + "us");
    Calibrated last = times.startingFrom(settings).calibrate(emulator, scale);
    settings.putAll(last.settings());
    return new Calibrated(description(), settings, residuals(last, settings, emulator, scale));
  }

  private static void measure(
      List<Candidate> candidates,
      Distribution vanilla,
      Map<String, String> settings,
      Map<Candidate, Double> distances,
      Emulator emulator,
      Scale scale)
      throws InterruptedException {
    Map<Candidate, Run> runs = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      runs.put(candidate, vanilla.run().with(assignments(settings)).with(candidate.settings()));
    }
    Emulator.Outcomes outcomes = emulator.run(runs.values(), scale);
    runs.forEach(
        (candidate, run) ->
            distances.put(candidate, vanilla.distance(outcomes.of(run).reportOrThrow())));
  }

  private static Candidate best(Map<Candidate, Double> distances) {
    return distances.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** Those of the times, and the shares of the windows with everything as it was found. */
  private static List<Calibrated.Residual> residuals(
      Calibrated times, Map<String, String> settings, Emulator emulator, Scale scale)
      throws InterruptedException {
    Distribution vanilla = vanilla();
    Run run = vanilla.run().with(assignments(settings));
    MachineReport report = emulator.run(List.of(run), scale).of(run).reportOrThrow();
    List<Calibrated.Residual> residuals = new ArrayList<>(times.residuals());
    double published = vanilla.published().values().stream().mapToLong(Long::longValue).sum();
    double emulated = report.windows().values().stream().mapToLong(Long::longValue).sum();
    vanilla
        .published()
        .forEach(
            (window, calls) ->
                residuals.add(
                    new Calibrated.Residual(
                        "share of windows of " + window + ", vanilla-5.6",
                        calls / published,
                        report.windows().getOrDefault(window, 0L) / emulated)));
    return residuals;
  }

  private static Distribution vanilla() {
    return new RighiWindows().distributions().get(0);
  }

  private static List<String> assignments(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .toList();
  }
}
