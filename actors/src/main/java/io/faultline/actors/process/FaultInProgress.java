package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.SwapFault.Cause;
import io.faultline.protocol.TaskMessage;
import io.faultline.protocol.TaskMessage.Served;
import io.faultline.protocol.TaskMessage.Touched;
import io.faultline.protocol.VmaMessage.Touch;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one fault that a task can be in: what {@code struct vm_fault} and the kernel stack hold. A
 * swapoff that brings in a page is as good as a fault here.
 */
final class FaultInProgress {

  private final int task;
  private final ArrayDeque<FaultInProgress> followers = new ArrayDeque<>(0);
  private @Nullable Touch touch;
  private @Nullable UnuseWalk walk;
  private int page;
  private int accesses;
  private long accessedAt;
  private int cpu;
  private long sliceEnd;
  private boolean following;
  private boolean foundSwapEntry;
  private boolean holdsPage;
  private @Nullable SwappedIn uncharged;
  private @Nullable Served copying;
  private long[] earlier = new long[16];
  private int earlierCount;
  private long owedNanos;
  private boolean goesOn;

  /**
   * A page that was swapped in and is not mapped yet.
   *
   * @param frame frame that holds it
   * @param slotKept whether it is still in the swap cache
   * @param content tag of what it holds
   * @param served how it came
   */
  record SwappedIn(int frame, boolean slotKept, int content, Served served) {}

  FaultInProgress(int task) {
    this.task = task;
  }

  /**
   * An access faults.
   *
   * @param touch the run it belongs to
   * @param page the page accessed
   * @param accesses accesses of the run so far, this one included
   * @param accessedAt virtual time of the access
   * @param cpu processor that the task runs on
   * @param sliceEnd end of its time slice
   */
  void begin(Touch touch, int page, int accesses, long accessedAt, int cpu, long sliceEnd) {
    this.touch = touch;
    this.page = page;
    this.accesses = accesses;
    this.accessedAt = accessedAt;
    runsOn(cpu, sliceEnd);
  }

  /**
   * Whether the run has accesses left and may go on past this fault.
   *
   * @param mayTake what it may still take, in nanoseconds
   * @param owed what it owes, likewise
   */
  boolean mayGoOn(long owed, long mayTake) {
    Touch run = touch;
    return run != null && run.pastFaults() && run.from() + accesses < run.to() && owed < mayTake;
  }

  /** The access has been made, and the run goes on behind it. */
  void goOn(Served served, long latencyNanos, long owed) {
    if (earlierCount == earlier.length) {
      earlier = Arrays.copyOf(earlier, 2 * earlierCount);
    }
    earlier[earlierCount++] = Touched.packed(served, latencyNanos);
    owedNanos = owed;
    goesOn = true;
    holdsPage = false;
    foundSwapEntry = false;
  }

  /** The run that goes on now; null if it has ended. */
  @Nullable Touch takeRun() {
    if (!goesOn) {
      return null;
    }
    goesOn = false;
    return touch;
  }

  /** What a run that goes on owes. */
  long owedNanos() {
    return owedNanos;
  }

  /** The faults that the run went on past. */
  long[] takeEarlier() {
    if (earlierCount == 0) {
      return Touched.NO_FAULTS;
    }
    long[] all = Arrays.copyOf(earlier, earlierCount);
    earlierCount = 0;
    return all;
  }

  /** Swapoff brings a page in: the same way in as a fault's. */
  void begin(UnuseWalk unuse, int unusedPage) {
    this.walk = unuse;
    this.page = unusedPage;
  }

  /** The access has been made, or the page was brought in. */
  void end() {
    touch = null;
    walk = null;
    holdsPage = false;
    foundSwapEntry = false;
  }

  /** The fault is the one that others on the same page wait for. */
  void holdPage() {
    holdsPage = true;
  }

  boolean holdsPage() {
    return holdsPage;
  }

  /** The page is in memory, and has to be charged before it is mapped. */
  void waitForCharge(SwappedIn page) {
    uncharged = page;
  }

  /** The page that has been charged; null if it is a new one. */
  @Nullable SwappedIn takeCharged() {
    SwappedIn page = uncharged;
    uncharged = null;
    return page;
  }

  /**
   * The page is mapped and shared, and the store waits for a frame to copy it to.
   *
   * @param served how the page came to be mapped
   */
  void waitForCopy(Served served) {
    copying = served;
  }

  /** How the page came that is to be copied; null if there is no copy to make. */
  @Nullable Served takeCopying() {
    Served served = copying;
    copying = null;
    return served;
  }

  /** The task has been given a processor. */
  void runsOn(int cpu, long sliceEnd) {
    this.cpu = cpu;
    this.sliceEnd = sliceEnd;
  }

  /**
   * Lets another task's fault on the same page wait for this one.
   *
   * @param onSwap whether the pte holds a swap entry
   */
  void addFollower(FaultInProgress follower, boolean onSwap) {
    follower.following = true;
    follower.foundSwapEntry = onSwap;
    followers.add(follower);
  }

  @Nullable FaultInProgress takeFollower() {
    return followers.poll();
  }

  /** Whether this fault waits for another task's fault on the same page. */
  boolean following() {
    return following;
  }

  /** Whether this fault found a swap entry and waited for another task to bring the page in. */
  boolean foundSwapEntry() {
    return foundSwapEntry;
  }

  void stopFollowing() {
    following = false;
  }

  boolean inProgress() {
    return touch != null || walk != null;
  }

  /** The walk of swapoff that brings the page in; null if a task faulted. */
  @Nullable UnuseWalk walk() {
    return walk;
  }

  int task() {
    return task;
  }

  int page() {
    return page;
  }

  /** Accesses after the faulting one have been made along with it. */
  void madeMore(int more) {
    accesses += more;
  }

  int accesses() {
    return accesses;
  }

  long accessedAt() {
    return accessedAt;
  }

  int cpu() {
    return cpu;
  }

  long sliceEnd() {
    return sliceEnd;
  }

  boolean write() {
    return running().write();
  }

  /** Whether it is no fault but a {@code read()} or {@code write()}. */
  boolean file() {
    return touch != null && touch.file();
  }

  /** Neighbouring pages from the faulting one on that the run stores to next, at most so many. */
  int run() {
    Touch running = running();
    int at = running.from() + accesses - 1;
    int most = Math.min(running.together(), running.to() - at);
    int count = 1;
    while (count < most && running.pages()[at + count] == page + count) {
      count++;
    }
    return count;
  }

  Cause cause(boolean object) {
    return walk != null ? Cause.UNUSE : object ? Cause.OBJECT : write() ? Cause.STORE : Cause.LOAD;
  }

  ActorRef<TaskMessage> replyTo() {
    return running().replyTo();
  }

  private Touch running() {
    if (touch == null) {
      throw new IllegalStateException("task " + task + " is not in a fault");
    }
    return touch;
  }
}
