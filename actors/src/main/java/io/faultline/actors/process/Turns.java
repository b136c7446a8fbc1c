package io.faultline.actors.process;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Who may run when tasks take turns. Behind the last turn everybody may; the kernel's threads
 * always may. Owned by the processors.
 */
public final class Turns {

  private final int[] order;
  private final int[] hits;
  private int turn;
  private boolean ending;

  /**
   * Before the first turn.
   *
   * @param turns in their order; empty if nothing is prescribed
   */
  Turns(List<Turn> turns) {
    order = turns.stream().mapToInt(Turn::task).toArray();
    hits = turns.stream().mapToInt(Turn::hits).toArray();
  }

  /** The accesses that end the turns of one task, ascending. */
  public static long[] ends(List<Turn> turns, int task) {
    return turns.stream()
        .filter(turn -> turn.task() == task)
        .flatMapToLong(turn -> LongStream.of(turn.lastAccess()))
        .toArray();
  }

  /** Whether anything is still prescribed. */
  boolean inForce() {
    return turn < order.length;
  }

  /** Whether it is a task's turn, or anybody's. */
  boolean has(int task) {
    return !inForce() || order[turn] == task;
  }

  /** Hits that shall wait at the end of the present turn. */
  int hits() {
    return inForce() ? hits[turn] : 0;
  }

  /** Whether a task has turns behind the present one. */
  boolean comesAgain(int task) {
    for (int later = turn + 1; later < order.length; later++) {
      if (order[later] == task) {
        return true;
      }
    }
    return false;
  }

  /** The task whose turn it is makes its last access of it. */
  void ends(int task) {
    ending = inForce() && order[turn] == task;
  }

  /** Whether a task has made the last access of its turn. */
  boolean over(int task) {
    return ending && order[turn] == task;
  }

  /** A task leaves its processor. */
  void leaves(int task) {
    if (over(task)) {
      turn++;
      ending = false;
    }
  }
}
