package io.faultline.actors.observe;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The windows that tasks were granted and the hits that their decisions took, the figures that a
 * probe on the return value of {@code swapin_nr_pages} gives.
 */
public final class WindowHistogram {

  private static final int ORDERS = 31;

  private final long[][] callsByOrder;
  private final long[] hitsSpent;

  /**
   * Nothing counted yet.
   *
   * @param tasks number of tasks of the machine
   */
  public WindowHistogram(int tasks) {
    callsByOrder = new long[tasks][ORDERS];
    hitsSpent = new long[tasks];
  }

  /**
   * Counts a decision.
   *
   * @param task task whose fault opened the window
   * @param window pages, a power of two
   * @param hits hits that the decision took
   */
  public void count(int task, int window, int hits) {
    callsByOrder[task][Integer.numberOfTrailingZeros(window)]++;
    hitsSpent[task] += hits;
  }

  /** Adds the counts of another of the same number of tasks. */
  public void add(WindowHistogram other) {
    for (int task = 0; task < hitsSpent.length; task++) {
      hitsSpent[task] += other.hitsSpent[task];
      for (int order = 0; order < ORDERS; order++) {
        callsByOrder[task][order] += other.callsByOrder[task][order];
      }
    }
  }

  /** Hits that a task's decisions took. */
  public long hitsSpent(int task) {
    return hitsSpent[task];
  }

  /** Hits that all decisions took. */
  public long hitsSpent() {
    long sum = 0;
    for (long hits : hitsSpent) {
      sum += hits;
    }
    return sum;
  }

  /** Calls by window, without windows that never occurred, for one task. */
  public SortedMap<Integer, Long> calls(int task) {
    SortedMap<Integer, Long> calls = new TreeMap<>();
    for (int order = 0; order < ORDERS; order++) {
      if (callsByOrder[task][order] > 0) {
        calls.put(1 << order, callsByOrder[task][order]);
      }
    }
    return calls;
  }

  /** Calls by window, without windows that never occurred, for all tasks. */
  public SortedMap<Integer, Long> calls() {
    SortedMap<Integer, Long> all = new TreeMap<>();
    for (int task = 0; task < callsByOrder.length; task++) {
      calls(task).forEach((window, calls) -> all.merge(window, calls, Long::sum));
    }
    return all;
  }
}
