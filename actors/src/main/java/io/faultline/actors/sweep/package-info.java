/**
 * The nodes of a sweep: one coordinator, which remembers in a journal what was submitted and what
 * came of each point, and workers, which run points.
 *
 * <p>An ordinary Akka system in real time: the rules for the inside of a machine do not hold here.
 */
@NullMarked
package io.faultline.actors.sweep;

import org.jspecify.annotations.NullMarked;
