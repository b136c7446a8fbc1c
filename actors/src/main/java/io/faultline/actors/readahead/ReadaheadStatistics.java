package io.faultline.actors.readahead;

import akka.actor.typed.Behavior;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.ChooseWindow;
import io.faultline.protocol.ReadaheadMessage.Hit;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;

/** The system-wide swap readahead state that every faulting task feeds and drains. */
public final class ReadaheadStatistics extends MachineActor<ReadaheadMessage> {

  private final ReadaheadHeuristic heuristic;
  private final ReadaheadState state;
  private final WindowHistogram windows;
  private final int pageCluster;

  private ReadaheadStatistics(
      ReadaheadHeuristic heuristic,
      ReadaheadState state,
      WindowHistogram windows,
      int pageCluster) {
    this.heuristic = heuristic;
    this.state = state;
    this.windows = windows;
    this.pageCluster = pageCluster;
  }

  /**
   * Statistics that one scope shares.
   *
   * @param heuristic decides the windows
   * @param state what it remembers, owned by this actor from now on
   * @param windows counts the decisions, owned by this actor from now on
   * @param pageCluster base-2 logarithm of the largest window, 0 to 31
   */
  public static Behavior<ReadaheadMessage> create(
      ReadaheadHeuristic heuristic,
      ReadaheadState state,
      WindowHistogram windows,
      int pageCluster) {
    return new ReadaheadStatistics(heuristic, state, windows, pageCluster);
  }

  @Override
  protected void onMessage(ReadaheadMessage message) {
    if (message instanceof Hit hit) {
      onHit(hit);
    } else if (message instanceof ChooseWindow miss) {
      onChooseWindow(miss);
    }
  }

  private void onHit(Hit hit) {
    heuristic.hit(state, SwapEntry.slot(hit.entry()), true);
  }

  private void onChooseWindow(ChooseWindow miss) {
    SwapFault fault = miss.fault();
    int hits = state.hits();
    int window = heuristic.window(state, SwapEntry.slot(fault.entry()), pageCluster);
    if (pageCluster > 0) {
      windows.count(fault.task(), window, hits);
    }
    miss.replyTo().tell(new ReadWindow(fault, window));
  }
}
