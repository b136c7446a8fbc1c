package io.faultline.actors.sweep;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Which points of a sweep have been given out, since this coordinator began. Not persisted: a
 * coordinator that comes after it gives out again whatever is not done.
 */
final class Dispatch {

  /** How often a point is begun at most; what fails more often fails wherever it is run. */
  static final int MOST_ATTEMPTS = 3;

  private final int points;
  private final BitSet done;
  private final Deque<Integer> again = new ArrayDeque<>();
  private final Map<Integer, Attempt> underWay = new TreeMap<>();
  private int next;

  private record Attempt(int number, String worker, boolean running) {}

  /**
   * Gives out what is not done.
   *
   * @param done kept, and added to
   */
  Dispatch(int points, BitSet done) {
    this.points = points;
    this.done = done;
  }

  /** The next point to give out; empty if all have been. */
  OptionalInt next() {
    Integer repeated = again.poll();
    if (repeated != null) {
      return OptionalInt.of(repeated);
    }
    next = done.nextClearBit(next);
    return next < points ? OptionalInt.of(next++) : OptionalInt.empty();
  }

  /**
   * A worker is about to run a point; one that asks twice makes one attempt.
   *
   * @return the number of the attempt, from 1; may be above {@link #MOST_ATTEMPTS}
   */
  int begin(int point, String worker) {
    Attempt before = underWay.get(point);
    if (before != null && before.running() && before.worker().equals(worker)) {
      return before.number();
    }
    int number = before == null ? 1 : before.number() + 1;
    underWay.put(point, new Attempt(number, worker, true));
    return number;
  }

  /** How often a point has been begun. */
  int attempts(int point) {
    Attempt attempt = underWay.get(point);
    return attempt == null ? 0 : attempt.number();
  }

  /**
   * Has a point run once more, unless another worker is at it.
   *
   * @param worker whose attempt has ended
   * @return whether it has to be given out
   */
  boolean repeat(int point, String worker) {
    Attempt attempt = underWay.get(point);
    if (attempt == null || !attempt.running() || !attempt.worker().equals(worker)) {
      return false;
    }
    underWay.put(point, new Attempt(attempt.number(), worker, false));
    again.add(point);
    return true;
  }

  /** A point is done. */
  void done(int point) {
    done.set(point);
    underWay.remove(point);
    again.remove(point);
  }

  /** How many points are being run. */
  int running() {
    return (int) underWay.values().stream().filter(Attempt::running).count();
  }
}
