package io.faultline.actors.process;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.config.SwapoffSpec;
import io.faultline.config.SwapoffSpec.Order;
import io.faultline.config.SwapoffSpec.Variant;
import io.faultline.protocol.CpusMessage;
import io.faultline.protocol.CpusMessage.Sleep;
import io.faultline.protocol.CpusMessage.SwapoffReady;
import io.faultline.protocol.CpusMessage.SwapoffYields;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.SwapoffBegan;
import io.faultline.protocol.MemoryMessage.SwapoffOver;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.CountInUse;
import io.faultline.protocol.SwapAreasMessage.Deactivate;
import io.faultline.protocol.SwapAreasMessage.SwapoffEnded;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.FreeUnreferenced;
import io.faultline.protocol.SwapCacheMessage.NextInUse;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapoffMessage;
import io.faultline.protocol.SwapoffMessage.Begin;
import io.faultline.protocol.SwapoffMessage.Dispatched;
import io.faultline.protocol.SwapoffMessage.GiveUp;
import io.faultline.protocol.SwapoffMessage.InUse;
import io.faultline.protocol.SwapoffMessage.NextSlot;
import io.faultline.protocol.SwapoffMessage.Progress;
import io.faultline.protocol.SwapoffMessage.Resume;
import io.faultline.protocol.SwapoffMessage.Unused;
import io.faultline.protocol.UnuseRules;
import io.faultline.protocol.UnuseRules.Hits;
import io.faultline.protocol.UnuseRules.Reads;
import io.faultline.protocol.VirtualClock;
import io.faultline.protocol.VmaMessage;
import io.faultline.protocol.VmaMessage.Unuse;
import io.faultline.protocol.VmaMessage.UnuseSlot;
import io.faultline.protocol.WorkloadMessage.SwapoffFinished;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@code swapoff}: brings every page of one swap area back into memory ({@code try_to_unuse} in
 * {@code mm/swapfile.c}). It visits the page tables one after the other, or, as kernels before v5.1
 * do, the slots, and looks for each through all page tables; and begins again while a slot is in
 * use. It runs on a processor as tasks do.
 */
public final class Swapoff extends MachineActor<SwapoffMessage> {

  /** Between two passes that found nothing to do: whoever holds the last slots must get along. */
  private static final long PASS_NANOS = 10_000;

  /**
   * Passes in a row that bring pages in and free no slot, after which somebody interrupts it. Pages
   * that several processes share come to that where memory is short: before the last of them has
   * its page, reclaim has taken it from the first again, and the slot is still there to take it to.
   */
  private static final int PASSES_IN_VAIN = 8;

  /**
   * Everything that a swapoff talks to.
   *
   * @param vmas all VMAs of the machine, in the order in which they are visited
   */
  public record Surroundings(
      VirtualClock clock,
      List<ActorRef<VmaMessage>> vmas,
      ActorRef<SwapCacheMessage> swapCache,
      ActorRef<SwapAreasMessage> swapAreas,
      ActorRef<MemoryMessage> memory,
      ActorRef<CpusMessage> cpus) {}

  private final int task;
  private final int area;
  private final SwapoffSpec spec;
  private final UnuseRules rules;
  private final SwapoffRecord record;
  private final Surroundings outside;
  private final VirtualClock clock;
  private final ActorRef<SwapoffMessage> self;

  private @Nullable ActorRef<? super SwapoffFinished> employer;
  private int number;
  private boolean running;
  private boolean outOfMemory;
  private boolean over;
  private int cpu;
  private long sliceEnd;
  private Runnable resumeWith = () -> {};
  private long fewestSlots = Long.MAX_VALUE;
  private long pagesBefore;
  private int passesInVain;

  private int vma;
  private int nextPage;
  private long entry;
  private int firstVma;
  private int vmasSearched;

  private Swapoff(
      int task,
      int area,
      SwapoffSpec spec,
      SwapoffRecord record,
      Surroundings outside,
      ActorRef<SwapoffMessage> self) {
    this.task = task;
    this.area = area;
    this.spec = spec;
    this.rules = rules(spec.variant());
    this.record = record;
    this.outside = outside;
    this.clock = outside.clock();
    this.self = self;
  }

  /**
   * A swapoff that waits for its time.
   *
   * @param task index by which the processors and VMAs know it, behind those of all tasks
   * @param area index of its area
   * @param record what it comes to, owned by this actor from now on
   */
  public static Behavior<SwapoffMessage> create(
      int task, int area, SwapoffSpec spec, SwapoffRecord record, Surroundings outside) {
    return Behaviors.setup(
        context -> new Swapoff(task, area, spec, record, outside, context.getSelf()));
  }

  private static UnuseRules rules(Variant variant) {
    return switch (variant) {
      case KERNEL -> new UnuseRules(false, Reads.PAGE, Hits.KEPT);
      case VANILLA -> new UnuseRules(false, Reads.WINDOW, Hits.KEPT);
      case FIXED -> new UnuseRules(false, Reads.LARGEST_WINDOW, Hits.KEPT);
      case LOOKUP_AND_ALWAYS_READAHEAD -> new UnuseRules(true, Reads.WINDOW_ALWAYS, Hits.KEPT);
      case HITS_PLUS_PLUS -> new UnuseRules(false, Reads.WINDOW, Hits.INCREMENTED);
      case HITS_EQUAL_LAST -> new UnuseRules(false, Reads.WINDOW, Hits.SET_TO_LAST_WINDOW);
      case LOOKUP_WITH_HITS_EQUAL_LAST ->
          new UnuseRules(true, Reads.WINDOW, Hits.SET_TO_LAST_WINDOW);
      case LOOKUP_CORRECT -> new UnuseRules(true, Reads.WINDOW, Hits.KEPT);
    };
  }

