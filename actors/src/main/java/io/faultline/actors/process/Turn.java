package io.faultline.actors.process;

/**
 * A turn of a task in a prescribed order: nobody else has a processor until the task has made its
 * last access of it, or has gone to sleep in that access.
 *
 * @param task index of the task in the machine; a swapoff has one behind all tasks
 * @param lastAccess number of the task's access that ends the turn, from 0
 * @param hits hits that shall wait to be spent at that access: if the task has not made so many
 *     itself, others run until there are, as far as they have any before the end of their own next
 *     turns; 0 if nobody shall
 */
public record Turn(int task, long lastAccess, int hits) {

  /** An access that is never made: the turn ends with the task. */
  public static final long NEVER = Long.MAX_VALUE;

  /** A turn in which nobody else runs. */
  public Turn(int task, long lastAccess) {
    this(task, lastAccess, 0);
  }
}
