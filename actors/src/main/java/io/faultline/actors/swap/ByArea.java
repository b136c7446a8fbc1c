package io.faultline.actors.swap;

import io.faultline.protocol.SwapEntry;
import java.util.Arrays;

/**
 * Slots of one plug, apart by the area they lie on. A plug that is spread over devices merges for
 * each of them as if there were no others ({@code blk_attempt_plug_merge} passes over requests of
 * other queues), whatever the order in which areas take turns.
 */
final class ByArea {

  /** Takes the slots of one area. */
  interface Receiver {

    /**
     * The slots of one area, in the order they had in the plug.
     *
     * @param contents what belongs to each; empty if nothing does
     */
    void part(int area, long[] entries, int[] contents);
  }

  private ByArea() {}

  /**
   * Hands over each area's slots, the area of the first slot first.
   *
   * @param entries slots of any areas, at least one
   * @param contents what belongs to each, or an empty array
   */
  static void split(long[] entries, int[] contents, Receiver receiver) {
    int done = 0; // a bit for each area
    for (int i = 0; i < entries.length; i++) {
      int area = SwapEntry.area(entries[i]);
      if ((done & (1 << area)) == 0) {
        done |= 1 << area;
        part(entries, contents, i, receiver);
      }
    }
  }

  private static void part(long[] entries, int[] contents, int first, Receiver receiver) {
    int area = SwapEntry.area(entries[first]);
    long[] partEntries = new long[entries.length - first];
    int[] partContents = new int[contents.length == 0 ? 0 : partEntries.length];
    int count = 0;
    for (int i = first; i < entries.length; i++) {
      if (SwapEntry.area(entries[i]) == area) {
        if (partContents.length > 0) {
          partContents[count] = contents[i];
        }
        partEntries[count++] = entries[i];
      }
    }
    if (count == entries.length) {
      receiver.part(area, entries, contents);
    } else {
      receiver.part(
          area,
          Arrays.copyOf(partEntries, count),
          Arrays.copyOf(partContents, Math.min(count, partContents.length)));
    }
  }
}
