package io.faultline.actors.process;

import io.faultline.actors.process.FaultInProgress.SwappedIn;
import io.faultline.config.CpuCosts;
import io.faultline.protocol.MemoryMessage.Mapped;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapoffMessage.Progress;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage.Unuse;
import io.faultline.protocol.VmaMessage.UnuseSlot;
import java.util.Arrays;
import java.util.Objects;

/** What swapoff does in one VMA ({@code unuse_vma} in {@code mm/swapfile.c}). */
final class UnuseVma {

  private static final int NOWHERE = -1;

  /** {@code shmem_unuse_inode}: it looks pages up, and reads ahead on a miss, in all kernels. */
  private static final UnuseRules SHMEM_UNUSE = new UnuseRules(true, Reads.WINDOW, Hits.KEPT);

  private static final UnuseRules ONE_PAGE = new UnuseRules(false, Reads.PAGE, Hits.KEPT);

  private final VmaState state;
  private final PageTable table;
  private final VmaFaults faults;
  private final Vma.Surroundings outside;
  private final VirtualClock clock;
  private final CpuCosts costs;

  UnuseVma(VmaState state, VmaFaults faults, Vma.Surroundings outside) {
    this.state = state;
    this.table = state.table();
    this.faults = faults;
    this.outside = outside;
    this.clock = outside.clock();
    this.costs = outside.costs();
  }

  /** {@code unuse_vma}. */
  void unuse(Unuse unuse) {
    FaultInProgress fault = state.fault(unuse.task());
    fault.runsOn(unuse.cpu(), unuse.sliceEnd());
    UnuseRules rules = state.object() ? SHMEM_UNUSE : unuse.rules();
    unuseNext(fault, new UnuseWalk(unuse.area(), unuse.from(), rules, unuse.replyTo()), 0);
  }

  /**
   * Goes on to the next page that is on the area. A page in a fault is left to its fault, and to
   * another walk should it stay on swap.
   */
  private void unuseNext(FaultInProgress fault, UnuseWalk walk, long owedNanos) {
    if (clock.now() + owedNanos >= fault.sliceEnd()) {
      walk.report(Progress.SLICE_USED, owedNanos, fault);
      return;
    }
    int sibling = walk.slot() == SwapEntry.NONE ? NOWHERE : pageOnSlot(walk.slot());
    if (sibling != NOWHERE && toUnuse(sibling, walk.area)) {
      unuse(fault, walk, sibling, owedNanos);
      return;
    }
    int page = walk.next();
    while (page < table.pages() && !toUnuse(page, walk.area)) {
      page++;
    }
    long owed = owedNanos + (page - walk.next()) * costs.pteScanNanos();
    if (page < table.pages()) {
      walk.visitedUpTo(page + 1);
      unuse(fault, walk, page, owed);
    } else {
      walk.visitedUpTo(page);
      freeSlotsOfMappedPages(walk.area, fault.cpu());
      walk.report(Progress.DONE, owed, fault);
    }
  }

  private boolean toUnuse(int page, int area) {
    return table.swapped(page) && SwapEntry.area(table.entry(page)) == area && !table.inFault(page);
  }

  private void unuse(FaultInProgress fault, UnuseWalk walk, int page, long owedNanos) {
    fault.begin(walk, page);
    faults.hold(fault);
    SwapCacheMessage.Unuse unuse = new SwapCacheMessage.Unuse(faults.swapFault(fault), walk.rules);
    if (owedNanos > 0) {
      clock.tellAfter(owedNanos, outside.swapCache(), unuse);
    } else {
      outside.swapCache().tell(unuse);
    }
  }

  /** A page that the walk waited for is in memory; on with the walk. */
  void unused(FaultInProgress fault, UnuseWalk walk, SwappedIn swappedIn, long owedNanos) {
    unusePte(fault, walk, swappedIn);
    unuseNext(fault, walk, owedNanos);
  }

  /** {@code unuse_pte}. */
  private void unusePte(FaultInProgress fault, UnuseWalk walk, SwappedIn swappedIn) {
    int page = fault.page();
    table.mapUnused(page, swappedIn.frame(), swappedIn.slotKept(), swappedIn.content());
    table.leaveFault(page);
    outside.memory().tell(new Mapped(swappedIn.frame(), state.vma(), page, true));
    walk.mapped();
    fault.end();
    faults.wakeFollowers(fault);
  }

  /** Its group has no room for a page whose slot is gone: it is mapped all the same, unpaid for. */
  void unusedInVain(FaultInProgress fault, SwappedIn swappedIn) {
    UnuseWalk walk = Objects.requireNonNull(fault.walk());
    unusePte(fault, walk, swappedIn);
    walk.report(Progress.NO_MEMORY, 0, fault);
  }

  /** There is no memory for the page that the walk is at. */
  void noMemory(SwapFault swapFault) {
    FaultInProgress fault = state.fault(swapFault.task());
    UnuseWalk walk = Objects.requireNonNull(fault.walk());
    table.leaveFault(fault.page());
    fault.end();
    faults.wakeFollowers(fault);
    walk.report(Progress.NO_MEMORY, 0, fault);
  }

  /**
   * The pages that are in memory, but whose slot is kept as well: it is freed. That of a page which
   * is just stored to is left to the store, and to another pass.
   */
  private void freeSlotsOfMappedPages(int area, int cpu) {
    long[] freed = new long[64];
    int count = 0;
    for (int page = 0; page < table.pages(); page++) {
      if (table.present(page)
          && !table.inFault(page)
          && table.entry(page) != SwapEntry.NONE
          && SwapEntry.area(table.entry(page)) == area
          && !table.onSlotElsewhere(page, table.entry(page))) {
        if (count == freed.length) {
          freed = Arrays.copyOf(freed, 2 * count);
        }
        freed[count++] = table.entry(page);
        table.forgetSlot(page);
      }
    }
    if (count > 0) {
      outside.swapCache().tell(new FreeSlots(cpu, Arrays.copyOf(freed, count)));
    }
  }

  /** Before v5.1: the search for the page of one slot. */
  void unuseSlot(UnuseSlot unuse) {
    int area = SwapEntry.area(unuse.entry());
    int page = pageOnSlot(unuse.entry());
    FaultInProgress fault = state.fault(unuse.task());
    fault.runsOn(unuse.cpu(), unuse.sliceEnd());
    int searched = page != NOWHERE ? page + 1 : table.pages();
    UnuseWalk walk = UnuseWalk.forSlot(unuse.entry(), table.pages(), ONE_PAGE, unuse.replyTo());
    long owed = searched * costs.pteScanNanos();
    if (page != NOWHERE && toUnuse(page, area)) {
      unuse(fault, walk, page, owed);
      return;
    } else if (page != NOWHERE
        && table.present(page)
        && !table.inFault(page)
        && !table.onSlotElsewhere(page, unuse.entry())) {
      table.forgetSlot(page);
      outside.swapCache().tell(new FreeSlots(unuse.cpu(), new long[] {unuse.entry()}));
      walk.mapped();
    }
    walk.report(Progress.DONE, owed, fault);
  }

  /** A page that is on a slot or backed by it, one to bring in before all others. */
  private int pageOnSlot(long entry) {
    int known = state.pagesBySlot(SwapEntry.area(entry)).page(entry);
    int found = NOWHERE;
    if (known != NOWHERE) {
      for (int page = known % table.rowPages(); page < table.pages(); page += table.rowPages()) {
        if (table.entry(page) == entry) {
          if (toUnuse(page, SwapEntry.area(entry))) {
            return page;
          }
          found = page;
        }
      }
    }
    return found;
  }
}
