package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.protocol.Charged;
import io.faultline.protocol.MemoryMessage;
import io.faultline.protocol.MemoryMessage.Charge;
import io.faultline.protocol.MemoryMessage.ChargeWriteback;
import io.faultline.protocol.MemoryMessage.WritebackBegan;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapCacheMessage.WriteBack;
import io.faultline.protocol.ZswapMessage;
import io.faultline.protocol.ZswapMessage.NotWrittenBack;
import io.faultline.protocol.ZswapMessage.WrittenBack;

/**
 * Pages that zswap's worker or shrinker writes back to their devices: each comes into the swap
 * cache first.
 */
final class ZswapWriteback {

  private final SlotTable slots;
  private final PlugTable plugs;
  private final SlotReferences references;
  private final PageLock lock;
  private final PageIo io;
  private final Swapin swapin;
  private final ActorRef<MemoryMessage> memory;
  private final ActorRef<ZswapMessage> zswap;
  private final ActorRef<SwapCacheMessage> swapCache;

  ZswapWriteback(
      SwapCacheState state,
      SlotReferences references,
      PageLock lock,
      PageIo io,
      Swapin swapin,
      ActorRef<MemoryMessage> memory,
      ActorRef<ZswapMessage> zswap,
      ActorRef<SwapCacheMessage> swapCache) {
    this.slots = state.slots();
    this.plugs = state.plugs();
    this.references = references;
    this.lock = lock;
    this.io = io;
    this.swapin = swapin;
    this.memory = memory;
    this.zswap = zswap;
    this.swapCache = swapCache;
  }

  /** {@code zswap_writeback_entry}: the page comes into the swap cache, unless it is there. */
  void begin(WriteBack asked) {
    long entry = asked.entry();
    if (slots.free(entry) || slots.cached(entry)) {
      boolean cached = slots.cached(entry);
      zswap.tell(new NotWrittenBack(asked.writeback(), cached));
      return;
    }
    slots.take(entry);
    PlugInFlight plug = PlugInFlight.writingBack(entry, asked.writeback(), asked.content());
    int request = plugs.open(plug, 1);
    int group = slots.group(entry);
    if (asked.forReclaim()) {
      memory.tell(new ChargeWriteback(request, group, swapCache));
    } else {
      int[] ages = {slots.evictionAge(entry)};
      memory.tell(new Charge(request, new int[] {group}, ages, 0, true, swapCache));
    }
  }

  /** There is memory for the page, or none. */
  void charged(PlugInFlight plug, Charged charged) {
    long entry = plug.entries()[0];
    plugs.completed(charged.requestId(), 1);
    if (charged.frames().length == 0) {
      slots.untake(entry);
      zswap.tell(new NotWrittenBack(plug.writeback(), false));
      if (slots.free(entry)) {
        references.freed(entry, 0);
      }
      swapin.readForWaiters(entry);
      return;
    }
    slots.assign(entry, charged.frames()[0]);
    slots.unlock(entry, plug.content());
    slots.beginWriteback(entry, plug.content());
    memory.tell(new WritebackBegan(charged.frames()[0]));
    zswap.tell(new WrittenBack(plug.writeback()));
    io.write(plug.entries(), new int[] {plug.content()}, false);
    lock.wakeWaiters(entry);
  }
}
