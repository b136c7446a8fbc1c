/**
 * Published measurements beside their emulation: which cells there are, which experiment gives
 * each, and how the parameters were found.
 */
@NullMarked
package io.faultline.app.reproduce;

import org.jspecify.annotations.NullMarked;
