package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.ReadaheadSpec.Marking;
import io.faultline.protocol.BlockDeviceMessage;
import io.faultline.protocol.Charged;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.AddSwapCache;
import io.faultline.protocol.ReadaheadMessage;
import io.faultline.protocol.ReadaheadMessage.AddHit;
import io.faultline.protocol.ReadaheadMessage.ChooseWindow;
import io.faultline.protocol.ReadaheadMessage.Hit;
import io.faultline.protocol.ReadaheadMessage.SetHitsToLastWindow;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.WatchFull;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.Drop;
import io.faultline.protocol.SwapCacheMessage.Duplicate;
import io.faultline.protocol.SwapCacheMessage.Evict;
import io.faultline.protocol.SwapCacheMessage.FreeEntries;
import io.faultline.protocol.SwapCacheMessage.FreeSlots;
import io.faultline.protocol.SwapCacheMessage.FreeUnreferenced;
import io.faultline.protocol.SwapCacheMessage.Loaded;
import io.faultline.protocol.SwapCacheMessage.Lookup;
import io.faultline.protocol.SwapCacheMessage.NextInUse;
import io.faultline.protocol.SwapCacheMessage.ReadCompleted;
import io.faultline.protocol.SwapCacheMessage.ReadEntries;
import io.faultline.protocol.SwapCacheMessage.ReadWindow;
import io.faultline.protocol.SwapCacheMessage.Reuse;
import io.faultline.protocol.SwapCacheMessage.Stored;
import io.faultline.protocol.SwapCacheMessage.SwapFull;
import io.faultline.protocol.SwapCacheMessage.Unmapped;
import io.faultline.protocol.SwapCacheMessage.Unuse;
import io.faultline.protocol.SwapCacheMessage.WriteBack;
import io.faultline.protocol.SwapCacheMessage.WriteCompleted;
import io.faultline.protocol.SwapFault;
import io.faultline.protocol.SwapFault.Cause;
import io.faultline.protocol.SwapoffMessage.NextSlot;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage.Found;
import io.faultline.protocol.VmaMessage.Locked;
import io.faultline.protocol.VmaMessage.Missed;
import io.faultline.protocol.ZswapMessage;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The swap cache: which slots have their page in memory, who waits for a page that is being read,
 * and when a slot is free. Lookups, windows, evictions and completed I/O all meet here: pages come
 * in by {@link Swapin} and go by {@link Pageout}.
 */
public final class SwapCache extends MachineActor<SwapCacheMessage> {

  /**
   * Where an area lies.
   *
   * @param device device that holds it
   * @param firstPage its first page on that device
   * @param atOnce how it answers at once ({@code SWP_SYNCHRONOUS_IO}); null if requests wait there
   */
  public record Backing(
      ActorRef<BlockDeviceMessage> device, int firstPage, @Nullable AtOnce atOnce) {

    /** An area on a device where requests wait. */
    public Backing(ActorRef<BlockDeviceMessage> device, int firstPage) {
      this(device, firstPage, null);
    }
  }

  /**
   * How a device answers at once: its work is done by whoever asks.
   *
   * @param writeNanos CPU time that writing a page takes, in nanoseconds
   * @param readsPastCache whether a page to whose slot one pte refers is read past the swap cache
   */
  public record AtOnce(long writeNanos, boolean readsPastCache) {}

  /**
   * Who decides the windows, and what they want to know.
   *
   * @param perVma whether each VMA decides for itself, as the kernel's VMA readahead does
   * @param vmas number of VMAs; what has a higher index is a tmpfs object, for which statistics
   *     decide in any case
   * @param byVma for each VMA the statistics that decide for its faults; where VMAs decide, nobody
   *     asks those, and the list may be empty
   * @param marking which pages of a window are flagged
   * @param everyHit whether the statistics hear of every hit, not only of flagged pages
   * @param evictions whether they hear of pages that are written to swap or dropped unused
   * @param off whether VMAs that decide need not be asked, since {@code page-cluster} is 0: then
   *     {@code swap_vma_readahead} leaves their words alone
   */
  public record Readahead(
      boolean perVma,
      int vmas,
      List<ActorRef<ReadaheadMessage>> byVma,
      Marking marking,
      boolean everyHit,
      boolean evictions,
      boolean off) {

    /** Windows of more than one page. */
    public Readahead(
        boolean perVma,
        int vmas,
        List<ActorRef<ReadaheadMessage>> byVma,
        Marking marking,
        boolean everyHit,
        boolean evictions) {
      this(perVma, vmas, byVma, marking, everyHit, evictions, false);
    }

    /** Each VMA decides for itself. */
    public static Readahead vmasDecide() {
      return new Readahead(true, Integer.MAX_VALUE, List.of(), Marking.NEW, false, false);
    }

    /**
     * Each VMA decides for itself, and the system-wide hit counter is there all the same: some
     * variants of swapoff write to it.
     */
    public static Readahead vmasDecide(int vmas, ActorRef<ReadaheadMessage> statistics) {
      return new Readahead(
          true, vmas, Collections.nCopies(vmas, statistics), Marking.NEW, false, false);
    }

    /** One system-wide hit counter decides, as in the kernel's cluster readahead since v4.14. */
    public static Readahead clusters(int vmas, ActorRef<ReadaheadMessage> statistics) {
      return new Readahead(
          false, vmas, Collections.nCopies(vmas, statistics), Marking.NEW, false, false);
    }
  }

