/**
 * Experiments set side by side: which runs a question takes, and what their figures say beyond
 * chance.
 */
@NullMarked
package io.faultline.app.laboratory;

import org.jspecify.annotations.NullMarked;
