package io.faultline.actors.sweep;

import io.faultline.protocol.sweep.SweepPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link SweepState} as it is stored: the plans, and one bit a point.
 *
 * @param sweeps every sweep that was submitted and not discarded, the current one last
 * @param sequenceNumber of the last event; the journal has every number from 1
 * @param done the points of the current sweep that are done, a bit each, 64 to a number
 * @param failed how many of them failed
 * @param dropped how many results came when their point was done already
 * @param workers those whose last result is known
 * @param lastPoints the point of that result
 */
record SweepSnapshot(
    List<Sweep> sweeps,
    long sequenceNumber,
    long[] done,
    int failed,
    int dropped,
    String[] workers,
    int[] lastPoints) {

  /** Copies the list. */
  SweepSnapshot {
    sweeps = List.copyOf(sweeps);
  }

  /**
   * A sweep and the events about it.
   *
   * @param first sequence number of its first event
   * @param last sequence number of its last event so far
   * @param complete whether every point is done
   * @param columns lists of metrics that its rows have
   */
  record Sweep(SweepPlan plan, long first, long last, boolean complete, List<String[]> columns) {

    /** Copies the list. */
    Sweep {
      columns = List.copyOf(columns);
    }

    Sweep upTo(long sequenceNumber, boolean nowComplete) {
      return new Sweep(plan, first, sequenceNumber, nowComplete, columns);
    }

    Sweep withColumns(String[] metrics) {
      List<String[]> more = new ArrayList<>(columns);
      more.add(metrics);
      return new Sweep(plan, first, last, complete, more);
    }
  }
}
