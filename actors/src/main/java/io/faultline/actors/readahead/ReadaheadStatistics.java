package io.faultline.actors.readahead;

import akka.actor.typed.Behavior;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.CpusMessage.HitsCounted;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.AddHit;
import io.faultline.protocol.ReadaheadMessage.ChooseWindow;
import io.faultline.protocol.ReadaheadMessage.CountHits;
import io.faultline.protocol.ReadaheadMessage.Forget;
import io.faultline.protocol.ReadaheadMessage.Hit;
import io.faultline.protocol.ReadaheadMessage.SetHitsToLastWindow;
import io.faultline.protocol.ReadaheadMessage.SwappedOut;
import io.faultline.protocol.ReadaheadMessage.UnusedDropped;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.VmaMessage.PlaceWindow;

/**
 * Swap readahead state that the faulting tasks of one scope feed and drain: the kernel's has one
 * for the whole system.
 */
public final class ReadaheadStatistics extends MachineActor<ReadaheadMessage> {

  private static final int LARGEST_ORDER = 30;

  private final ReadaheadScope scope;
  private final ReadaheadHeuristic heuristic;
  private ReadaheadState state;
  private final int pageCluster;
  private final boolean byAddresses;

  private ReadaheadStatistics(ReadaheadScope scope, int pageCluster, boolean byAddresses) {
    this.scope = scope;
    this.heuristic = scope.heuristic();
    this.state = scope.state();
    this.pageCluster = Math.min(pageCluster, LARGEST_ORDER);
    this.byAddresses = byAddresses;
  }

  /**
   * Statistics that one scope shares.
   *
   * @param scope heuristic, state and counts, owned by this actor from now on
   * @param pageCluster base-2 logarithm of the largest window, at least 0; more than 30 counts as
   *     30
   * @param byAddresses whether windows lie around addresses rather than slots
   */
  public static Behavior<ReadaheadMessage> create(
      ReadaheadScope scope, int pageCluster, boolean byAddresses) {
    return new ReadaheadStatistics(scope, pageCluster, byAddresses);
  }

  @Override
  protected void onMessage(ReadaheadMessage message) {
    if (message instanceof Hit hit) {
      onHit(hit);
    } else if (message instanceof ChooseWindow miss) {
      onChooseWindow(miss);
    } else if (message instanceof SwappedOut out) {
      heuristic.swappedOut(state, out.pages());
      scope.ledger().changed(0, state.hits());
    } else if (message instanceof UnusedDropped dropped) {
      heuristic.unusedDropped(state, dropped.pages());
      scope.ledger().changed(0, state.hits());
    } else if (message instanceof Forget) {
      scope.forget();
      state = scope.state();
    } else if (message instanceof AddHit) {
      scope.give(state.hits() + 1);
    } else if (message instanceof SetHitsToLastWindow) {
      scope.give(state.lastWindow());
    } else if (message instanceof CountHits count) {
      count.replyTo().tell(new HitsCounted(state.hits()));
    }
  }

  private long position(SwapFault fault) {
    return byAddresses ? VirtualPages.of(fault.vma(), fault.page()) : SwapEntry.slot(fault.entry());
  }

  private void onHit(Hit hit) {
    SwapFault fault = hit.fault();
    heuristic.hit(state, position(fault), hit.flagged());
    scope.ledger().found(0, fault.task(), hit.provider(), hit.flagged(), state.hits());
  }

  private void onChooseWindow(ChooseWindow miss) {
    SwapFault fault = miss.fault();
    if (miss.largest()) {
      answerLargest(miss);
      return;
    }
    long previous = state.previousPosition();
    int hits = state.hits();
    int window = heuristic.window(state, position(fault), pageCluster);
    long stride = heuristic.stride(state);
    int behind = heuristic.behind(state);
    check(window, stride, behind);
    if (pageCluster > 0) {
      scope.windows().count(fault.task(), fault.entry(), window, hits - state.hits());
    } else { // the heuristics of October 2012 forget their hits all the same
      scope.windows().spent(fault.task(), hits - state.hits());
    }
    int counted = pageCluster > 0 ? window : 0;
    boolean stolen = scope.ledger().decided(0, fault.task(), counted, state.hits());
    if (byAddresses) {
      fault.replyTo().tell(new PlaceWindow(fault, window, previous, stride, behind, stolen));
    } else {
      miss.replyTo().tell(new ReadWindow(fault, window, stride, behind, stolen));
    }
  }

  /** A class of the user's may decide what cannot be done; no result is printed from that. */
  private void check(int window, long stride, int behind) {
    int largest = 1 << pageCluster;
    boolean placed = stride != 0;
    if (window < 1 || window > largest || (!placed && Integer.bitCount(window) != 1)) {
      throw new IllegalStateException(
          "the heuristic chose a window of "
              + window
              + " pages, and it is "
              + (placed ? "" : "a power of two ")
              + "from 1 to "
              + largest);
    }
    if (placed && (behind < 0 || behind >= window)) {
      throw new IllegalStateException(
          "the heuristic put "
              + behind
              + " pages of a window of "
              + window
              + " behind the missed one, and it is 0 to "
              + (window - 1));
    }
    if (stride < -ReadaheadHeuristic.LARGEST_STRIDE || stride > ReadaheadHeuristic.LARGEST_STRIDE) {
      throw new IllegalStateException(
          "the heuristic chose a stride of " + stride + " pages, and it is at most 2^62");
    }
  }

  private void answerLargest(ChooseWindow miss) {
    int window = 1 << pageCluster;
    if (pageCluster > 0) {
      scope.windows().count(miss.fault().task(), miss.fault().entry(), window, 0);
      scope.ledger().decided(0, miss.fault().task(), window, state.hits());
    }
    if (byAddresses) {
      miss.fault()
          .replyTo()
          .tell(new PlaceWindow(miss.fault(), window, state.previousPosition(), 0, 0, false));
    } else {
      miss.replyTo().tell(new ReadWindow(miss.fault(), window));
    }
  }
}
