package io.faultline.actors.memory;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.protocol.Charged;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeMapped;
import io.faultline.protocol.MemoryMessage.ChargeWriteback;
import io.faultline.protocol.SwapoffMessage.GiveUp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Charges being served: frames are allocated and charged to their groups, with direct reclaim where
 * a group is at its limit or the machine short of frames. A charge whose reclaim was in vain stalls
 * while others may still make room.
 */
final class Charges {

  private static final int KIB_A_PAGE = 4;

  private final MemoryState state;
  private final Frames frames;
  private final List<Group> groups;
  private final Watermarks watermarks;
  private final Vmstat vmstat;
  private final LruPolicy lru;
  private final LruAddBatch adds;
  private final ReclaimJobs jobs;
  private final Reclaim reclaim;
  private final Kswapd kswapd;
  private final ProactiveReclaim proactive;
  private final Memory.Surroundings outside;
  private final ArrayDeque<PendingCharge> stalled = new ArrayDeque<>();
  private final List<ActorRef<? super GiveUp>> swapoffs = new ArrayList<>();

  Charges(
      MemoryState state,
      LruPolicy lru,
      LruAddBatch adds,
      ReclaimJobs jobs,
      Reclaim reclaim,
      Kswapd kswapd,
      ProactiveReclaim proactive,
      Memory.Surroundings outside) {
    this.state = state;
    this.frames = state.frames();
    this.groups = state.groups();
    this.watermarks = state.watermarks();
    this.vmstat = state.vmstat();
    this.lru = lru;
    this.adds = adds;
    this.jobs = jobs;
    this.reclaim = reclaim;
    this.kswapd = kswapd;
    this.proactive = proactive;
    this.outside = outside;
  }

  void swapoffBegan(ActorRef<? super GiveUp> swapoff) {
    swapoffs.add(swapoff);
  }

  void swapoffOver(ActorRef<? super GiveUp> swapoff) {
    swapoffs.remove(swapoff);
    serveStalled();
  }

  /** Serves a charge for new frames; reads of files that go with it come first. */
  void charge(Charge charge) {
    PendingCharge pending = PendingCharge.of(charge, outside.kernel().chargesWindowWhenAllocated());
    Group group = groups.get(charge.groups()[0]);
    FileSet files = group.files();
    if (files != null && !charge.mayFail()) {
      for (int n = files.accesses(charge.groups().length); n > 0; n--) {
        pending.readFirst(files.draw());
      }
    }
    serve(pending);
  }

  /**
   * {@code mem_cgroup_try_charge} of a page that is in the swap cache: it may be charged already.
   */
  void charge(ChargeMapped mapped) {
    if (frames.group(mapped.frame()) == mapped.group()) {
      mapped.replyTo().tell(new Charged(mapped.requestId(), new int[] {mapped.frame()}));
    } else {
      serve(PendingCharge.of(mapped));
    }
  }

  /** Reclaim waits for this page, so it waits for nobody. */
  void charge(ChargeWriteback charge) {
    if (frames.free() <= watermarks.min() / 4) {
      charge.replyTo().tell(new Charged(charge.requestId(), new int[0]));
      return;
    }
    Group group = groups.get(charge.group());
    int frame = frames.allocate(charge.group());
    group.charge();
    frames.beginWriteback(frame);
    adds.add(frame);
    charge.replyTo().tell(new Charged(charge.requestId(), new int[] {frame}));
  }

  /** Allocates and charges frames until the charge is complete or has to wait for reclaim. */
  void serve(PendingCharge charge) {
    while (!charge.complete()) {
      readFiles(charge);
      int index = charge.nextGroup();
      Group group = groups.get(index);
      if (group.full()) {
        if (charge.willDo()) {
          break;
        }
        reclaim.step(jobs.direct(charge, group));
        return;
      }
      if (charge.unpaid() != Frames.NONE) {
        pay(charge, index);
        return;
      }
      if (frames.free() <= watermarks.low()) {
        kswapd.wake();
        if (frames.free() <= watermarks.min()) {
          if (charge.willDo()) {
            break;
          }
          vmstat.count(VmstatItem.ALLOCSTALL_NORMAL);
          reclaim.step(jobs.direct(charge));
          return;
        }
      }
      group.charge();
      int frame = frames.allocate(index);
      if (charge.readsFile()) {
        fileRead(charge, group, frame);
      } else {
        charge.add(frame);
      }
    }
    int[] charged = charge.charged();
    addToLists(charge, charged);
    long cpuNanos = charged.length * outside.costs().allocateNanos() + charge.readNanos();
    outside
        .clock()
        .tellAfter(
            outside.jitter().apply(outside.clock().now(), cpuNanos),
            charge.request.replyTo(),
            new Charged(charge.request.requestId(), charged));
  }

  /** Reads of file pages that are in memory: those do not have to be charged. */
  private void readFiles(PendingCharge charge) {
    while (charge.readsFile()) {
      Group group = groups.get(charge.nextGroup());
      FileSet files = Objects.requireNonNull(group.files());
      int frame = files.frame(charge.filePage());
      if (frame == Frames.NONE) {
        return;
      }
      lru.accessed(group, frame);
      charge.hasRead(0);
    }
  }

