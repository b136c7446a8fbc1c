package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A published distribution and how its emulation is had; the cells of its row are its counts.
 *
 * @param row its name
 * @param published counts by window, in pages
 * @param run the experiment that it is read from
 * @param reading reads the counts from the run's report
 */
public record Distribution(
    String row,
    SortedMap<Integer, Long> published,
    Run run,
    Function<MachineReport, SortedMap<Integer, Long>> reading) {

  /**
   * Half the sum of the differences of the shares: 0 if they agree, 1 if nothing is common; NaN
   * where one of them counts nothing.
   */
  public static double distance(SortedMap<Integer, Long> one, SortedMap<Integer, Long> other) {
    double ofOne = total(one);
    double ofOther = total(other);
    TreeSet<Integer> windows = new TreeSet<>(one.keySet());
    windows.addAll(other.keySet());
    double sum = 0;
    for (int window : windows) {
      sum +=
          Math.abs(one.getOrDefault(window, 0L) / ofOne - other.getOrDefault(window, 0L) / ofOther);
    }
    return sum / 2;
  }

  /** The distance of a report's counts from the published ones. */
  public double distance(MachineReport report) {
    return distance(published, new TreeMap<>(reading.apply(report)));
  }

  private static double total(SortedMap<Integer, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
