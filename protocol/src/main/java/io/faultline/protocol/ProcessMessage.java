package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to a process. */
public sealed interface ProcessMessage
    permits ProcessMessage.Populate,
        ProcessMessage.Run,
        ProcessMessage.Stop,
        ProcessMessage.TaskFinished,
        ProcessMessage.VmaPopulated,
        Zapped {

  /**
   * Has every page of the populated VMAs stored once, and then lets the other tasks store once to
   * every page of their regions.
   *
   * @param together all VMAs and tasks at once instead of one after the other
   * @param replyTo told {@link WorkloadMessage.ProcessFinished} afterwards
   */
  record Populate(boolean together, ActorRef<? super WorkloadMessage.ProcessFinished> replyTo)
      implements ProcessMessage {}

  /**
   * Lets all tasks make the accesses of their patterns: the measured phase.
   *
   * @param replyTo told {@link WorkloadMessage.ProcessFinished} afterwards
   */
  record Run(ActorRef<? super WorkloadMessage.ProcessFinished> replyTo) implements ProcessMessage {}

  /**
   * Everything that is measured is over: background tasks stop.
   *
   * @param replyTo told {@link WorkloadMessage.ProcessFinished} afterwards
   */
  record Stop(ActorRef<? super WorkloadMessage.ProcessFinished> replyTo)
      implements ProcessMessage {}

  /**
   * A task has made all its accesses.
   *
   * @param task the task
   */
  record TaskFinished(int task) implements ProcessMessage {}

  /**
   * Every page of a VMA has been stored once.
   *
   * @param vma the VMA
   */
  record VmaPopulated(int vma) implements ProcessMessage {}
}
