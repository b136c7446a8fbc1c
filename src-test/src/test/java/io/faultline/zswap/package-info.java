/** zswap's plain classes. */
@NullMarked
package io.faultline.zswap;

import org.jspecify.annotations.NullMarked;
