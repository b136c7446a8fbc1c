package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.CpuCosts;
import io.faultline.protocol.MemoryMessage.ChargeSome;
import io.faultline.protocol.MemoryMessage.MappedRun;
import io.faultline.protocol.ProcessMessage.VmaPopulated;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Populate;
import io.faultline.protocol.VmaMessage.PopulateOn;

/** The first stores to all pages of a VMA that no task populates ({@code mm_populate}). */
final class MmPopulate {

  /** The charge of a request that no task makes. */
  static final int REQUEST = -1;

  /**
   * {@code PAGEVEC_SIZE}: the new pages that a CPU gathers before they enter the LRU lists
   * together. VMAs that are populated at the same time lie there in runs of so many.
   *
   * <p>Source: include/linux/pagevec.h, 4.16 to about 6.7; for all generations here [M].
   */
  private static final int PAGEVEC_SIZE = 15;

  private final VmaState state;
  private final PageTable table;
  private final Vma.Surroundings outside;
  private final Populate asked;
  private final ActorRef<VmaMessage> self;
  private int populated;

  MmPopulate(VmaState state, Vma.Surroundings outside, Populate asked, ActorRef<VmaMessage> self) {
    this.state = state;
    this.table = state.table();
    this.outside = outside;
    this.asked = asked;
    this.self = self;
  }

  /** Charges the next pages, or says that all are there. */
  void goOn() {
    int left = table.rowPages() - populated;
    if (left == 0) {
      asked.replyTo().tell(new VmaPopulated(state.vma()));
    } else {
      int wanted = Math.min(left, PAGEVEC_SIZE);
      state.beingCharged(true);
      outside
          .memory()
          .tell(new ChargeSome(REQUEST, state.group(), wanted, state.newPage(), asked.cpu(), self));
    }
  }

  /** The faults of a batch of first stores, all that they cost at once. */
  void charged(int[] frames) {
    state.beingCharged(false);
    for (int i = 0; i < frames.length; i++) {
      table.mapNew(populated + i, frames[i], true);
    }
    if (!state.object()) {
      state.vmstat().count(VmstatItem.PGFAULT, frames.length);
    }
    outside.memory().tell(new MappedRun(frames, state.vma(), populated));
    populated += frames.length;
    CpuCosts costs = outside.costs();
    long each =
        costs.accessNanos() + costs.faultEntryNanos() + costs.copyNanos() + costs.mapNanos();
    VirtualClock clock = outside.clock();
    long nanos = outside.jitter().apply(clock.now(), frames.length * each);
    clock.tellAfter(nanos, self, new PopulateOn());
  }
}
