package io.faultline.app.report;

import io.faultline.actors.machine.MachineReport;
import io.faultline.app.chart.LineChart;
import io.faultline.app.chart.LineChart.Scale;
import io.faultline.device.QueueDepth;
import java.util.ArrayList;
import java.util.List;

/** What waited at the devices, in the course of time. */
final class QueueFigure {

  private static final String COLUMNS =
      "for each device and each stretch of virtual time the mean number of requests that it held,"
          + " waiting or in service. Times are in nanoseconds from the beginning of the measured"
          + " phase.";

  private QueueFigure() {}

  static Figure of(MachineReport report) {
    List<MachineReport.DeviceReport> devices = report.devices();
    Cast cast =
        new Cast(
            devices.stream().map(device -> device.spec().name()).toList(),
            devices.stream().mapToLong(QueueFigure::requests).toArray());
    boolean nothing = cast.size() == 0;
    return new Figure(
        "queue",
        "Device queue",
        nothing
            ? "No device had a request: nothing was read and nothing was written."
            : "Where a line stays near 0 the device waits for the tasks; where it lies above what"
                + " the device serves at once the tasks wait for it.",
        nothing ? List.of() : cast.keys(),
        nothing
            ? List.of()
            : List.of(
                Sheet.drawn(
                    "queue",
                    "",
                    260,
                    narrow ->
                        LineChart.of(
                            lines(devices, cast),
                            Scale.time("virtual time", report.virtualNanos()),
                            Scale.figures("requests held, mean")))),
        new Figure.Source("queue.csv", COLUMNS, csv(devices)));
  }

  private static long requests(MachineReport.DeviceReport device) {
    return device.statistics().readRequests() + device.statistics().writeRequests();
  }

  /** Devices that share a part are added up. */
  private static List<LineChart.Line> lines(List<MachineReport.DeviceReport> devices, Cast cast) {
    List<LineChart.Line> lines = new ArrayList<>();
    for (int part = 0; part < cast.size(); part++) {
      lines.add(sum(devices, cast, part).line(part));
    }
    return lines;
  }

  private static Steps sum(List<MachineReport.DeviceReport> devices, Cast cast, int part) {
    QueueDepth.Means widest = devices.get(0).queueDepth();
    for (MachineReport.DeviceReport device : devices) {
      widest =
          device.queueDepth().bucketNanos() > widest.bucketNanos() ? device.queueDepth() : widest;
    }
    double[] held = new double[QueueDepth.MOST_BUCKETS];
    for (int d = 0; d < devices.size(); d++) {
      QueueDepth.Means means = devices.get(d).queueDepth();
      if (cast.part(d) == part) {
        for (int bucket = 0; bucket < means.requests().size(); bucket++) {
          long at = bucket * means.bucketNanos();
          long length = to(means, bucket) - at;
          held[(int) (at / widest.bucketNanos())] += means.requests().get(bucket) * length;
        }
      }
    }
    Steps steps = new Steps();
    for (int bucket = 0; bucket * widest.bucketNanos() < widest.elapsedNanos(); bucket++) {
      long from = bucket * widest.bucketNanos();
      long to = to(widest, bucket);
      steps.add((double) from, (double) to, held[bucket] / (to - from));
    }
    return steps;
  }

  private static long to(QueueDepth.Means means, int bucket) {
    return Math.min(means.elapsedNanos(), (bucket + 1) * means.bucketNanos());
  }

  private static String csv(List<MachineReport.DeviceReport> devices) {
    Csv csv = new Csv("device", "from_ns", "to_ns", "mean_requests");
    for (MachineReport.DeviceReport device : devices) {
      QueueDepth.Means means = device.queueDepth();
      for (int bucket = 0; bucket < means.requests().size(); bucket++) {
        csv.row(
            device.spec().name(),
            bucket * means.bucketNanos(),
            to(means, bucket),
            means.requests().get(bucket));
      }
    }
    return csv.text();
  }
}
