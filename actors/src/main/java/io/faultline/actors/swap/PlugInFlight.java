package io.faultline.actors.swap;

import io.faultline.protocol.SwapFault;
import org.jspecify.annotations.Nullable;

/**
 * Slots on their way to or from a device.
 *
 * @param entries the slots
 * @param fault the fault whose window this is; null for a write
 */
record PlugInFlight(long[] entries, @Nullable SwapFault fault) {}
