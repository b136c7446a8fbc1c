package io.faultline.app.reproduce;

import io.faultline.actors.machine.MachineReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds three parameters of the load of 2012 by its cells without readahead. There a time is a
 * number of reads times the time of one: the SSD's read follows from its sequential cell, whose
 * reads are known; the memory that the load has from the SSD's random cell, whose reads it decides;
 * the disk's seek from the disk's random cell. Each depends a little on the others, so it goes
 * round a few times.
 */
final class DickinsCalibration implements Calibration {

  private static final int ROUNDS = 4;
  private static final String SSD_SEQUENTIAL = "SSD Seq Anon";
  private static final String SSD_RANDOM = "SSD Rand Anon";
  private static final String HDD_RANDOM = "HDD Rand Anon";
  private static final double NANOS_PER_CENTISECOND = 1e7;
  private static final double MIB_OF_MAPPING = 1000;

  private static final double FIRST_MEMORY_MIB = 600;
  private static final double FIRST_READ_NANOS = 500_000;
  private static final double FIRST_SEEK_NANOS = 20_000_000;
  private static final double LEAST_READ_NANOS = 1_000;
  private static final double LEAST_SEEK_NANOS = 500_000;

  private record Parameters(double memoryMib, double readNanos, double seekNanos) {

    Map<String, String> settings() {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("machine.memory", Math.round(memoryMib) + "MiB");
      settings.put("devices.ssd.read", Math.round(readNanos / 1000) + "us");
      settings.put("devices.hdd.avg-seek", Math.round(seekNanos / 1000) + "us");
      return settings;
    }
  }

  /** What a round found at a cell. */
  private record Found(Cell cell, MachineReport report) {

    double emulated() {
      return cell.reading().applyAsDouble(List.of(report));
    }

    double missingNanosARead(Scale scale) {
      double missing = (cell.published() - emulated()) * NANOS_PER_CENTISECOND / scale.divisor();
      return missing / Math.max(1, reads());
    }

    long reads() {
      return report.tasks().get(0).record().majorFaults();
    }

    double nanosARead() {
      return (double) report.virtualNanos() / Math.max(1, reads());
    }
  }

  @Override
  public String description() {
    return "Written by faultline calibrate dickins-2012. Fitted to the four published times of"
        + " anonymous memory at page-cluster 0: the memory that is left for the load and the time"
        + " of a read of the SSD by the SSD's two, the seek of the hard disk by its random one. The"
        + " hard disk's sequential time has no parameter: what it depends on is not emulated. No"
        + " other cell was fitted to; what the preset calls an assumption was chosen by hand.";
  }

  @Override
  public int mostRuns() {
    return 4 * (ROUNDS + 1);
  }

  @Override
  public Calibrated calibrate(Emulator emulator, Scale scale) throws InterruptedException {
    Parameters parameters = new Parameters(FIRST_MEMORY_MIB, FIRST_READ_NANOS, FIRST_SEEK_NANOS);
    for (int round = 0; round < ROUNDS; round++) {
      parameters = better(parameters, measure(parameters, emulator, scale), scale);
    }
    List<Calibrated.Residual> residuals =
        measure(parameters, emulator, scale).values().stream()
            .map(
                found ->
                    new Calibrated.Residual(
                        found.cell().column() + ", " + found.cell().row(),
                        found.cell().published(),
                        found.emulated()))
            .toList();
    return new Calibrated(description(), parameters.settings(), residuals);
  }

  private static Map<String, Found> measure(Parameters parameters, Emulator emulator, Scale scale)
      throws InterruptedException {
    List<String> settings = new ArrayList<>();
    parameters.settings().forEach((key, value) -> settings.add(key + "=" + value));
    Map<Cell, Run> runs = new LinkedHashMap<>();
    for (Cell cell : new Dickins2012().cells(scale)) {
      if (cell.role() == Role.CALIBRATED) {
        runs.put(cell, cell.runs().get(0).with(settings));
      }
    }
    Emulator.Outcomes outcomes = emulator.run(runs.values(), scale);
    Map<String, Found> found = new LinkedHashMap<>();
    runs.forEach(
        (cell, run) -> found.put(cell.column(), new Found(cell, outcomes.of(run).reportOrThrow())));
    return found;
  }

  private static Parameters better(Parameters parameters, Map<String, Found> found, Scale scale) {
    Found sequential = found.get(SSD_SEQUENTIAL);
    Found random = found.get(SSD_RANDOM);
    Found disk = found.get(HDD_RANDOM);
    if (sequential == null || random == null || disk == null) {
      throw new IllegalStateException("the published table lacks a cell: " + found.keySet());
    }
    double dearer = sequential.missingNanosARead(scale);
    // misses are as the part of the mapping that is not in memory
    double moreReads = (random.missingNanosARead(scale) - dearer) / random.nanosARead();
    double outside = MIB_OF_MAPPING - parameters.memoryMib();
    double memory = parameters.memoryMib() - moreReads * outside;
    // the disk's reads change with the memory too
    double seek = disk.missingNanosARead(scale) - moreReads * disk.nanosARead();
    return new Parameters(
        memory,
        Math.max(LEAST_READ_NANOS, parameters.readNanos() + dearer),
        Math.max(LEAST_SEEK_NANOS, parameters.seekNanos() + seek));
  }
}
