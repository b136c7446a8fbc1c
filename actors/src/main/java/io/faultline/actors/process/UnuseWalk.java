package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapoffMessage.Progress;
import io.faultline.protocol.SwapoffMessage.Unused;
import io.faultline.protocol.UnuseRules;

/** The way of one swapoff through one VMA: {@code unuse_vma} on the kernel stack. */
final class UnuseWalk {

  final int area;
  final UnuseRules rules;
  private final ActorRef<? super Unused> replyTo;
  private final long slot;
  private int next;
  private int mapped;

  /**
   * A walk that has brought in nothing.
   *
   * @param from first page to visit
   */
  UnuseWalk(int area, int from, UnuseRules rules, ActorRef<? super Unused> replyTo) {
    this(area, SwapEntry.NONE, from, rules, replyTo);
  }

  /** A search for the page of one slot that has found nothing. */
  static UnuseWalk forSlot(long slot, int end, UnuseRules rules, ActorRef<? super Unused> replyTo) {
    return new UnuseWalk(SwapEntry.area(slot), slot, end, rules, replyTo);
  }

  private UnuseWalk(
      int area, long slot, int from, UnuseRules rules, ActorRef<? super Unused> replyTo) {
    this.area = area;
    this.slot = slot;
    this.next = from;
    this.rules = rules;
    this.replyTo = replyTo;
  }

  /** The one slot whose page it looks for; {@link SwapEntry#NONE} if it visits all pages. */
  long slot() {
    return slot;
  }

  /** First page that has not been visited. */
  int next() {
    return next;
  }

  void visitedUpTo(int page) {
    next = page;
  }

  /** A page has been brought in and mapped. */
  void mapped() {
    mapped++;
  }

  /** Tells swapoff how far the walk came; {@code fault} knows the processor. */
  void report(Progress progress, long owedNanos, FaultInProgress fault) {
    replyTo.tell(new Unused(progress, mapped, next, owedNanos, fault.cpu(), fault.sliceEnd()));
  }
}
