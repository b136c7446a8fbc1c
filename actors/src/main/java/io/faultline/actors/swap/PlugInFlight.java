package io.faultline.actors.swap;

import io.faultline.protocol.SwapFault;
import org.jspecify.annotations.Nullable;

/**
 * Slots on their way to or from a device.
 *
 * @param entries the slots
 * @param fault the fault whose window this is; null once it is at the device
 * @param asleep whether the faulting task has given up its processor already
 */
record PlugInFlight(long[] entries, @Nullable SwapFault fault, boolean asleep) {

  static PlugInFlight atDevice(long[] entries) {
    return new PlugInFlight(entries, null, false);
  }
}
