/** How fast the machine is, and what actors cost. */
@NullMarked
package io.faultline.benchmark;

import org.jspecify.annotations.NullMarked;