  @Override
  protected void onMessage(SwapoffMessage message) {
    if (message instanceof Unused unused) {
      onUnused(unused);
    } else if (message instanceof NextSlot next) {
      onNextSlot(next.entry());
    } else if (message instanceof Resume) {
      onResume();
    } else if (message instanceof Dispatched dispatched) {
      onDispatched(dispatched);
    } else if (message instanceof InUse inUse) {
      onInUse(inUse.slots());
    } else if (message instanceof GiveUp) {
      onGiveUp();
    } else if (message instanceof Begin begin) {
      employer = begin.replyTo();
      number = begin.swapoff();
      clock.tellAfter(spec.startNanos(), self, new Resume());
    }
  }

  private void onResume() {
    if (!running) {
      resumeWith = () -> outside.swapAreas().tell(new Deactivate(area, self));
      outside.cpus().tell(new SwapoffReady(task, self));
    } else if (clock.now() >= sliceEnd) {
      outside.cpus().tell(new SwapoffYields(task, self));
    } else {
      resumeWith.run();
    }
  }

  private void onDispatched(Dispatched dispatched) {
    if (!running) {
      running = true;
      record.started(clock.now());
      outside.memory().tell(new SwapoffBegan(self));
    }
    runsOn(dispatched.cpu(), dispatched.sliceEnd());
    resumeWith.run();
  }

  private void runsOn(int newCpu, long newSliceEnd) {
    cpu = newCpu;
    sliceEnd = newSliceEnd;
  }

  /** Begins a pass, unless nothing is left. */
  private void onInUse(long slots) {
    record.slotsLeft(slots);
    if (outOfMemory || slots == 0) {
      finish(slots == 0 && !over);
    } else if (inVain(slots)) {
      record.interrupt();
      finish(false);
    } else if (spec.order() == Order.SLOTS) {
      nextSlot(SwapEntry.of(area, 0));
    } else {
      vma = 0;
      nextPage = 0;
      unuse();
    }
  }

  private boolean inVain(long slots) {
    if (slots < fewestSlots) {
      fewestSlots = slots;
      passesInVain = 0;
    } else if (record.pages() > pagesBefore) {
      passesInVain++;
    }
    pagesBefore = record.pages();
    return passesInVain == PASSES_IN_VAIN;
  }

  private void unuse() {
    outside.vmas().get(vma).tell(new Unuse(task, cpu, sliceEnd, area, nextPage, rules, self));
  }

  private void onUnused(Unused unused) {
    record.mapped(unused.mapped());
    runsOn(unused.cpu(), unused.sliceEnd());
    if (outOfMemory || unused.progress() == Progress.NO_MEMORY) {
      outOfMemory = true;
      outside.swapAreas().tell(new CountInUse(area, self));
    } else if (spec.order() == Order.SLOTS) {
      onSearched(unused);
    } else {
      onWalked(unused);
    }
  }

  private void onWalked(Unused unused) {
    nextPage = unused.next();
    if (unused.progress() == Progress.DONE) {
      vma++;
      nextPage = 0;
    }
    if (vma < outside.vmas().size()) {
      continueAfter(unused.owedNanos(), this::unuse);
    } else {
      countAgainAfter(unused.owedNanos());
    }
  }

  private void countAgainAfter(long owedNanos) {
    outside.swapCache().tell(new FreeUnreferenced(area, cpu));
    continueAfter(
        owedNanos + PASS_NANOS, () -> outside.swapAreas().tell(new CountInUse(area, self)));
  }

  private void nextSlot(long after) {
    outside.swapCache().tell(new NextInUse(after, self));
  }

  private void onNextSlot(long found) {
    if (found == SwapEntry.NONE) {
      countAgainAfter(0);
      return;
    }
    entry = found;
    vma = firstVma;
    vmasSearched = 0;
    search();
  }

  private void search() {
    outside.vmas().get(vma).tell(new UnuseSlot(task, cpu, sliceEnd, entry, self));
  }

  /** The search for the next page begins where this one was found. */
  private void onSearched(Unused unused) {
    vmasSearched++;
    if (unused.mapped() > 0) {
      firstVma = vma;
      continueAfter(unused.owedNanos(), () -> nextSlot(entry));
    } else if (vmasSearched == outside.vmas().size()) {
      continueAfter(unused.owedNanos(), () -> nextSlot(entry));
    } else {
      vma = (vma + 1) % outside.vmas().size();
      continueAfter(unused.owedNanos(), this::search);
    }
  }

  private void continueAfter(long owedNanos, Runnable next) {
    if (owedNanos == 0 && clock.now() < sliceEnd) {
      next.run();
      return;
    }
    resumeWith = next;
    clock.tellAfter(owedNanos, self, new Resume());
  }

  /**
   * The area comes back at once, wherever the walk is: whoever waits for memory may hold the
   * processor that the walk needs to come to its end.
   */
  private void onGiveUp() {
    outOfMemory = true;
    end(false);
  }

  private void finish(boolean emptied) {
    record.finished(clock.now(), emptied);
    end(emptied);
    outside.cpus().tell(new Sleep(task));
    Objects.requireNonNull(employer).tell(new SwapoffFinished(number));
  }

  private void end(boolean emptied) {
    if (!over) {
      over = true;
      outside.swapAreas().tell(new SwapoffEnded(area, emptied));
      outside.memory().tell(new SwapoffOver(self));
    }
  }
}
