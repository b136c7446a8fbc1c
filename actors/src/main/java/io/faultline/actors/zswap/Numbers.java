package io.faultline.actors.zswap;

import java.util.Arrays;

/**
 * Small numbers for what is kept in arrays, from 0 on: one that is given back is used again before
 * a new one is.
 */
final class Numbers {

  private int[] unused = new int[256];
  private int unusedCount;
  private int everUsed;

  /** Takes the number that was given back last, or the next one that was never used. */
  int take() {
    return unusedCount > 0 ? unused[--unusedCount] : everUsed++;
  }

  /** Gives a number back. */
  void giveBack(int number) {
    if (unusedCount == unused.length) {
      unused = Arrays.copyOf(unused, 2 * unusedCount);
    }
    unused[unusedCount++] = number;
  }

  /** Numbers that are in use. */
  int inUse() {
    return everUsed - unusedCount;
  }
}
