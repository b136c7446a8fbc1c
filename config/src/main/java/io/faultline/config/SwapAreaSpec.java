package io.faultline.config;

import java.util.OptionalInt;

/**
 * A swap area: a whole device.
 *
 * @param name its key in the experiment
 * @param device name of the device it lies on
 * @param pages size in pages, 2 to 2^31 - 1, the header (slot 0, never allocated) included
 * @param priority as given to {@code swapon -p}, 0 to 32767; empty when the kernel chooses one
 *     below all others, in the order of the areas
 */
public record SwapAreaSpec(String name, String device, long pages, OptionalInt priority) {}
