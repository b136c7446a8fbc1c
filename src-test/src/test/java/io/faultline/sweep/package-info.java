/** Sweeps in processes of their own, which are killed, frozen and cut off. */
@NullMarked
package io.faultline.sweep;

import org.jspecify.annotations.NullMarked;
