package io.faultline.actors.observe;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The windows that tasks were granted and the hits that their decisions took, the figures that a
 * probe on the return value of {@code swapin_nr_pages} gives.
 */
public final class WindowHistogram {

  /**
   * Windows that occurred, in the order in which they first did: a handful, so a search is short.
   */
  private int[] windows = new int[8];

  private int distinct;
  private final long[][] calls;
  private final long[] hitsSpent;
  private @Nullable DecisionLog log;

  /**
   * Nothing counted yet.
   *
   * @param tasks number of tasks of the machine
   */
  public WindowHistogram(int tasks) {
    calls = new long[tasks][windows.length];
    hitsSpent = new long[tasks];
  }

  /** Has every decision noted from now on. */
  public void logTo(DecisionLog decisions) {
    log = decisions;
  }

  /**
   * Counts a decision, and notes it where that is wanted.
   *
   * @param entry swap entry that was missed; the other parameters as below
   */
  public void count(int task, long entry, int window, int hits) {
    if (log != null) {
      log.add(task, entry, window, hits);
    }
    count(task, window, hits);
  }

  /**
   * Counts a decision.
   *
   * @param task task whose fault opened the window
   * @param window pages, at least 1
   * @param hits hits that the decision took
   */
  public void count(int task, int window, int hits) {
    int place = place(window); // which may replace the arrays
    calls[task][place]++;
    spent(task, hits);
  }

  /**
   * Counts hits that were taken where there is no window to decide.
   *
   * @param hits at least 0
   */
  public void spent(int task, int hits) {
    hitsSpent[task] += hits;
  }

  /** Number of tasks of the machine. */
  public int tasks() {
    return hitsSpent.length;
  }

  private int place(int window) {
    for (int i = 0; i < distinct; i++) {
      if (windows[i] == window) {
        return i;
      }
    }
    if (distinct == windows.length) {
      windows = Arrays.copyOf(windows, 2 * distinct);
      for (int task = 0; task < calls.length; task++) {
        calls[task] = Arrays.copyOf(calls[task], 2 * distinct);
      }
    }
    windows[distinct] = window;
    return distinct++;
  }

  /** Adds the counts of another of the same number of tasks. */
  public void add(WindowHistogram other) {
    for (int task = 0; task < hitsSpent.length; task++) {
      hitsSpent[task] += other.hitsSpent[task];
    }
    for (int i = 0; i < other.distinct; i++) {
      int place = place(other.windows[i]);
      for (int task = 0; task < calls.length; task++) {
        calls[task][place] += other.calls[task][i];
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
    SortedMap<Integer, Long> byWindow = new TreeMap<>();
    for (int i = 0; i < distinct; i++) {
      if (calls[task][i] > 0) {
        byWindow.put(windows[i], calls[task][i]);
      }
    }
    return byWindow;
  }

  /** Calls by window, without windows that never occurred, for all tasks. */
  public SortedMap<Integer, Long> calls() {
    SortedMap<Integer, Long> all = new TreeMap<>();
    for (int task = 0; task < calls.length; task++) {
      calls(task).forEach((window, count) -> all.merge(window, count, Long::sum));
    }
    return all;
  }
}
