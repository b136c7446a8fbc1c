package io.faultline.actors.virtualtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Waiting timers: a 4-ary heap in the order of their instant, and within it of their insertion. */
final class TimerHeap {

  /** {@link #nextAt} of an empty heap. */
  static final long NEVER = Long.MAX_VALUE;

  private long[] at = new long[64];
  private long[] sequence = new long[64];
  private @Nullable Timer[] timers = new Timer[64];
  private int size;
  private long nextSequence;

  boolean isEmpty() {
    return size == 0;
  }

  /** The earliest instant, or {@link #NEVER}. */
  long nextAt() {
    return size == 0 ? NEVER : at[0];
  }

  void add(long instant, Timer timer) {
    if (size == at.length) {
      at = Arrays.copyOf(at, size * 2);
      sequence = Arrays.copyOf(sequence, size * 2);
      timers = Arrays.copyOf(timers, size * 2);
    }
    siftUp(size++, instant, nextSequence++, timer);
  }

  /** Takes the earliest timer out. The heap must not be empty. */
  Timer poll() {
    Timer first = timer(0);
    removeAt(0);
    return first;
  }

  /** Takes a timer out; one that is not waiting is left alone. */
  void remove(Timer timer) {
    if (timer.place != Timer.NOT_WAITING) {
      removeAt(timer.place);
    }
  }

  private void removeAt(int hole) {
    timer(hole).place = Timer.NOT_WAITING;
    int last = --size;
    Timer moved = timer(last);
    timers[last] = null;
    if (hole == last) {
      return;
    }
    long instant = at[last];
    long order = sequence[last];
    if (hole > 0 && before(instant, order, (hole - 1) >> 2)) {
      siftUp(hole, instant, order, moved);
    } else {
      siftDown(hole, instant, order, moved);
    }
  }

  private void siftUp(int from, long instant, long order, Timer timer) {
    int hole = from;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (!before(instant, order, parent)) {
        break;
      }
      put(hole, at[parent], sequence[parent], timer(parent));
      hole = parent;
    }
    put(hole, instant, order, timer);
  }

  private void siftDown(int from, long instant, long order, Timer timer) {
    int hole = from;
    for (int child = 4 * hole + 1; child < size; child = 4 * hole + 1) {
      int least = child;
      int end = Math.min(child + 4, size);
      for (int other = child + 1; other < end; other++) {
        if (before(at[other], sequence[other], least)) {
          least = other;
        }
      }
      if (before(instant, order, least)) {
        break;
      }
      put(hole, at[least], sequence[least], timer(least));
      hole = least;
    }
    put(hole, instant, order, timer);
  }

  private void put(int index, long instant, long order, Timer timer) {
    at[index] = instant;
    sequence[index] = order;
    timers[index] = timer;
    timer.place = index;
  }

  private boolean before(long instant, long order, int other) {
    return instant < at[other] || (instant == at[other] && order < sequence[other]);
  }

  private Timer timer(int index) {
    Timer timer = timers[index];
    if (timer == null) {
      throw new IllegalStateException("no timer is waiting at " + index + " of " + size);
    }
    return timer;
  }
}
