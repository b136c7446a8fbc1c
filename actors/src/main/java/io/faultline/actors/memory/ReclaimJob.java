package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.WorkloadMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reclaim under way: a direct reclaim for a charge, kswapd, a push-out, or a part of a
 * shrinking of all memory. It goes through its groups once a priority, from 12 down to 0, and stops
 * once it has reclaimed what it was started for ({@code do_try_to_free_pages}).
 */
final class ReclaimJob {

  /** {@code DEF_PRIORITY}: scan a 4096th of each list. */
  static final int DEF_PRIORITY = 12;

  /** What became of an isolated page. */
  enum Outcome {
    PENDING,
    NEEDS_SLOT,
    UNMAP,
    KEEP,
    ACTIVATE,
    DEACTIVATE,
    WRITEBACK,
    FREED
  }

  final int number;
  final List<Group> groups;
  final long goal;
  final @Nullable PendingCharge charge;
  final @Nullable ActorRef<? super WorkloadMessage.PushedOut> pushOut;
  final @Nullable Shrinking shrinking;
  int cpu;

  int priority = DEF_PRIORITY;
  int groupIndex;
  boolean scanning;
  long inactiveLeft;
  long activeLeft;
  boolean activeTurn;
  long reclaimed;
  long reclaimedThisRound;
  int fruitlessRounds;
  long unbilledNanos;

  boolean agingActive;
  final int[] batch;
  final long[] newEntries;
  final Outcome[] outcomes;
  int batchSize;
  int outstanding;
  int answersAwaited;

  ReclaimJob(
      int number,
      List<Group> groups,
      long goal,
      int cpu,
      @Nullable PendingCharge charge,
      @Nullable ActorRef<? super WorkloadMessage.PushedOut> pushOut,
      @Nullable Shrinking shrinking) {
    this.number = number;
    this.groups = groups;
    this.goal = goal;
    this.cpu = cpu;
    this.charge = charge;
    this.pushOut = pushOut;
    this.shrinking = shrinking;
    batch = new int[Memory.SWAP_CLUSTER_MAX];
    newEntries = new long[Memory.SWAP_CLUSTER_MAX];
    outcomes = new Outcome[Memory.SWAP_CLUSTER_MAX];
  }

  /** Whether it has gone through all priorities. */
  boolean roundIsOver() {
    return priority < 0;
  }

  boolean kswapd() {
    return charge == null && pushOut == null && shrinking == null;
  }

  Group group() {
    return groups.get(groupIndex);
  }

  /** Whether there is use in another frame that nobody has chosen yet. */
  boolean wantsMore() {
    return shrinking == null || shrinking.wantsMore();
  }

  boolean satisfied() {
    return shrinking == null ? reclaimed >= goal : shrinking.fits();
  }
}
