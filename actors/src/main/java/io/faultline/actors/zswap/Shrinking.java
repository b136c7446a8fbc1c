package io.faultline.actors.zswap;

import io.faultline.protocol.ZswapMessage.Shrink;
import org.jspecify.annotations.Nullable;

/** A shrinking of a group's entries that reclaim waits for. */
final class Shrinking {

  final Shrink asked;
  final ShrinkerDriver driver;
  @Nullable LruWalk walk;
  long toScan;

  Shrinking(Shrink asked, ShrinkerDriver driver) {
    this.asked = asked;
    this.driver = driver;
  }
}