  private void fileRead(PendingCharge charge, Group group, int frame) {
    FileSet files = Objects.requireNonNull(group.files());
    int page = charge.filePage();
    frames.holdsFile(frame, page);
    files.holds(page, frame);
    lru.fileRead(group, frame, files.evictionAge(page));
    vmstat.count(VmstatItem.PGPGIN, KIB_A_PAGE);
    charge.hasRead(files.readNanos());
  }

  /**
   * {@code mem_cgroup_commit_charge} of a page that is on the root group's list, or has been taken
   * off it to be looked at: it is on the paying group's afterwards.
   */
  private void pay(PendingCharge charge, int index) {
    int frame = charge.unpaid();
    Group before = state.group(frame);
    Group payer = groups.get(index);
    before.uncharge();
    payer.charge();
    frames.group(frame, index);
    if (frames.onList(frame)) {
      lru.paid(before, payer, frame);
    }
    charge.add(frame);
    charge.request.replyTo().tell(new Charged(charge.request.requestId(), charge.frames));
  }

  /** {@code lru_add_drain} after a window: later pages lie nearer to the head. */
  private void addToLists(PendingCharge charge, int[] charged) {
    for (int i = 0; i < charged.length; i++) {
      lru.charged(
          state.group(charged[i]),
          charged[i],
          charge.request.evictionAges()[i],
          !charge.request.mayFail());
    }
    if (charged.length > 1) {
      adds.drain();
    } else {
      adds.othersAdded(charged.length);
    }
  }

  /** Serves all charges that stalled; those that find no room reclaim once more. */
  void serveStalled() {
    for (int waiting = stalled.size(); waiting > 0; waiting--) {
      serve(stalled.remove());
    }
  }

  /**
   * Charges that wait may do so for kswapd alone. While pages are being written they are woken
   * then: they would only scan, and wake kswapd, over and over.
   */
  void kswapdPauses() {
    if (frames.underWriteback() == 0 || frames.free() > watermarks.min()) {
      serveStalled();
    }
  }

  /** The direct reclaim of a charge is over. */
  void reclaimed(ReclaimJob job, PendingCharge charge) {
    jobs.end(job);
    if (job.reclaimed > 0
        || hasRoom(charge)
        || charge.fruitless() <= outside.kernel().limitRetries()) {
      serve(charge);
    } else if (frames.underWriteback() > 0 || othersReclaim()) {
      stalled.add(charge);
    } else if (charge.request.mayFail()) {
      fail(charge);
      serveStalled();
    } else if (!swapoffs.isEmpty()) {
      charge.tryAfresh();
      stalled.add(charge);
      swapoffsGiveUp();
    } else {
      throw outOfMemory(groups.get(charge.nextGroup()));
    }
    if (job.reclaimed > 0) {
      kswapd.forgetFailures();
      serveStalled();
    }
  }

  /** Whether others have made room for the next page of a charge while it was scanning in vain. */
  private boolean hasRoom(PendingCharge charge) {
    return !groups.get(charge.nextGroup()).full()
        && (charge.unpaid() != Frames.NONE || frames.free() > watermarks.min());
  }

  /**
   * Whether a reclaim is under way that goes on by itself, and may hold the pages that a scan did
   * not find. kswapd does not while it waits for a processor: that may be the one of a task whose
   * charge waits here.
   */
  private boolean othersReclaim() {
    int waiting = kswapd.waits() ? 1 : 0;
    return jobs.underWay() > waiting + (proactive.waits() ? 1 : 0);
  }

  private void fail(PendingCharge charge) {
    for (int i = 0; i < charge.allocated(); i++) {
      state.group(charge.frames[i]).uncharge();
      frames.release(charge.frames[i]);
    }
    charge.request.replyTo().tell(new Charged(charge.request.requestId(), new int[0]));
  }

  /** Swapoff is the origin of the shortage: its charges fail, and then its area comes back. */
  private void swapoffsGiveUp() {
    for (ActorRef<? super GiveUp> swapoff : swapoffs) {
      swapoff.tell(new GiveUp());
    }
    for (int waiting = stalled.size(); waiting > 0; waiting--) {
      PendingCharge charge = stalled.remove();
      if (charge.request.mayFail()) {
        fail(charge);
      } else {
        stalled.add(charge);
      }
    }
  }

  private OutOfMemory outOfMemory(Group group) {
    return new OutOfMemory(
        "out of memory: all pages of "
            + (group.name().isEmpty() ? "the machine" : "group " + group.name())
            + " were scanned and none could be reclaimed (limit "
            + (group.limit() == Group.UNLIMITED ? "none" : group.limit() + " pages")
            + ", used "
            + group.usage()
            + ", free frames "
            + frames.free()
            + (outside.swappiness() == 0 && !group.name().isEmpty()
                ? "); with swappiness 0 a group's limit does not make it swap: give it more memory"
                : "); give it more memory or more swap"));
  }
}
