package io.faultline.protocol;

import akka.actor.typed.ActorRef;

/** What can be said to the processors and their run queue. */
public sealed interface CpusMessage {

  /**
   * A task wants to run.
   *
   * @param replyTo told {@link TaskMessage.Dispatched} when it does, and {@link
   *     TaskMessage.Preempted} when another shall have the processor
   */
  record Ready(int task, ActorRef<? super TaskMessage> replyTo) implements CpusMessage {}

  /**
   * A task that slept in a fault wants to run.
   *
   * @param resumed what it slept for; passed on to the VMA of the fault when the task runs
   */
  record Wake(VmaMessage.PageReady resumed) implements CpusMessage {}

  /** A running task goes to sleep. */
  record Sleep(int task) implements CpusMessage {}

  /**
   * A running task has used up its time slice.
   *
   * @param replyTo told {@link TaskMessage.Dispatched} when it runs again, at once if nobody waits
   */
  record Yield(int task, ActorRef<? super TaskMessage.Dispatched> replyTo) implements CpusMessage {}

  /**
   * A running task that takes turns with others comes to the last access of its turn: when it
   * sleeps or yields after that, the turn is another's.
   *
   * @param replyTo told {@link TaskMessage.Dispatched} when it is to make it
   */
  record LastOfTurn(int task, ActorRef<? super TaskMessage> replyTo) implements CpusMessage {}

  /**
   * Tasks take turns by the hits that a decision finds as well.
   *
   * @param statistics whose hits these are
   */
  record CountHitsAt(ActorRef<? super ReadaheadMessage.CountHits> statistics)
      implements CpusMessage {}

  /**
   * So many hits wait to be spent.
   *
   * @param hits at least 0
   */
  record HitsCounted(int hits) implements CpusMessage {}

  /**
   * kswapd wants to run for a batch.
   *
   * @param replyTo told {@link MemoryMessage.KswapdRuns} when it does
   */
  record KswapdReady(ActorRef<? super MemoryMessage.KswapdRuns> replyTo) implements CpusMessage {}

  /**
   * Swapoff wants to run.
   *
   * @param replyTo told {@link SwapoffMessage.Dispatched} when it does
   */
  record SwapoffReady(int task, ActorRef<? super SwapoffMessage.Dispatched> replyTo)
      implements CpusMessage {}

  /**
   * Swapoff has used up its time slice.
   *
   * @param replyTo told {@link SwapoffMessage.Dispatched} when it runs again, at once if nobody
   *     waits
   */
  record SwapoffYields(int task, ActorRef<? super SwapoffMessage.Dispatched> replyTo)
      implements CpusMessage {}

  /**
   * zswap's worker wants to run: it has an entry to write back.
   *
   * @param replyTo told {@link ZswapMessage.WorkerRuns} when it does
   */
  record WorkerReady(ActorRef<? super ZswapMessage.WorkerRuns> replyTo) implements CpusMessage {}

  /**
   * zswap's worker has written an entry back and would go on: it gives way to a task that has slept
   * and at the end of its time slice to anybody.
   *
   * @param replyTo told {@link ZswapMessage.WorkerRuns} when it runs again
   */
  record WorkerYields(ActorRef<? super ZswapMessage.WorkerRuns> replyTo) implements CpusMessage {}

  /** zswap's worker goes to sleep. */
  record WorkerSleeps() implements CpusMessage {}

  /**
   * Who pushes memory out before the measured phase wants to run.
   *
   * @param replyTo told {@link MemoryMessage.PushOutRuns} when it does
   */
  record PushOutReady(ActorRef<? super MemoryMessage.PushOutRuns> replyTo) implements CpusMessage {}

  /**
   * Who pushes memory out has used up the time slice.
   *
   * @param replyTo told {@link MemoryMessage.PushOutRuns} when it runs again, at once if nobody
   *     waits
   */
  record PushOutYields(ActorRef<? super MemoryMessage.PushOutRuns> replyTo)
      implements CpusMessage {}

  /** Who pushes memory out goes to sleep. */
  record PushOutSleeps() implements CpusMessage {}

  /** kswapd goes to sleep or has used its batch. */
  record KswapdSleeps() implements CpusMessage {}
}
