package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.WorkloadMessage.PushedOut;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reclaims under way, each by the number that answers to its questions carry. */
final class ReclaimJobs {

  private final List<Group> allGroups;
  private final List<@Nullable ReclaimJob> jobs = new ArrayList<>();
  private int underWay;

  /**
   * None yet.
   *
   * @param allGroups the groups of the machine
   */
  ReclaimJobs(List<Group> allGroups) {
    this.allGroups = allGroups;
  }

  /** The reclaim of that number; throws an exception if it is not under way. */
  ReclaimJob get(int number) {
    ReclaimJob job = jobs.get(number);
    if (job == null) {
      throw new IllegalStateException("reclaim " + number + " is not under way");
    }
    return job;
  }

  /** Reclaims that are under way, those that wait for something among them. */
  int underWay() {
    return underWay;
  }

  /** A direct reclaim in a group that is at its limit. */
  ReclaimJob direct(PendingCharge charge, Group full) {
    return begin(List.of(full), Memory.SWAP_CLUSTER_MAX, charge.request.cpu(), charge, null, null);
  }

  /** A direct reclaim in all groups, since the machine is short of frames. */
  ReclaimJob direct(PendingCharge charge) {
    return begin(allGroups, Memory.SWAP_CLUSTER_MAX, charge.request.cpu(), charge, null, null);
  }

  /** A run of kswapd. */
  ReclaimJob kswapd() {
    return begin(allGroups, Long.MAX_VALUE, 0, null, null, null);
  }

  /** A push-out of so many pages. */
  ReclaimJob pushOut(long goal, ActorRef<? super PushedOut> replyTo) {
    return begin(allGroups, goal, 0, null, replyTo, null);
  }

  /** What one processor does of a shrinking of all memory. */
  ReclaimJob shrinking(Shrinking shrinking, int cpu) {
    return begin(allGroups, Long.MAX_VALUE, cpu, null, null, shrinking);
  }

  private ReclaimJob begin(
      List<Group> groups,
      long goal,
      int cpu,
      @Nullable PendingCharge charge,
      @Nullable ActorRef<? super PushedOut> pushOut,
      @Nullable Shrinking shrinking) {
    int number = jobs.indexOf(null);
    if (number < 0) {
      number = jobs.size();
      jobs.add(null);
    }
    ReclaimJob job = new ReclaimJob(number, groups, goal, cpu, charge, pushOut, shrinking);
    jobs.set(number, job);
    underWay++;
    return job;
  }

  /** A reclaim is over; its number is free for another one. */
  void end(ReclaimJob job) {
    jobs.set(job.number, null);
    underWay--;
  }
}
