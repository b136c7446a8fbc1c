package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.MemoryMessage.ShrinkAll;
import io.faultline.protocol.WorkloadMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code shrink_all_memory} under way: one reclaim a processor, all towards one goal. A frame that
 * one of them isolates counts as leaving until it is freed or found to be in use, so that together
 * they choose no more than have to go.
 */
final class Shrinking {

  private final long imagePages;
  private final ActorRef<? super WorkloadMessage.ImageFits> replyTo;
  private final Frames frames;
  private final List<ReclaimJob> resting = new ArrayList<>();
  private int working;
  private boolean outOfSlots;
  private boolean choseAfresh;

  Shrinking(ShrinkAll asked, Frames frames) {
    this.imagePages = asked.imagePages();
    this.replyTo = asked.replyTo();
    this.frames = frames;
    this.working = asked.cpus();
  }

  ActorRef<? super WorkloadMessage.ImageFits> replyTo() {
    return replyTo;
  }

  /** Whether what is in memory fits into the image. */
  boolean fits() {
    return frames.used() <= imagePages;
  }

  /** Whether more frames have to leave than those that do. */
  boolean wantsMore() {
    return frames.staying() > imagePages;
  }

  /** Pages that are in memory beyond the image. */
  long excess() {
    return Math.max(0, frames.used() - imagePages);
  }

  void rest(ReclaimJob job) {
    resting.add(job);
    working--;
  }

  /** Whether every reclaim waits. */
  boolean allRest() {
    return working == 0;
  }

  /**
   * Forgets which frames were to leave, once they do not: those that were met under writeback lie
   * among the active ones, which nobody ages as long as enough of them are chosen.
   *
   * @return whether there is use in another round: false if there was none since the last time
   */
  boolean choosesAfresh() {
    boolean first = !choseAfresh;
    choseAfresh = true;
    frames.allStay();
    return first;
  }

  /** A round has reclaimed something. */
  void gained() {
    choseAfresh = false;
  }

  /** Takes the reclaims that wait, in the order in which they began to. */
  List<ReclaimJob> wake() {
    List<ReclaimJob> woken = List.copyOf(resting);
    resting.clear();
    working += woken.size();
    return woken;
  }

  void noSlots() {
    outOfSlots = true;
  }

  boolean outOfSlots() {
    return outOfSlots;
  }
}
