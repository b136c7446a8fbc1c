/** Conservation, checked at every instant of small machines of all kinds. */
@NullMarked
package io.faultline.invariants;

import org.jspecify.annotations.NullMarked;
