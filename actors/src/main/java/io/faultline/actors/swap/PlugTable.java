package io.faultline.actors.swap;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plugs that are under way, each under a number that is used again once it is done. */
public final class PlugTable {

  private final List<@Nullable PlugInFlight> plugs = new ArrayList<>();
  private int[] left = new int[64];
  private int[] unused = new int[64];
  private int unusedCount;

  /**
   * Notes a plug.
   *
   * @param pages number of pages that will be reported done
   * @return its number
   */
  int open(PlugInFlight plug, int pages) {
    int number;
    if (unusedCount > 0) {
      number = unused[--unusedCount];
      plugs.set(number, plug);
    } else {
      number = plugs.size();
      plugs.add(plug);
      if (number == left.length) {
        left = java.util.Arrays.copyOf(left, 2 * number);
        unused = java.util.Arrays.copyOf(unused, 2 * number);
      }
    }
    left[number] = pages;
    return number;
  }

  PlugInFlight get(int number) {
    PlugInFlight plug = plugs.get(number);
    if (plug == null) {
      throw new IllegalStateException("plug " + number + " is not under way");
    }
    return plug;
  }

  /** Some pages of a plug are done; with the last, its number is free. */
  void completed(int number, int pages) {
    left[number] -= pages;
    if (left[number] == 0) {
      plugs.set(number, null);
      unused[unusedCount++] = number;
    }
  }

  /** Whether a page that zswap writes back waits for its frame. */
  public boolean awaitsFrame() {
    return plugs.stream().anyMatch(plug -> plug != null && plug.writesBack());
  }

  /** Number of plugs under way. */
  public int underWay() {
    return plugs.size() - unusedCount;
  }
}
