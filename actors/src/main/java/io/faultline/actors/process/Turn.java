package io.faultline.actors.process;

/**
 * A turn of a task in a prescribed order: nobody else has a processor until the task has made its
 * last access of it, or has gone to sleep in that access.
 *
 * @param task index of the task in the machine; a swapoff has one behind all tasks
 * @param lastAccess number of the task's access that ends the turn, from 0
 */
public record Turn(int task, long lastAccess) {

  /** An access that is never made: the turn ends with the task. */
  public static final long NEVER = Long.MAX_VALUE;
}
