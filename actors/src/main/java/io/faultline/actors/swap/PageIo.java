package io.faultline.actors.swap;

import akka.actor.typed.ActorRef;
import io.faultline.actors.observe.Vmstat;
import io.faultline.actors.observe.VmstatItem;
import io.faultline.actors.swap.SwapCache.Backing;
import io.faultline.actors.swap.SwapCache.Readahead;
import io.faultline.actors.swap.SwapCache.Surroundings;
import io.faultline.protocol.BlockDeviceMessage.Read;
import io.faultline.protocol.BlockDeviceMessage.Write;
import io.faultline.protocol.ReadaheadMessage.SwappedOut;
import io.faultline.protocol.SwapCacheMessage;
import io.faultline.protocol.SwapEntry;
import java.util.List;

/**
 * Pages on their way to and from the devices that areas lie on, as {@code mm/page_io.c} has it: the
 * slots of a plug become one request a device.
 */
final class PageIo {

  private static final int[] NO_CONTENTS = {};

  private final PlugTable plugs;
  private final Vmstat vmstat;
  private final List<Backing> areas;
  private final Readahead readahead;
  private final ActorRef<SwapCacheMessage> swapCache;

  /**
   * The areas of a machine.
   *
   * @param swapCache told what has been read and written
   */
  PageIo(SwapCacheState state, Surroundings outside, ActorRef<SwapCacheMessage> swapCache) {
    this.plugs = state.plugs();
    this.vmstat = state.vmstat();
    this.areas = outside.areas();
    this.readahead = outside.readahead();
    this.swapCache = swapCache;
  }

  /** Where the area of a slot lies. */
  Backing backing(long entry) {
    return areas.get(SwapEntry.area(entry));
  }

  /** Reads pages from their devices. */
  void read(long[] entries) {
    vmstat.count(VmstatItem.PSWPIN, entries.length);
    ByArea.split(entries, NO_CONTENTS, this::readAt);
  }

  private void readAt(int area, long[] entries, int[] noContents) {
    Backing backing = areas.get(area);
    int request = plugs.open(PlugInFlight.atDevice(entries), entries.length);
    backing
        .device()
        .tell(new Read(request, pagesOnDevice(entries, backing.firstPage()), swapCache));
  }

  /**
   * Writes pages to their devices.
   *
   * @param evicted whether nobody waits for those that go to a device that answers at once
   */
  void write(long[] entries, int[] contents, boolean evicted) {
    vmstat.count(VmstatItem.PSWPOUT, entries.length);
    if (readahead.evictions()) {
      readahead.byVma().get(0).tell(new SwappedOut(entries.length));
    }
    ByArea.split(
        entries,
        contents,
        (area, slotsThere, tags) ->
            writeAt(area, slotsThere, tags, evicted && areas.get(area).atOnce() != null));
  }

  private void writeAt(int area, long[] entries, int[] contents, boolean stored) {
    Backing backing = areas.get(area);
    PlugInFlight plug = stored ? PlugInFlight.stored(entries) : PlugInFlight.atDevice(entries);
    int request = plugs.open(plug, entries.length);
    int[] pages = pagesOnDevice(entries, backing.firstPage());
    backing.device().tell(new Write(request, pages, contents, swapCache));
  }

  private static int[] pagesOnDevice(long[] entries, int firstPage) {
    int[] pages = new int[entries.length];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = firstPage + SwapEntry.slot(entries[i]);
    }
    return pages;
  }

  /** The slot of a page on the device; all slots of a plug lie in one area. */
  long entryOn(PlugInFlight plug, int page) {
    int area = SwapEntry.area(plug.entries()[0]);
    return SwapEntry.of(area, page - areas.get(area).firstPage());
  }
}
