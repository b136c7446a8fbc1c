/**
 * The clock that Akka runs on.
 *
 * <p>A {@link io.faultline.actors.virtualtime.VirtualRuntime} owns one actor system whose default
 * dispatcher and scheduler are one run loop. All runnable mailboxes of the present instant run
 * first; only when none is left, nothing waits in the inbox and nobody holds the clock does it jump
 * to the next timer, and all timers of that instant fire before any mailbox runs. With one carrier
 * thread ({@code fifo}, {@code shuffled}) a run is a function of the wiring, the seed and the first
 * messages; {@code parallel} lets carriers race inside an instant. What comes from outside goes
 * through {@link io.faultline.actors.virtualtime.VirtualRuntime#inject inject}: a message told by
 * another thread would let the clock run past it, so it ends the run. So does an exception in an
 * actor, an actor that stops, and a message that nobody receives, each with its cause.
 */
@NullMarked
package io.faultline.actors.virtualtime;

import org.jspecify.annotations.NullMarked;
