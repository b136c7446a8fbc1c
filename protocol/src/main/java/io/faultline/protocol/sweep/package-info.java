/**
 * What the nodes of a sweep say to each other: one sealed interface an actor. Unlike the messages
 * of a machine, most of these cross from process to process, as CBOR.
 */
@NullMarked
package io.faultline.protocol.sweep;

import org.jspecify.annotations.NullMarked;
