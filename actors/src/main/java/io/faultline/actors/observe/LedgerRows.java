package io.faultline.actors.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows and columns of a hit ledger: a task and a swapoff have one each, all processes of a
 * build share one. Behind them comes the row {@link #BOOT}.
 */
public final class LedgerRows {

  /** Earner and provider of the hits that nobody earned, and that count for no cross-talk. */
  public static final String BOOT = "boot";

  /** What stands for whoever a page was read by when nobody did. */
  public static final int NOBODY = -1;

  private final List<String> names;
  private final int[] rowOfTask;

  /**
   * Rows of given names.
   *
   * @param names in the order of the rows, without {@link #BOOT}
   * @param rowOfTask for each task, swapoff and worker of a build the index of its row
   */
  public LedgerRows(List<String> names, int[] rowOfTask) {
    this.names = List.copyOf(names);
    this.rowOfTask = rowOfTask.clone();
  }

  /** A row for each of some tasks, named by their indexes. */
  public static LedgerRows ofTasks(int tasks) {
    List<String> names = new ArrayList<>();
    int[] rows = new int[tasks];
    for (int task = 0; task < tasks; task++) {
      names.add(String.valueOf(task));
    }
    Arrays.setAll(rows, task -> task);
    return new LedgerRows(names, rows);
  }

  /** The names, without {@link #BOOT}. */
  public List<String> names() {
    return names;
  }

  /** Number of tasks, swapoffs and workers of builds. */
  public int tasks() {
    return rowOfTask.length;
  }

  /** Row of a task; that of nobody is {@link #boot}. */
  public int of(int task) {
    return task == NOBODY ? names.size() : rowOfTask[task];
  }

  /** The row {@link #BOOT}, which is the last. */
  public int boot() {
    return names.size();
  }

  /** Number of rows, {@link #BOOT} included. */
  public int count() {
    return names.size() + 1;
  }

  /** Name of a row. */
  public String name(int row) {
    return row == boot() ? BOOT : names.get(row);
  }
}
