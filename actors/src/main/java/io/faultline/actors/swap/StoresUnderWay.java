package io.faultline.actors.swap;

import io.faultline.protocol.MemoryMessage.Fate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evictions whose pages zswap has been asked to store, each under a number. */
public final class StoresUnderWay {

  /**
   * An eviction.
   *
   * @param job reclaim that waits for its end
   * @param frames frames evicted
   * @param fates their fates so far; writeback for those that zswap is asked about
   * @param entries slots that zswap is asked about
   * @param contents tags of what their pages hold
   */
  record Eviction(int job, int[] frames, Fate[] fates, long[] entries, int[] contents) {}

  private final List<@Nullable Eviction> evictions = new ArrayList<>();

  int add(Eviction eviction) {
    int number = evictions.indexOf(null);
    if (number < 0) {
      evictions.add(eviction);
      return evictions.size() - 1;
    }
    evictions.set(number, eviction);
    return number;
  }

  Eviction take(int number) {
    Eviction eviction = evictions.get(number);
    if (eviction == null) {
      throw new IllegalStateException("store " + number + " is not under way");
    }
    evictions.set(number, null);
    return eviction;
  }
}
