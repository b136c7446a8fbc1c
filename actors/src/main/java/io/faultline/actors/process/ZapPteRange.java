package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Release;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.FreeEntries;
import io.faultline.protocol.SwapCacheMessage.Unmapped;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.VmaMessage.Zap;
import io.faultline.protocol.Zapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How ptes of a VMA go without a fault of their own: at exit, and when a copy takes their place.
 */
final class ZapPteRange {

  /** A range that is being emptied, and the pages that were in memory so far. */
  private static final class Range {
    final Zap zap;
    int present;
    boolean waited;

    Range(Zap zap) {
      this.zap = zap;
    }
  }

  private final VmaState state;
  private final PageTable table;
  private final ActorRef<SwapCacheMessage> swapCache;
  private final ActorRef<MemoryMessage> memory;
  private final ActorRef<CpusMessage> cpus;
  private final List<Range> unfinished = new ArrayList<>();
  private int[] released = new int[64];
  private int releasedCount;
  private long[] freed = new long[64];
  private int freedCount;
  private long[] unmapped = new long[64];
  private int unmappedCount;

  ZapPteRange(
      VmaState state,
      ActorRef<SwapCacheMessage> swapCache,
      ActorRef<MemoryMessage> memory,
      ActorRef<CpusMessage> cpus) {
    this.state = state;
    this.table = state.table();
    this.swapCache = swapCache;
    this.memory = memory;
    this.cpus = cpus;
  }

  /** {@code zap_pte_range}. */
  void zap(Zap zap) {
    Range range = new Range(zap);
    if (!zap(range)) {
      unfinished.add(range);
      waitFor(range);
    }
  }

  /** Who has the page in hand may need the processor to be done with it. */
  private void waitFor(Range range) {
    range.waited = true;
    if (range.zap.task() != Zap.NOBODY) {
      cpus.tell(new Sleep(range.zap.task()));
    }
  }

  /** Goes on with ranges of which swapoff had a page in hand. */
  void goOn() {
    if (!unfinished.isEmpty()) {
      unfinished.removeIf(this::zap);
    }
  }

  /** Empties what can be; says whether that was all. */
  private boolean zap(Range range) {
    Zap zap = range.zap;
    boolean complete = true;
    for (int page = zap.first(); page < zap.end(); page++) {
      if (table.inFault(page)) {
        complete = false;
      } else if (table.present(page)) {
        int frame = table.frame(page);
        long entry = table.entry(page);
        table.clear(page);
        gather(page, frame, entry);
        range.present++;
      } else if (table.swapped(page)) {
        addFreed(table.entry(page));
        table.clear(page);
      }
    }
    send(zap.cpu());
    if (complete) {
      state.forgetReadahead(zap.first());
      zap.replyTo().tell(new Zapped(range.present, range.waited));
    }
    return complete;
  }

  /**
   * A pte maps a frame no more.
   *
   * @param page the pte
   * @param frame what it mapped
   * @param entry the slot that backed the page
   */
  void letGo(int page, int frame, long entry, int cpu) {
    gather(page, frame, entry);
    send(cpu);
  }

  private void gather(int page, int frame, long entry) {
    if (table.mappedElsewhere(page, frame) || table.comingElsewhere(page, entry)) {
      return;
    }
    if (entry == SwapEntry.NONE) {
      if (releasedCount == released.length) {
        released = Arrays.copyOf(released, 2 * releasedCount);
      }
      released[releasedCount++] = frame;
    } else {
      if (unmappedCount == unmapped.length) {
        unmapped = Arrays.copyOf(unmapped, 2 * unmappedCount);
      }
      unmapped[unmappedCount++] = entry;
    }
  }

  private void addFreed(long entry) {
    if (freedCount == freed.length) {
      freed = Arrays.copyOf(freed, 2 * freedCount);
    }
    freed[freedCount++] = entry;
  }

  private void send(int cpu) {
    if (releasedCount > 0) {
      memory.tell(new Release(Arrays.copyOf(released, releasedCount)));
    }
    if (unmappedCount > 0) {
      swapCache.tell(new Unmapped(cpu, Arrays.copyOf(unmapped, unmappedCount)));
    }
    if (freedCount > 0) {
      swapCache.tell(new FreeEntries(cpu, Arrays.copyOf(freed, freedCount)));
    }
    releasedCount = 0;
    unmappedCount = 0;
    freedCount = 0;
  }
}
