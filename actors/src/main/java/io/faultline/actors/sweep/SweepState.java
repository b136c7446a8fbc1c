package io.faultline.actors.sweep;

import io.faultline.actors.sweep.SweepEvent.ColumnsFound;
import io.faultline.actors.sweep.SweepEvent.PointDone;
import io.faultline.actors.sweep.SweepEvent.ResultDropped;
import io.faultline.actors.sweep.SweepEvent.SweepSubmitted;
import io.faultline.actors.sweep.SweepSnapshot.Sweep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a coordinator remembers: which sweep it runs and which of its points are done. The rows
 * themselves stay in the journal's events, which are never deleted: a row and the fact that it is
 * there are one write, so neither is ever without the other.
 */
final class SweepState {

  /** Workers that are remembered; those that came long ago send no more results. */
  private static final int MOST_WORKERS = 10_000;

  private final List<Sweep> sweeps = new ArrayList<>();
  private final Map<String, Integer> lastPointOfWorker = new LinkedHashMap<>();
  private BitSet done = new BitSet();
  private int failed;
  private int dropped;
  private long sequenceNumber;
  private long snapshotAt;

  /** Takes in the next event of the journal. */
  SweepState apply(SweepEvent event) {
    sequenceNumber++;
    if (event instanceof PointDone point) {
      done.set(point.point());
      failed += point.error().isEmpty() ? 0 : 1;
      remember(point.run().worker(), point.point());
    } else if (event instanceof ColumnsFound found) {
      current().ifPresent(sweep -> replaceCurrent(sweep.withColumns(found.metrics())));
    } else if (event instanceof ResultDropped late) {
      dropped++;
      remember(late.run().worker(), late.point());
    } else if (event instanceof SweepSubmitted submitted) {
      sweeps.removeIf(
          sweep -> !sweep.complete() || sweep.plan().id().equals(submitted.plan().id()));
      sweeps.add(new Sweep(submitted.plan(), sequenceNumber, sequenceNumber, false, List.of()));
      lastPointOfWorker.clear();
      done = new BitSet();
      failed = 0;
      dropped = 0;
    }
    current()
        .ifPresent(
            sweep ->
                replaceCurrent(
                    sweep.upTo(sequenceNumber, done.cardinality() == sweep.plan().points())));
    return this;
  }

  private void replaceCurrent(Sweep sweep) {
    sweeps.set(sweeps.size() - 1, sweep);
  }

  private void remember(String worker, int point) {
    lastPointOfWorker.remove(worker);
    lastPointOfWorker.put(worker, point);
    if (lastPointOfWorker.size() > MOST_WORKERS) {
      lastPointOfWorker.remove(lastPointOfWorker.keySet().iterator().next());
    }
  }

  /** The sweep that was submitted last. */
  Optional<Sweep> current() {
    return sweeps.isEmpty() ? Optional.empty() : Optional.of(sweeps.get(sweeps.size() - 1));
  }

  /** A sweep that is run or complete. */
  Optional<Sweep> sweep(String id) {
    return sweeps.stream().filter(sweep -> sweep.plan().id().equals(id)).findFirst();
  }

  /** Whether the points of the current sweep are those of this one. */
  boolean runs(String id) {
    return current().filter(sweep -> sweep.plan().id().equals(id)).isPresent();
  }

  boolean isDone(int point) {
    return done.get(point);
  }

  /** A copy. */
  BitSet donePoints() {
    return (BitSet) done.clone();
  }

  int doneCount() {
    return done.cardinality();
  }

  int failedCount() {
    return failed;
  }

  int droppedCount() {
    return dropped;
  }

  /** Whether the last result that a worker gave is of that point: it only missed the answer. */
  boolean isRepeated(String worker, int point) {
    return Integer.valueOf(point).equals(lastPointOfWorker.get(worker));
  }

  /** The number of a list of columns; -1 if there is no such list yet. */
  int columns(String[] metrics) {
    List<String[]> columns = columns();
    for (int i = columns.size() - 1; i >= 0; i--) {
      if (Arrays.equals(columns.get(i), metrics)) {
        return i;
      }
    }
    return -1;
  }

  /** Lists of columns of the current sweep. */
  List<String[]> columns() {
    return current().map(Sweep::columns).orElse(List.of());
  }

  /** Whether this was made of a snapshot. */
  boolean fromSnapshot() {
    return snapshotAt > 0;
  }

  /** How many events there were since the snapshot that this was made of, or since the first. */
  long replayed() {
    return sequenceNumber - snapshotAt;
  }

  SweepSnapshot snapshot() {
    return new SweepSnapshot(
        List.copyOf(sweeps),
        sequenceNumber,
        done.toLongArray(),
        failed,
        dropped,
        lastPointOfWorker.keySet().toArray(String[]::new),
        lastPointOfWorker.values().stream().mapToInt(Integer::intValue).toArray());
  }

  static SweepState of(SweepSnapshot snapshot) {
    SweepState state = new SweepState();
    state.sweeps.addAll(snapshot.sweeps());
    state.sequenceNumber = snapshot.sequenceNumber();
    state.snapshotAt = snapshot.sequenceNumber();
    state.done = BitSet.valueOf(snapshot.done());
    state.failed = snapshot.failed();
    state.dropped = snapshot.dropped();
    for (int i = 0; i < snapshot.workers().length; i++) {
      state.lastPointOfWorker.put(snapshot.workers()[i], snapshot.lastPoints()[i]);
    }
    return state;
  }
}
