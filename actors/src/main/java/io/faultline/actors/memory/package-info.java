/** Frames, limits and reclaim. */
@NullMarked
package io.faultline.actors.memory;

import org.jspecify.annotations.NullMarked;
