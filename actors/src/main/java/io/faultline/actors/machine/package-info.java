/**
 * A machine as a whole: wiring, the phases of an experiment, conservation, and what a run leaves
 * behind.
 */
@NullMarked
package io.faultline.actors.machine;

import org.jspecify.annotations.NullMarked;
