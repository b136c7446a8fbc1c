/** Swapoff: what its variants do for a page, in which order it comes, and whom it meets. */
@NullMarked
package io.faultline.swapoff;

import org.jspecify.annotations.NullMarked;
