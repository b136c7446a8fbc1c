package io.faultline.actors.memory;

import io.faultline.actors.memory.ReclaimJob.Outcome;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.config.Kernel;
import io.faultline.protocol.MemoryMessage;
import java.util.List;

/**
 * An active and an inactive list of anonymous and of file pages, batches of 32 from their tails,
 * young pages once more around: {@code shrink_lruvec} in {@code mm/vmscan.c}, with the rules of
 * before and after v5.9.
 */
final class ClassicLru implements LruPolicy {

  private static final int LISTS = 4;
  private static final int FIRST_FILE = 2;

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
    group.anon().noteScanned(1);
    if (startsActive(group, evictionAge)) {
      group.anon().active().addHead(frame);
      group.anon().noteRotated(1);
    } else {
      group.anon().inactive().addHead(frame);
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
    group.noteAnonCost(1);
    return true;
  }

  @Override
  public void fileRead(Group group, int frame, int evictionAge) {
    group.file().noteScanned(1);
    if (evictionAge != MemoryMessage.NEVER_EVICTED) {
      vmstat.count(VmstatItem.WORKINGSET_REFAULT_FILE);
      if (group.fileRefaultActivates(evictionAge)) {
        vmstat.count(VmstatItem.WORKINGSET_ACTIVATE_FILE);
        group.growOlder(1);
        group.noteFileActivation();
        group.noteFileCost(1);
        group.file().noteRotated(1);
        group.file().active().addHead(frame);
        return;
      }
    }
    frames.setReferenced(frame);
    group.file().inactive().addHead(frame);
  }

