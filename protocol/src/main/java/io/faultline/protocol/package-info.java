/**
 * What the actors of the machine say to each other: one sealed interface an actor, and the few
 * value types that messages share. No behaviour.
 */
@NullMarked
package io.faultline.protocol;

import org.jspecify.annotations.NullMarked;
