package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.SwapEntry;
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
  long goal;
  final @Nullable PendingCharge charge;
  final @Nullable ActorRef<? super WorkloadMessage.PushedOut> pushOut;
  final @Nullable Shrinking shrinking;
  int cpu;

  int priority = DEF_PRIORITY;
  int groupIndex;
  boolean scanning;
  final long[] targets = new long[4];
  final long[] left = new long[4];
  int turn;
  boolean adjusted;
  long scanned;
  long toScan;
  long evicted;
  boolean aged;
  int walksAwaited;
  long reclaimed;
  long reclaimedThisRound;
  int fruitlessRounds;
  int fruitlessInCall;
  long newSlots;
  long roundGoal = Long.MAX_VALUE;
  long unbilledNanos;

  long taken;
  long underWriteback;
  long immediate;

  boolean agingActive;
  boolean ofFiles;
  final int[] batch;
  final long[] newEntries;
  final Outcome[] outcomes;
  int batchSize;
  int outstanding;
  int answersAwaited;
  boolean paid;

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
    batch = new int[MultiGenerationLru.BATCH];
    newEntries = new long[MultiGenerationLru.BATCH];
    outcomes = new Outcome[MultiGenerationLru.BATCH];
  }

  /** Whether it has gone through all priorities. */
  boolean roundIsOver() {
    return priority < 0;
  }

  /** Goes through all priorities again. */
  void beginRound() {
    priority = DEF_PRIORITY;
    reclaimedThisRound = 0;
  }

  boolean kswapd() {
    return charge == null && pushOut == null && shrinking == null;
  }

  Group group() {
    return groups.get(groupIndex);
  }

  /** Whether the machine as a whole is short of memory, rather than a group at its limit. */
  boolean isGlobal(List<Group> all) {
    return groups.size() == all.size() && pushOut == null;
  }

  /** Takes a frame that is off its list into the batch. */
  void add(Frames frames, int frame) {
    frames.isolate(frame, batchSize);
    batch[batchSize] = frame;
    newEntries[batchSize] = SwapEntry.NONE;
    outcomes[batchSize++] = Outcome.PENDING;
  }

  /** Whether a frame may be isolated; a shrinking of all memory takes no more than has to go. */
  boolean chooses(Frames frames, int frame) {
    if (shrinking != null && !frames.leaves(frame)) {
      if (!wantsMore()) {
        return false;
      }
      frames.leave(frame);
    }
    return true;
  }

  /** Whether there is use in another frame that nobody has chosen yet. */
  boolean wantsMore() {
    return shrinking == null || shrinking.wantsMore();
  }

  boolean satisfied() {
    return shrinking == null
        ? reclaimed >= goal || reclaimedThisRound >= roundGoal
        : shrinking.fits();
  }
}
