package io.faultline.actors.memory;

import java.util.Arrays;

/** The frames that zswap's pool takes, charged to nobody but the root group. */
final class PoolFrames {

  private static final int ROOT = 0;

  private final Frames frames;
  private final Group root;
  private int[] held = new int[256];
  private int count;
  private long wanted;

  PoolFrames(Frames frames, Group root) {
    this.frames = frames;
    this.root = root;
  }

  /** The pool wants so many frames in all. */
  void want(long pages) {
    wanted = pages;
    settle();
  }

  /** Whether there are fewer free frames than it wants. */
  boolean isShort() {
    return count < wanted;
  }

  /** Gives back what is too much, and takes what is wanting as far as there are free frames. */
  void settle() {
    while (count > wanted) {
      frames.release(held[--count]);
      root.uncharge();
    }
    while (count < wanted && frames.free() > 0) {
      if (count == held.length) {
        held = Arrays.copyOf(held, 2 * count);
      }
      int frame = frames.allocate(ROOT);
      frames.giveToPool(frame);
      root.charge();
      held[count++] = frame;
    }
  }
}