  /**
   * Everything that the swap cache talks to.
   *
   * @param windowSlotNanos CPU time that looking at one slot of a window takes, in nanoseconds
   * @param zswap what pages pass on their way to a device and back; null for nothing
   */
  public record Surroundings(
      List<Backing> areas,
      Readahead readahead,
      ActorRef<SwapAreasMessage> swapAreas,
      ActorRef<MemoryMessage> memory,
      ActorRef<CpusMessage> cpus,
      VirtualClock clock,
      long windowSlotNanos,
      @Nullable ActorRef<ZswapMessage> zswap) {

    /** Without zswap. */
    public Surroundings(
        List<Backing> areas,
        Readahead readahead,
        ActorRef<SwapAreasMessage> swapAreas,
        ActorRef<MemoryMessage> memory,
        ActorRef<CpusMessage> cpus,
        VirtualClock clock,
        long windowSlotNanos) {
      this(areas, readahead, swapAreas, memory, cpus, clock, windowSlotNanos, null);
    }
  }

  private final SwapCacheState state;
  private final SlotTable slots;
  private final Vmstat vmstat;
  private final Surroundings outside;
  private final Readahead readahead;
  private final ActorRef<SwapCacheMessage> self;
  private final SlotReferences references;
  private final PageLock lock;
  private final PageIo io;
  private final Swapin swapin;
  private final Pageout pageout;
  private final PagesLetGo letGo;
  private final @Nullable ZswapWriteback writeback;

  private SwapCache(SwapCacheState state, Surroundings outside, ActorRef<SwapCacheMessage> self) {
    this.state = state;
    this.slots = state.slots();
    this.vmstat = state.vmstat();
    this.outside = outside;
    this.readahead = outside.readahead();
    this.self = self;
    ActorRef<ZswapMessage> zswap = outside.zswap();
    this.references = new SlotReferences(slots, outside.swapAreas(), zswap);
    this.lock = new PageLock(slots, references, outside.cpus());
    this.io = new PageIo(state, outside, self);
    this.swapin = new Swapin(state, references, lock, io, outside, self);
    this.pageout = new Pageout(state, references, lock, io, outside, self);
    this.letGo = new PagesLetGo(slots, references::freed, outside.memory());
    this.writeback =
        zswap == null
            ? null
            : new ZswapWriteback(
                state, references, lock, io, swapin, outside.memory(), zswap, self);
    outside.memory().tell(new AddSwapCache(self));
    outside.swapAreas().tell(new WatchFull(self));
    if (zswap != null) {
      zswap.tell(new ZswapMessage.AddSwapCache(self));
    }
  }

  /**
   * The swap cache of a machine.
   *
   * @param state owned by this actor from now on
   */
  public static Behavior<SwapCacheMessage> create(SwapCacheState state, Surroundings outside) {
    return Behaviors.setup(context -> new SwapCache(state, outside, context.getSelf()));
  }

  @Override
  protected void onMessage(SwapCacheMessage message) {
    if (message instanceof Lookup lookup) {
      onLookup(lookup.fault());
    } else if (message instanceof ReadWindow read) {
      swapin.readWindow(read);
    } else if (message instanceof Charged charged) {
      onCharged(charged);
    } else if (message instanceof ReadCompleted completed) {
      swapin.readCompleted(completed);
    } else if (message instanceof ReadEntries read) {
      swapin.readEntries(read);
    } else if (message instanceof Unuse unuse) {
      onUnuse(unuse);
    } else if (message instanceof Evict evict) {
      pageout.evict(evict);
    } else if (message instanceof Drop drop) {
      pageout.drop(drop);
    } else if (message instanceof WriteCompleted completed) {
      pageout.writeCompleted(completed);
    } else if (message instanceof FreeSlots free) {
      references.freeSlots(free);
    } else if (message instanceof Reuse reuse) {
      references.reuse(reuse.fault());
    } else if (message instanceof Loaded loaded) {
      swapin.loaded(loaded);
    } else if (message instanceof Stored stored) {
      pageout.stored(stored);
    } else if (message instanceof WriteBack writeBack) {
      Objects.requireNonNull(writeback).begin(writeBack);
    } else if (message instanceof Duplicate duplicate) {
      for (long entry : duplicate.entries()) {
        slots.duplicate(entry);
      }
    } else if (message instanceof FreeEntries free) {
      letGo.freeEntries(free);
    } else if (message instanceof Unmapped unmapped) {
      letGo.unmapped(unmapped);
    } else if (message instanceof FreeUnreferenced free) {
      letGo.freeUnreferenced(free);
    } else if (message instanceof NextInUse next) {
      next.replyTo().tell(new NextSlot(slots.nextInUse(next.after())));
    } else if (message instanceof SwapFull full) {
      references.swapFull(full.full());
    }
  }

