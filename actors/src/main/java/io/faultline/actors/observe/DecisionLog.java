package io.faultline.actors.observe;

import java.util.Arrays;

/**
 * Every window decision in its order: who missed which slot, how many hits the decision took and
 * which window it granted, as a probe behind {@code swapin_nr_pages} has them. For machines with
 * one carrier.
 */
public final class DecisionLog {

  private int[] tasks = new int[1024];
  private long[] entries = new long[1024];
  private int[] hits = new int[1024];
  private int[] windows = new int[1024];
  private int size;

  /** Notes a decision. */
  void add(int task, long entry, int window, int hitsTaken) {
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
      hits = Arrays.copyOf(hits, 2 * size);
      windows = Arrays.copyOf(windows, 2 * size);
    }
    tasks[size] = task;
    entries[size] = entry;
    windows[size] = window;
    hits[size] = hitsTaken;
    size++;
  }

  /** Number of decisions. */
  public int size() {
    return size;
  }

  /** Index of the task or swapoff that missed. */
  public int task(int decision) {
    return tasks[decision];
  }

  /** The swap entry that was missed. */
  public long entry(int decision) {
    return entries[decision];
  }

  /** Hits that the decision took. */
  public int hits(int decision) {
    return hits[decision];
  }

  /** Window in pages, at least 1. */
  public int window(int decision) {
    return windows[decision];
  }
}
