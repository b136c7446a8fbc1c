package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import io.faultline.actors.observe.VmstatItem;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the tables of builds state, read from a report: times in seconds, counters in pages. */
final class BuildReadings {

  private static final double NANOS_PER_SECOND = 1e9;

  private BuildReadings() {}

  /** How a metric is read; empty if the emulation has no such figure. */
  static Optional<ToDoubleFunction<MachineReport>> of(String metric) {
    return switch (metric) {
      case "real time", "real" -> Optional.of(BuildReadings::realSeconds);
      case "user time", "user" -> Optional.of(BuildReadings::userSeconds);
      case "sys time", "sys" ->
          Optional.of(report -> report.busyNanos() / NANOS_PER_SECOND - userSeconds(report));
      case "pgmajfault" -> Optional.of(counter(VmstatItem.PGMAJFAULT));
      case "pswpin", "swapins" -> Optional.of(counter(VmstatItem.PSWPIN));
      case "pswpout" -> Optional.of(counter(VmstatItem.PSWPOUT));
      case "zswpwb" -> Optional.of(counter(VmstatItem.ZSWPWB));
      default -> Optional.empty();
    };
  }

  private static double realSeconds(MachineReport report) {
    return report.builds().get(0).record().elapsedNanos() / NANOS_PER_SECOND;
  }

  private static double userSeconds(MachineReport report) {
    return report.builds().get(0).userNanos() / NANOS_PER_SECOND;
  }

  private static ToDoubleFunction<MachineReport> counter(VmstatItem item) {
    return report -> report.vmstat().get(item);
  }
}
