package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.faultline.actors.virtualtime.MachineActor;
import io.faultline.protocol.MemoryMessage.SlotsAllocated;
import io.faultline.protocol.SwapAreasMessage;
import io.faultline.protocol.SwapAreasMessage.Allocate;
import io.faultline.protocol.SwapAreasMessage.CountInUse;
import io.faultline.protocol.SwapAreasMessage.Deactivate;
import io.faultline.protocol.SwapAreasMessage.Free;
import io.faultline.protocol.SwapAreasMessage.SwapoffEnded;
import io.faultline.protocol.SwapAreasMessage.WatchFull;
import io.faultline.protocol.SwapCacheMessage.SwapFull;
import io.faultline.protocol.SwapEntry;
import io.faultline.protocol.SwapoffMessage.InUse;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All swap areas: hands slots to reclaim, takes them back from the swap cache, and tells that when
 * more than half of them are in use.
 */
public final class SwapAreas extends MachineActor<SwapAreasMessage> {

  private final SwapSlots slots;
  private @Nullable ActorRef<? super SwapFull> watcher;
  private boolean full;
  private int swapoffs;

  private SwapAreas(SwapSlots slots) {
    this.slots = slots;
  }

  /**
   * The swap areas of a machine.
   *
   * @param slots areas and slot caches, owned by this actor from now on
   */
  public static Behavior<SwapAreasMessage> create(SwapSlots slots) {
    return new SwapAreas(slots);
  }

  @Override
  protected void onMessage(SwapAreasMessage message) {
    if (message instanceof Free free) {
      slots.free(free.cpu(), free.entry());
    } else if (message instanceof Allocate allocate) {
      onAllocate(allocate);
    } else if (message instanceof Deactivate deactivate) {
      onDeactivate(deactivate);
    } else if (message instanceof CountInUse count) {
      tellInUse(count.area(), count.replyTo());
    } else if (message instanceof SwapoffEnded ended) {
      onSwapoffEnded(ended);
    } else if (message instanceof WatchFull watch) {
      watcher = watch.replyTo();
    }
    tellWhetherFull();
  }

  private void onAllocate(Allocate allocate) {
    long[] entries = new long[allocate.slots()];
    int count = 0;
    while (count < entries.length) {
      long entry = slots.allocate(allocate.cpu());
      if (entry == SwapEntry.NONE) {
        break;
      }
      entries[count++] = entry;
    }
    allocate.replyTo().tell(new SlotsAllocated(allocate.job(), Arrays.copyOf(entries, count)));
  }

  private void onDeactivate(Deactivate deactivate) {
    swapoffs++;
    slots.disable();
    slots.areas().deactivate(deactivate.area());
    tellInUse(deactivate.area(), deactivate.replyTo());
  }

  private void tellInUse(int area, ActorRef<? super InUse> replyTo) {
    replyTo.tell(new InUse(slots.areas().slots(area).inUse()));
  }

  private void onSwapoffEnded(SwapoffEnded ended) {
    swapoffs--;
    if (!ended.emptied()) {
      slots.areas().activate(ended.area());
    }
    if (swapoffs == 0) {
      slots.enable();
    }
  }

  private void tellWhetherFull() {
    boolean fullNow = slots.areas().swapFull();
    if (fullNow != full && watcher != null) {
      full = fullNow;
      watcher.tell(new SwapFull(full));
    }
  }
}
