package io.faultline.actors.machine;

import io.faultline.actors.memory.FileSet;
import io.faultline.actors.memory.Frames;
import io.faultline.actors.memory.Group;
import io.faultline.actors.observe.HitLedger;
import io.faultline.actors.observe.LedgerSums;
import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.observe.WindowHistogram;
import io.faultline.actors.process.PageTable;
import io.faultline.actors.process.VmaState;
import io.faultline.actors.readahead.ReadaheadScope;
import io.faultline.actors.readahead.VmaReadahead;
import io.faultline.actors.swap.SlotAllocator;
import io.faultline.actors.swap.SlotTable;
import io.faultline.actors.zswap.ZswapEntries;
import io.faultline.actors.zswap.ZswapPool;
import io.faultline.config.ReadaheadSpec;
import io.faultline.protocol.SwapEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Conservation: what can be checked of a machine whenever no message is under way. Every check
 * walks the whole machine.
 */
final class Invariants {

  /** Heuristics that keep every hit until a decision takes it. */
  private static final List<String> COUNTERS_OF_HITS =
      List.of(
          ReadaheadSpec.HITS,
          ReadaheadSpec.DICKINS_2012_10,
          ReadaheadSpec.DICKINS_2012_10_NOPLUS,
          ReadaheadSpec.DICKINS_2012_11);

  private static final int NOWHERE = -1;

  private final MachineState machine;
  private String violation = "";

  Invariants(MachineState machine) {
    this.machine = machine;
  }

  /** Checks everything. */
  List<Invariant> check() {
    List<Invariant> results = new ArrayList<>();
    check(results, "every page is in exactly one place", this::checkPages);
    check(
        results, "every slot in use is referred to, and by as many as it counts", this::checkSlots);
    check(
        results,
        "frames used + free = total, and groups use what they are charged",
        this::checkFrames);
    if (machine.zswap != null) {
      check(
          results,
          "zswap's pool is the sum of its entries, each of a slot in use",
          () -> checkZswap(machine.zswap));
    }
    check(results, "hits earned = hits spent + pending", this::checkHits);
    check(results, "what is read back is what was last written", this::checkContents);
    return results;
  }

  private void check(List<Invariant> results, String name, Runnable check) {
    violation = "";
    check.run();
    results.add(new Invariant(name, violation.isEmpty(), violation));
  }

  private void violated(String text) {
    if (violation.isEmpty()) {
      violation = text;
    }
  }

  private void checkPages() {
    Frames frames = machine.memory.frames();
    int[] mapped = new int[frames.bound()];
    Arrays.fill(mapped, NOWHERE);
    for (VmaState vma : machine.vmas) {
      PageTable table = vma.table();
      for (int page = 0; page < table.pages(); page++) {
        String where = "page " + page + " of " + vma.name();
        if (table.present(page)) {
          checkPresent(vma, page, where, mapped);
        } else if (table.swapped(page)
            && !table.inFault(page)
            && machine.swapCache.slots().count(table.entry(page)) == 0) {
          violated(
              where + " is in slot " + SwapEntry.toString(table.entry(page)) + ", which is free");
        } else if (table.entry(page) == SwapEntry.NONE && table.tag(page) != 0) {
          violated(where + " was written and is nowhere");
        }
      }
    }
    if (!anyCharge()) {
      checkOwners(mapped);
    }
  }

