/**
 * Swap-in readahead as pure rules: how many pages a fault reads (heuristics), from whose memory
 * (scopes) and where they lie (placements).
 */
@NullMarked
package io.faultline.actors.readahead;

import org.jspecify.annotations.NullMarked;
