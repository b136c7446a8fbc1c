/**
 * An experiment as data: its records, reading and checking HOCON, the presets, and the exact
 * definition of every access pattern.
 *
 * <p>Sizes are whole pages of 4096 bytes, times are nanoseconds of virtual time.
 */
@NullMarked
package io.faultline.config;

import org.jspecify.annotations.NullMarked;
