/** Swap areas and the slots on them: which are allocated, and in what order they are handed out. */
@NullMarked
package io.faultline.actors.swap;

import org.jspecify.annotations.NullMarked;
