/** zswap: the compressed pool in front of swap, its LRU, its limit and its shrinker. */
@NullMarked
package io.faultline.actors.zswap;

import org.jspecify.annotations.NullMarked;
