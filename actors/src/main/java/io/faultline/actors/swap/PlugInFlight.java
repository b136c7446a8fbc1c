package io.faultline.actors.swap;

import io.faultline.protocol.SwapFault;
import org.jspecify.annotations.Nullable;

/**
 * Slots on their way to or from a device.
 *
 * @param entries the slots
 * @param fault the fault whose window this is; null once it is at the device
 * @param asleep whether the faulting task has given up its processor already
 * @param alone whether the fault reads its page alone, without a window
 * @param writeback zswap's number for the page that it writes back here; -1 if it does not
 * @param content what that page holds
 */
record PlugInFlight(
    long[] entries,
    @Nullable SwapFault fault,
    boolean asleep,
    boolean alone,
    int writeback,
    int content) {

  private static final int NONE = -1;
  private static final int STORED = -2;

  PlugInFlight(long[] entries, @Nullable SwapFault fault, boolean asleep, boolean alone) {
    this(entries, fault, asleep, alone, NONE, 0);
  }

  static PlugInFlight writingBack(long entry, int writeback, int content) {
    return new PlugInFlight(new long[] {entry}, null, false, false, writeback, content);
  }

  boolean writesBack() {
    return writeback >= 0;
  }

  boolean stored() {
    return writeback == STORED;
  }

  /** Pages that are as good as written, so that nobody waits for them. */
  static PlugInFlight stored(long[] entries) {
    return new PlugInFlight(entries, null, false, false, STORED, 0);
  }

  static PlugInFlight atDevice(long[] entries) {
    return new PlugInFlight(entries, null, false, false);
  }
}
