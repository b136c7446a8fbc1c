package io.faultline.actors.swap;

import io.faultline.actors.observe.ReadaheadUse;
import io.faultline.actors.observe.Vmstat;

/**
 * What the swap cache owns.
 *
 * @param slots every slot and its page
 * @param plugs I/O under way
 * @param stores evictions that wait for zswap
 * @param vmstat events counted here
 * @param use what became of the pages that were read ahead
 */
public record SwapCacheState(
    SlotTable slots, PlugTable plugs, StoresUnderWay stores, Vmstat vmstat, ReadaheadUse use) {

  /**
   * An empty swap cache.
   *
   * @param areaPages size of each area in pages, header included
   */
  public static SwapCacheState empty(int[] areaPages) {
    ReadaheadUse use = new ReadaheadUse();
    return new SwapCacheState(
        new SlotTable(areaPages, use), new PlugTable(), new StoresUnderWay(), new Vmstat(), use);
  }
}
