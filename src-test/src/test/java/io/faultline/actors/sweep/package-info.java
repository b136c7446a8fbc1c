/** Sweeps: the protocol between their nodes, fast and in one process. */
@NullMarked
package io.faultline.actors.sweep;

import org.jspecify.annotations.NullMarked;
