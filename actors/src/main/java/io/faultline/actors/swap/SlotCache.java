package io.faultline.actors.swap;

import java.util.function.LongConsumer;

/** One CPU's slots: allocated in advance to be handed out, and freed but not given back yet. */
final class SlotCache {

  /** Slots of either list, {@code SWAP_SLOTS_CACHE_SIZE}. */
  static final int SIZE = 64;

  private final long[] ready = new long[SIZE];
  private int next;
  private int end;
  private final long[] returning = new long[SIZE];
  private int returned;

  boolean isEmpty() {
    return next == end;
  }

  long take() {
    return ready[next++];
  }

  void refill(ActiveAreas areas, int cpu) {
    next = 0;
    end = areas.allocate(cpu, SIZE, ready);
  }

  /** As in {@code free_swap_slot}: 64 entries wait together, the next one sends them home. */
  void giveBack(ActiveAreas areas, long entry) {
    if (returned == SIZE) {
      flush(areas);
    }
    returning[returned++] = entry;
  }

  void drain(ActiveAreas areas) {
    while (next < end) {
      areas.free(ready[next++]);
    }
    flush(areas);
  }

  private void flush(ActiveAreas areas) {
    for (int i = 0; i < returned; i++) {
      areas.free(returning[i]);
    }
    returned = 0;
  }

  boolean isReady(long entry) {
    for (int i = next; i < end; i++) {
      if (ready[i] == entry) {
        return true;
      }
    }
    return false;
  }

  boolean isReturning(long entry) {
    for (int i = 0; i < returned; i++) {
      if (returning[i] == entry) {
        return true;
      }
    }
    return false;
  }

  void forEachReady(LongConsumer consumer) {
    for (int i = next; i < end; i++) {
      consumer.accept(ready[i]);
    }
  }

  void forEachReturning(LongConsumer consumer) {
    for (int i = 0; i < returned; i++) {
      consumer.accept(returning[i]);
    }
  }
}
