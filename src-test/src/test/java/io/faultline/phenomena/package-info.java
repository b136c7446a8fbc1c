/** What was seen on real machines, shown by small ones. */
@NullMarked
package io.faultline.phenomena;

import org.jspecify.annotations.NullMarked;