  private boolean anyCharge() {
    if (machine.swapCache.plugs().awaitsFrame()) {
      return true;
    }
    for (VmaState vma : machine.vmas) {
      if (vma.beingCharged()) {
        return true;
      }
      for (int task = 0; task < machine.runnables(); task++) {
        if (vma.pageInFault(task) >= 0) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * A frame without an owner is on its way to a fault or to a VMA that is populated, or lost. One
   * that reclaim holds is freed with the rest of its batch.
   */
  private void checkOwners(int[] mapped) {
    for (int frame = 0; frame < mapped.length; frame++) {
      if (machine.memory.frames().inUse(frame)
          && mapped[frame] == NOWHERE
          && !machine.memory.frames().gone(frame)
          && !machine.memory.frames().isolated(frame)
          && !inFileSet(frame)
          && !machine.memory.frames().inPool(frame)
          && machine.swapCache.slots().entryOf(frame) == SwapEntry.NONE) {
        violated("frame " + frame + " is in use, but no page table and no slot has it");
      }
    }
  }

  private boolean inFileSet(int frame) {
    Frames frames = machine.memory.frames();
    FileSet files = machine.memory.groups().get(frames.group(frame)).files();
    return files != null && frames.file(frame) && files.frame(frames.page(frame)) == frame;
  }

  private void checkPresent(VmaState vma, int page, String where, int[] mapped) {
    Frames frames = machine.memory.frames();
    int frame = vma.table().frame(page);
    long entry = vma.table().entry(page);
    if (frame >= mapped.length) {
      violated(where + " maps frame " + frame + ", which was never in use");
      return;
    }
    int samePage = page % vma.table().rowPages();
    if (mapped[frame] != NOWHERE && mapped[frame] != samePage) {
      violated(where + " shares frame " + frame);
    }
    mapped[frame] = samePage;
    if (!frames.inUse(frame)
        || frames.gone(frame)
        || frames.vma(frame) != vma.vma()
        || frames.page(frame) % vma.table().rowPages() != samePage) {
      violated(where + " maps frame " + frame + ", which is not its own");
    }
    if (entry != SwapEntry.NONE && machine.swapCache.slots().frame(entry) != frame) {
      violated(where + " is backed by a slot that the swap cache does not have");
    }
  }

  private void checkSlots() {
    SlotTable table = machine.swapCache.slots();
    int[][] references = new int[machine.areas.size()][];
    int[][] inFault = new int[machine.areas.size()][];
    for (int area = 0; area < references.length; area++) {
      references[area] = new int[machine.slots.areas().slots(area).max()];
      inFault[area] = new int[references[area].length];
    }
    for (VmaState vma : machine.vmas) {
      for (int page = 0; page < vma.table().pages(); page++) {
        if (vma.table().swapped(page)) {
          long entry = vma.table().entry(page);
          references[SwapEntry.area(entry)][SwapEntry.slot(entry)]++;
          if (vma.table().inFault(page)) {
            inFault[SwapEntry.area(entry)][SwapEntry.slot(entry)]++;
          }
        }
      }
    }
    boolean[][] withCpu = new boolean[references.length][];
    for (int area = 0; area < references.length; area++) {
      withCpu[area] = new boolean[references[area].length];
    }
    machine.slots.forEachCached(e -> withCpu[SwapEntry.area(e)][SwapEntry.slot(e)] = true);
    machine.slots.forEachReturning(e -> withCpu[SwapEntry.area(e)][SwapEntry.slot(e)] = true);
    for (int area = 0; area < references.length; area++) {
      SlotAllocator allocator = machine.slots.areas().slots(area);
      for (int slot = 1; slot < allocator.max(); slot++) {
        long entry = SwapEntry.of(area, slot);
        int settled = references[area][slot] - inFault[area][slot];
        checkSlot(table, entry, settled, references[area][slot], withCpu[area][slot], allocator);
      }
    }
  }

  /**
   * A slot's count may fall behind its references by the ptes in a fault: one whose task waits for
   * a processor with its page has given its reference up already.
   */
  private void checkSlot(
      SlotTable table,
      long entry,
      int settled,
      int references,
      boolean withCpu,
      SlotAllocator allocator) {
    String slot = "slot " + SwapEntry.toString(entry);
    if (table.count(entry) < settled || table.count(entry) > references) {
      violated(
          slot + " counts " + table.count(entry) + " ptes, but " + references + " refer to it");
    }
    boolean inUse = table.count(entry) > 0 || table.cached(entry);
    int frame = table.frame(entry);
    if (table.cached(entry)
        && frame >= 0
        && !(machine.memory.frames().inUse(frame) && table.entryOf(frame) == entry)) {
      violated(slot + " is cached in frame " + frame + ", which is not its own");
    }
    if (inUse && withCpu) {
      violated(slot + " is in use and with a CPU");
    }
    if (allocator.isAllocated(SwapEntry.slot(entry)) != (inUse || withCpu)) {
      violated(
          slot + (inUse || withCpu ? " is in use but not allocated" : " is allocated but unused"));
    }
  }

  private void checkFrames() {
    Frames frames = machine.memory.frames();
    long[] usage = new long[machine.memory.groups().size()];
    long used = 0;
    for (int frame = 0; frame < frames.bound(); frame++) {
      if (frames.inUse(frame)) {
        used++;
        usage[frames.group(frame)]++;
      }
    }
    if (used + frames.free() != frames.total()) {
      violated(used + " frames used + " + frames.free() + " free is not " + frames.total());
    }
    for (int i = 0; i < usage.length; i++) {
      Group group = machine.memory.groups().get(i);
      long charged = group.usage() - group.compressed();
      boolean beyond = group.usage() > group.limit() && machine.zswap == null;
      if (charged != usage[i] || beyond) {
        violated("group " + group.name() + " is charged " + charged + " and uses " + usage[i]);
      }
    }
  }

  private void checkZswap(ZswapPool pool) {
    long[] bytes = new long[pool.groups()];
    int found = 0;
    for (int area = 0; area < machine.areas.size(); area++) {
      int max = machine.slots.areas().slots(area).max();
      for (int slot = 1; slot < max; slot++) {
        long swapEntry = SwapEntry.of(area, slot);
        int entry = pool.entries().find(swapEntry);
        if (entry != ZswapEntries.NONE) {
          found++;
          bytes[pool.entries().group(entry)] += pool.entries().bytes(entry);
          if (machine.swapCache.slots().free(swapEntry)) {
            violated("zswap has slot " + SwapEntry.toString(swapEntry) + ", which is free");
          }
        }
      }
    }
    long all = 0;
    for (int group = 0; group < bytes.length; group++) {
      all += bytes[group];
      if (bytes[group] != pool.bytes(group)) {
        violated("group " + group + " has " + bytes[group] + " bytes, not " + pool.bytes(group));
      }
      if (machine.memory.groups().get(group).compressed() != pool.chargedPages(group)) {
        violated("group " + group + " is not charged what it has in zswap");
      }
    }
    long poolFrames = 0;
    for (int frame = 0; frame < machine.memory.frames().bound(); frame++) {
      poolFrames += machine.memory.frames().inPool(frame) ? 1 : 0;
    }
    if (found != pool.entries().size() || all > 4096 * pool.pages()) {
      violated(found + " entries of " + all + " bytes lie in " + pool.pages() + " pages");
    }
    if (poolFrames != pool.pages() && machine.memory.frames().free() > 0) {
      violated("the pool has " + pool.pages() + " pages in " + poolFrames + " frames");
    }
  }

  private void checkHits() {
    long earned = machine.vmstat().get(VmstatItem.SWAP_RA_HIT);
    long spent = machine.windows().hitsSpent();
    long start = 0;
    long pending = 0;
    if (machine.vmasDecide()) {
      for (VmaState vma : machine.vmas.subList(0, machine.firstObject())) {
        start -= vma.hitsLost();
        for (long word : vma.readaheadWords()) {
          start += VmaReadahead.hits(VmaReadahead.fresh(0));
          pending += VmaReadahead.hits(VmaReadahead.fresh(word));
        }
      }
    }
    if (countsEveryHit()) {
      for (ReadaheadScope scope : machine.scopes) {
        start += scope.unearnedHits();
        pending += scope.state().hits();
      }
      checkHits(start, earned, spent, pending);
    } // what other heuristics do with a hit is their own affair, but the ledger follows them
    checkLedger(earned);
    checkReadahead();
  }

  /**
   * By addresses a counter stops at 63, which the words say of themselves and statistics do not.
   */
  private boolean countsEveryHit() {
    ReadaheadSpec spec = machine.experiment.readahead();
    return COUNTERS_OF_HITS.contains(spec.algorithm())
        && (machine.vmasDecide()
            || spec.placement() == ReadaheadSpec.Placement.SLOTS
            || !spec.algorithm().equals(ReadaheadSpec.HITS));
  }

  private void checkLedger(long earned) {
    LedgerSums sums = machine.ledgerSums();
    if (!sums.imbalance().isEmpty()) {
      violated(sums.imbalance());
    }
    long earnedByTasks = 0;
    for (int row = 0; row < machine.ledgerRows.names().size(); row++) {
      earnedByTasks += sums.earned(row);
    }
    if (earnedByTasks != earned) {
      violated("the ledger has " + earnedByTasks + " hits, and swap_ra_hit is " + earned);
    }
    for (ReadaheadScope scope : machine.scopes) {
      checkCounter(scope.ledger(), 0, scope.state().hits());
    }
    if (machine.vmasDecide()) {
      for (VmaState vma : machine.vmas.subList(0, machine.firstObject())) {
        for (int word = 0; word < vma.ledger().counters(); word++) {
          checkCounter(vma.ledger(), word, vma.hits(word));
        }
      }
    }
    if (COUNTERS_OF_HITS.contains(machine.experiment.readahead().algorithm())) {
      checkSpenders(sums);
    }
  }

  private void checkCounter(HitLedger ledger, int counter, int hits) {
    if (ledger.pending(counter) != hits) {
      violated(
          "the ledger has " + ledger.pending(counter) + " pending, and the counter is " + hits);
    }
  }

  private void checkSpenders(LedgerSums sums) {
    WindowHistogram windows = machine.windows();
    long[] taken = new long[machine.ledgerRows.names().size()];
    for (int task = 0; task < machine.runnables(); task++) {
      taken[machine.ledgerRows.of(task)] += windows.hitsSpent(task);
    }
    for (int spender = 0; spender < taken.length; spender++) {
      long spent = 0;
      for (int earner = 0; earner < machine.ledgerRows.count(); earner++) {
        spent += sums.spent(earner, spender);
      }
      if (spent != taken[spender]) {
        violated(
            "by the ledger "
                + machine.ledgerRows.name(spender)
                + " spent "
                + spent
                + " hits, and its decisions took "
                + taken[spender]);
      }
    }
  }

  /** {@code swap_ra} is what was read ahead: touched, dropped, or still untouched. */
  private void checkReadahead() {
    ReadaheadUse use = machine.swapCache.use();
    long[] untouched = new long[machine.runnables()];
    SlotTable slots = machine.swapCache.slots();
    for (int area = 0; area < machine.areas.size(); area++) {
      int max = machine.slots.areas().slots(area).max();
      for (int slot = 1; slot < max; slot++) {
        int task = slots.readAheadInVain(SwapEntry.of(area, slot));
        if (task >= 0) {
          untouched[task]++;
        }
      }
    }
    long readAhead = 0;
    for (int task = 0; task < untouched.length; task++) {
      readAhead += use.pages(task, ReadaheadUse.Lane.READ_AHEAD);
      if (use.untouched(task) != untouched[task]) {
        violated(
            machine.taskName(task)
                + " read ahead "
                + use.untouched(task)
                + " pages that nobody touched, and "
                + untouched[task]
                + " are there");
      }
    }
    if (readAhead != machine.vmstat().get(VmstatItem.SWAP_RA)) {
      violated(
          "the ledger has "
              + readAhead
              + " pages read ahead, and swap_ra is "
              + machine.vmstat().get(VmstatItem.SWAP_RA));
    }
  }

  private void checkHits(long start, long earned, long spent, long pending) {
    if (start + earned != spent + pending) {
      violated(
          start
              + " at start + "
              + earned
              + " earned is not "
              + spent
              + " spent + "
              + pending
              + " pending");
    }
  }

  private void checkContents() {
    for (VmaState vma : machine.vmas) {
      if (vma.table().mismatches() > 0) {
        violated(
            vma.table().mismatches() + " pages of " + vma.name() + " came back with other content");
      }
    }
  }
}