  private void onCharged(Charged charged) {
    PlugInFlight plug = state.plugs().get(charged.requestId());
    if (plug.writesBack()) {
      Objects.requireNonNull(writeback).charged(plug, charged);
    } else {
      swapin.charged(plug, charged);
    }
  }

  private void onLookup(SwapFault fault) {
    long entry = fault.entry();
    if (!slots.cached(entry)) {
      onMiss(fault);
      return;
    }
    found(fault, countHit(fault));
  }

  /** The accounting of a lookup that found its page; says whether readahead had brought it in. */
  private boolean countHit(SwapFault fault) {
    boolean flagged = slots.clearReadahead(fault.entry());
    if (flagged) {
      vmstat.count(VmstatItem.SWAP_RA_HIT);
    }
    if (!vmaDecides(fault) && (flagged || readahead.everyHit())) {
      statistics(fault).tell(new Hit(fault, flagged, slots.reader(fault.entry())));
    }
    return flagged;
  }

  private void found(SwapFault fault, boolean flagged) {
    long entry = fault.entry();
    if (lock.mustWait(fault)) {
      lock.await(fault, false, false);
      outside.cpus().tell(new Sleep(fault.task()));
      if (vmaDecides(fault)) {
        fault.replyTo().tell(new Locked(fault, flagged, slots.reader(entry)));
      }
    } else {
      int frame = slots.frame(entry);
      int content = slots.content(entry);
      int provider = slots.reader(entry);
      boolean kept = references.map(fault);
      fault.replyTo().tell(new Found(fault, frame, kept, flagged, provider, content));
    }
  }

  /** A page of {@code unuse_pte_range}. */
  private void onUnuse(Unuse unuse) {
    SwapFault fault = unuse.fault();
    UnuseRules rules = unuse.rules();
    if (!readahead.byVma().isEmpty()) {
      changeHits(statistics(fault), rules.hits());
    }
    if (rules.lookup() && slots.cached(fault.entry())) {
      boolean flagged = countHit(fault);
      if (rules.reads() != Reads.WINDOW_ALWAYS) {
        found(fault, flagged);
        return;
      } else if (vmaDecides(fault)) {
        fault.replyTo().tell(new Locked(fault, flagged, slots.reader(fault.entry())));
      }
    }
    if (rules.reads() == Reads.PAGE) {
      swapin.readAlone(fault);
    } else if (vmaDecides(fault)) {
      fault.replyTo().tell(new Missed(fault));
    } else {
      statistics(fault).tell(new ChooseWindow(fault, rules.reads() == Reads.LARGEST_WINDOW, self));
    }
  }

  private static void changeHits(ActorRef<ReadaheadMessage> statistics, Hits hits) {
    if (hits == Hits.INCREMENTED) {
      statistics.tell(new AddHit());
    } else if (hits == Hits.SET_TO_LAST_WINDOW) {
      statistics.tell(new SetHitsToLastWindow());
    }
  }

  private void onMiss(SwapFault fault) {
    AtOnce atOnce = io.backing(fault.entry()).atOnce();
    if (atOnce != null
        && atOnce.readsPastCache()
        && fault.cause() != Cause.OBJECT
        && slots.count(fault.entry()) == 1) {
      swapin.readPastCache(fault);
    } else if (vmaDecides(fault)) {
      if (readahead.off()) {
        swapin.readAlone(fault);
      } else {
        fault.replyTo().tell(new Missed(fault));
      }
    } else {
      statistics(fault).tell(new ChooseWindow(fault, self));
    }
  }

  /** Objects have no word of their own to decide by. */
  private boolean vmaDecides(SwapFault fault) {
    return readahead.perVma() && fault.vma() < readahead.vmas();
  }

  private ActorRef<ReadaheadMessage> statistics(SwapFault fault) {
    return readahead.byVma().get(fault.vma());
  }
}