  private ListPair lists(Group group, int frame) {
    return frames.file(frame) ? group.file() : group.anon();
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
      group.growOlder(frames.file(frame) ? 1 : 0);
    }
  }

  private boolean activate(Group group, int frame) {
    ListPair pair = lists(group, frame);
    boolean inactive = frames.onList(frame) && frames.list(frame) == pair.inactive();
    if (inactive) {
      pair.inactive().remove(frame);
      pair.active().addHead(frame);
      pair.noteScanned(1);
      pair.noteRotated(1);
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
    boolean active = frames.list(frame) == before.anon().active();
    frames.list(frame).remove(frame);
    (active ? payer.anon().active() : payer.anon().inactive()).addHead(frame);
  }

  @Override
  public void written(Group group, int frame) {
    frames.list(frame).remove(frame);
    group.anon().inactive().addTail(frame);
  }

  @Override
  public void broughtBack(Group group, int frame) {
    putBack(group, frame, Outcome.WRITEBACK);
  }

  @Override
  public int evictionAge(Group group) {
    return group.age();
  }

  @Override
  public void begin(ReclaimJob job) {
    if (job.priority == ReclaimJob.DEF_PRIORITY) {
      job.group().lookForThrashing();
    }
    ScanBalance balance = balance(job);
    Group group = job.group();
    for (int i = 0; i < LISTS; i++) {
      boolean file = i >= FIRST_FILE;
      long size = list(group, i).size();
      job.targets[i] =
          file ? balance.fileScan(size, job.priority) : balance.anonScan(size, job.priority);
      job.left[i] = job.targets[i];
    }
    job.turn = 0;
    job.adjusted = job.isGlobal(groups) && !job.kswapd() && job.priority == ReclaimJob.DEF_PRIORITY;
  }

  /** The weights of {@code get_scan_count}. */
  private ScanBalance balance(ReclaimJob job) {
    Group group = job.group();
    ListPair anon = group.anon();
    ListPair file = group.file();
    boolean global = job.isGlobal(groups);
    if (!global && swappiness == 0) {
      return ScanBalance.FILE_ONLY;
    } else if (job.priority == 0 && swappiness > 0) {
      return ScanBalance.BY_SIZE;
    } else if (global
        && file.size() + frames.free() <= highWatermark
        && (file.size() == 0 || anon.inactive().size() >> job.priority > 0)) {
      return ScanBalance.ANON_ONLY;
    } else if (file.inactive().size() >> job.priority > 0
        && !file.inactiveIsLow()
        && !group.thrashing()) {
      return ScanBalance.FILE_ONLY;
    }
    return kernel.scanSharesFollowCost()
        ? ScanBalance.of(swappiness, anon.cost(), file.cost())
        : ScanBalance.byRotation(
            swappiness,
            anon.recentlyScanned(),
            anon.recentlyRotated(),
            file.recentlyScanned(),
            file.recentlyRotated());
  }

  /** The lists in the order of {@code enum lru_list}. */
  private static FrameList list(Group group, int index) {
    ListPair pair = index >= FIRST_FILE ? group.file() : group.anon();
    return (index & 1) == 0 ? pair.inactive() : pair.active();
  }

  /** {@code shrink_lruvec}, from one batch to the next: the lists take turns. */
  @Override
  public Next next(ReclaimJob job) {
    while (goesOn(job)) {
      int index = job.turn;
      while (job.left[index] == 0) {
        index = (index + 1) % LISTS;
      }
      job.turn = (index + 1) % LISTS;
      if (isolate(job, index, (int) Math.min(Memory.SWAP_CLUSTER_MAX, job.left[index]))) {
        return Next.BATCH;
      }
    }
    return Next.OVER;
  }

  private boolean goesOn(ReclaimJob job) {
    if (job.left[0] + job.left[1] + job.left[2] + job.left[3] == 0) {
      return false;
    }
    if (!job.satisfied()) {
      return true;
    }
    return (job.adjusted && job.left[0] + job.left[1] > 0 && job.left[2] + job.left[3] > 0)
        || adjust(job);
  }

  /**
   * Enough has been reclaimed: the kind that has less left is done with, the other one is scanned
   * as far as it takes to keep the proportion between them.
   *
   * @return whether anything is left to scan
   */
  private static boolean adjust(ReclaimJob job) {
    long anonLeft = job.left[0] + job.left[1];
    long fileLeft = job.left[2] + job.left[3];
    if (job.adjusted || anonLeft == 0 || fileLeft == 0) {
      return false;
    }
    int smaller = fileLeft > anonLeft ? 0 : FIRST_FILE;
    int larger = FIRST_FILE - smaller;
    long target = job.targets[smaller] + job.targets[smaller + 1] + 1;
    long percent = Math.min(anonLeft, fileLeft) * 100 / target;
    for (int i = 0; i < 2; i++) {
      long scanned = job.targets[larger + i] - job.left[larger + i];
      long wanted = job.targets[larger + i] * (100 - percent) / 100;
      job.left[larger + i] = Math.max(0, wanted - scanned);
      job.left[smaller + i] = 0;
    }
    job.adjusted = true;
    return job.left[larger] + job.left[larger + 1] > 0;
  }

  private boolean isolate(ReclaimJob job, int index, int n) {
    boolean agingActive = (index & 1) == 1;
    Group group = job.group();
    ListPair pair = index >= FIRST_FILE ? group.file() : group.anon();
    job.left[index] -= n;
    if (agingActive && !job.wantsMore()) {
      job.left[index] = 0;
      return false;
    } else if (agingActive && !pair.inactiveIsLow()) {
      return false;
    }
    FrameList list = list(group, index);
    job.agingActive = agingActive;
    job.ofFiles = index >= FIRST_FILE;
    job.batchSize = 0;
    while (job.batchSize < n && list.size() > 0) {
      int frame = list.tail();
      if (!agingActive && !job.chooses(frames, frame)) {
        break;
      }
      list.remove(frame);
      job.add(frames, frame);
    }
    pair.noteScanned(job.batchSize);
    if (job.batchSize == 0) {
      job.left[index] = 0;
    }
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
  public boolean writesBehindBatch() {
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
        job.group().anon().noteRotated(1);
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
    ListPair pair = lists(group, frame);
    switch (outcome) {
      case ACTIVATE -> {
        vmstat.count(VmstatItem.PGACTIVATE);
        pair.active().addHead(frame);
        pair.noteRotated(1);
        group.growOlder(1);
      }
      case DEACTIVATE -> {
        vmstat.count(VmstatItem.PGDEACTIVATE);
        pair.inactive().addHead(frame);
      }
      case WRITEBACK -> {
        if (frames.writeback(frame)) {
          pair.inactive().addHead(frame);
        } else { // written already
          pair.inactive().addTail(frame);
        }
      }
      default -> pair.inactive().addHead(frame);
    }
  }

  @Override
  public void freed(Group group) {
    group.growOlder(1);
  }
}
