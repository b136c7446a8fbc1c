/** The presets are reproducible to the bit, and where they race they still conserve. */
@NullMarked
package io.faultline.determinism;

import org.jspecify.annotations.NullMarked;
