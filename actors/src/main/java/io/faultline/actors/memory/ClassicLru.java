package io.faultline.actors.memory;

import io.faultline.actors.memory.ReclaimJob.Outcome;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Kernel;
import io.faultline.protocol.MemoryMessage;
import java.util.List;

/**
 * An active and an inactive list, batches of 32 from their tails, young pages once more around:
 * {@code shrink_lruvec} in {@code mm/vmscan.c}, with the rules of before and after v5.9.
 */
final class ClassicLru implements LruPolicy {

  private final Frames frames;
  private final List<Group> groups;
  private final Vmstat vmstat;
  private final long highWatermark;
  private final Kernel kernel;
  private final int swappiness;

  ClassicLru(MemoryState state, Kernel kernel, int swappiness) {
    this.frames = state.frames();
    this.groups = state.groups();
    this.vmstat = state.vmstat();
    this.highWatermark = state.watermarks().high();
    this.kernel = kernel;
    this.swappiness = swappiness;
  }

  @Override
  public void charged(Group group, int frame, int evictionAge, boolean inFault) {
    group.noteScanned(1);
    if (startsActive(group, evictionAge)) {
      group.active().addHead(frame);
      group.noteRotated(1);
    } else {
      group.inactive().addHead(frame);
    }
  }

  private boolean startsActive(Group group, int evictionAge) {
    return switch (evictionAge) {
      case MemoryMessage.NEVER_EVICTED -> kernel.anonPagesStartActive();
      case MemoryMessage.NEW_IN_OBJECT -> false;
      default -> refaultActivates(group, evictionAge);
    };
  }

  private boolean refaultActivates(Group group, int evictionAge) {
    if (!kernel.anonRefaultsAreTracked()) {
      return false;
    }
    vmstat.count(VmstatItem.WORKINGSET_REFAULT_ANON);
    if (!group.refaultActivates(evictionAge)) {
      return false;
    }
    vmstat.count(VmstatItem.WORKINGSET_ACTIVATE_ANON);
    group.growOlder(1);
    group.noteCost(1);
    return true;
  }

  @Override
  public void mapped(Group group, int frame, boolean activate, boolean object) {
    if (activate || (kernel.faultActivates() && !object)) {
      activate(group, frame);
    }
  }

  @Override
  public void accessed(Group group, int frame) {
    if (frames.setReferenced(frame) && activate(group, frame)) {
      frames.clearReferenced(frame);
    }
  }

  private boolean activate(Group group, int frame) {
    boolean inactive = frames.onList(frame) && frames.list(frame) == group.inactive();
    if (inactive) {
      group.inactive().remove(frame);
      group.active().addHead(frame);
      group.noteScanned(1);
      group.noteRotated(1);
      vmstat.count(VmstatItem.PGACTIVATE);
    }
    return inactive;
  }

  @Override
  public void accessedInSeveral(int frame) {
    frames.setReferenced(frame);
  }

  @Override
  public void removed(Group group, int frame) {
    frames.list(frame).remove(frame);
  }

  @Override
  public void paid(Group before, Group payer, int frame) {
    boolean active = frames.list(frame) == before.active();
    frames.list(frame).remove(frame);
    (active ? payer.active() : payer.inactive()).addHead(frame);
  }

  @Override
  public void written(Group group, int frame) {
    frames.list(frame).remove(frame);
    group.inactive().addTail(frame);
  }

  @Override
  public int evictionAge(Group group) {
    return group.age();
  }

  /** {@code get_scan_count}. */
  @Override
  public void begin(ReclaimJob job) {
    Group group = job.group();
    ScanBalance balance =
        kernel.scanSharesFollowCost()
            ? ScanBalance.of(swappiness, group.anonCost(), 0)
            : ScanBalance.byRotation(
                swappiness, group.recentlyScanned(), group.recentlyRotated(), 0, 0);
    job.inactiveLeft = scanCount(job, balance, group.inactive().size());
    job.activeLeft = scanCount(job, balance, group.active().size());
    job.activeTurn = false;
  }

  private long scanCount(ReclaimJob job, ScanBalance balance, int size) {
    boolean bySizeAlone = job.priority == 0 && swappiness > 0;
    boolean anonOnly = job.isGlobal(groups) && frames.free() <= highWatermark;
    return bySizeAlone || anonOnly ? size >> job.priority : balance.anonScan(size, job.priority);
  }

  @Override
  public Next next(ReclaimJob job) {
    Group group = job.group();
    while (!job.satisfied() && (job.inactiveLeft > 0 || job.activeLeft > 0)) {
      boolean active = (job.activeTurn && job.activeLeft > 0) || job.inactiveLeft == 0;
      job.activeTurn = !active;
      int n = (int) Math.min(Memory.SWAP_CLUSTER_MAX, active ? job.activeLeft : job.inactiveLeft);
      if (active) {
        job.activeLeft = job.wantsMore() ? job.activeLeft - n : 0;
        if (job.wantsMore() && group.inactiveIsLow() && isolate(job, group.active(), n, true)) {
          return Next.BATCH;
        }
      } else {
        job.inactiveLeft -= n;
        if (isolate(job, group.inactive(), n, false)) {
          return Next.BATCH;
        }
        job.inactiveLeft = 0;
      }
    }
    return Next.OVER;
  }

  private boolean isolate(ReclaimJob job, FrameList list, int n, boolean agingActive) {
    job.agingActive = agingActive;
    job.batchSize = 0;
    while (job.batchSize < n && list.size() > 0) {
      int frame = list.tail();
      if (!agingActive && !job.chooses(frames, frame)) {
        break;
      }
      list.remove(frame);
      job.add(frames, frame);
    }
    job.group().noteScanned(job.batchSize);
    return job.batchSize > 0;
  }

  @Override
  public void walked(ReclaimJob job) {
    // nobody walks
  }

  @Override
  public boolean looksAround() {
    return false;
  }

  @Override
  public void foundYoung(ReclaimJob job, int[] young, int vma, int[] densePmds) {
    // nobody looked for them
  }

  /** {@code folio_check_references} of a young page; a locked one just stays. */
  @Override
  public Outcome inUse(ReclaimJob job, int frame, boolean young) {
    if (job.agingActive) {
      frames.clearReferenced(frame);
      if (young) {
        job.group().noteRotated(1);
      }
      return Outcome.DEACTIVATE;
    }
    if (!young) {
      return Outcome.KEEP;
    }
    boolean again = frames.setReferenced(frame);
    return again || kernel.referencedAnonActivatesAtOnce() ? Outcome.ACTIVATE : Outcome.KEEP;
  }

  @Override
  public void putBack(Group group, int frame, Outcome outcome) {
    switch (outcome) {
      case ACTIVATE -> {
        vmstat.count(VmstatItem.PGACTIVATE);
        group.active().addHead(frame);
        group.noteRotated(1);
        group.growOlder(1);
      }
      case DEACTIVATE -> {
        vmstat.count(VmstatItem.PGDEACTIVATE);
        group.inactive().addHead(frame);
      }
      case WRITEBACK -> {
        if (frames.writeback(frame)) {
          group.inactive().addHead(frame);
        } else { // written already
          group.inactive().addTail(frame);
        }
      }
      default -> group.inactive().addHead(frame);
    }
  }

  @Override
  public void freed(Group group) {
    group.growOlder(1);
  }
}
