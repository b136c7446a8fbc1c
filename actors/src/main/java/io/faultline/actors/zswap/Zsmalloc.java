package io.faultline.actors.zswap;

import java.util.Arrays;

/**
 * {@code mm/zsmalloc.c}: size classes 16 bytes apart, each with blocks (zspages) of up to four or
 * eight pages in which objects lie end to end. Classes whose blocks hold the same number of objects
 * are one. An object goes to the fullest block of its class that has room; a block is given back
 * when its last object is.
 */
public final class Zsmalloc implements Zpool {

  private static final int PAGE = 4096;
  private static final int SMALLEST = 32;
  private static final int STEP = 16;
  private static final int CLASSES = (PAGE - SMALLEST) / STEP + 1;
  private static final int HANDLE_BYTES = 8;
  private static final int BUCKETS = 11;
  private static final int NONE = -1;

  private final int[] classOf = new int[CLASSES];
  private final int[] blockPages = new int[CLASSES];
  private final int[] blockObjects = new int[CLASSES];
  private final int[][] fullest = new int[CLASSES][];
  private short[] blockClass = new short[256];
  private short[] used = new short[256];
  private int[] next = new int[256];
  private int[] previous = new int[256];
  private int[] unused = new int[256];
  private int unusedCount;
  private int everUsed;
  private long pages;

  /**
   * An empty pool.
   *
   * @param longestBlock most pages of a block: 4 up to 6.2, where the block with the best use is
   *     chosen in whole percent; 8 since 6.3, the one with the least waste
   */
  public Zsmalloc(int longestBlock) {
    int merged = NONE;
    for (int i = CLASSES - 1; i >= 0; i--) {
      int size = SMALLEST + i * STEP;
      blockPages[i] = longestBlock <= 4 ? bestUse(size, longestBlock) : leastWaste(size);
      blockObjects[i] = blockPages[i] * PAGE / size;
      boolean same =
          merged != NONE
              && blockPages[merged] == blockPages[i]
              && blockObjects[merged] == blockObjects[i];
      merged = same ? merged : i;
      classOf[i] = merged;
      fullest[i] = new int[BUCKETS];
      Arrays.fill(fullest[i], NONE);
    }
  }

  private static int bestUse(int size, int longest) {
    int best = 1;
    int bestPercent = 0;
    for (int n = 1; n <= longest; n++) {
      int block = n * PAGE;
      int percent = (block - block % size) * 100 / block;
      if (percent > bestPercent) {
        bestPercent = percent;
        best = n;
      }
    }
    return best;
  }

  private static int leastWaste(int size) {
    int best = 1;
    if (Integer.bitCount(size) == 1) {
      return best;
    }
    int least = Integer.MAX_VALUE;
    for (int n = 1; n <= 8; n++) {
      int waste = n * PAGE % size;
      if (waste < least) {
        least = waste;
        best = n;
      }
    }
    return best;
  }

  @Override
  public int allocate(int bytes) {
    if (bytes > PAGE) {
      return TOO_LARGE;
    }
    int size = Math.min(PAGE, bytes + HANDLE_BYTES);
    int sizeClass = classOf[Math.max(0, (size - SMALLEST + STEP - 1) / STEP)];
    int block = roomyBlock(sizeClass);
    if (block == NONE) {
      block = unusedCount > 0 ? unused[--unusedCount] : newBlock();
      blockClass[block] = (short) sizeClass;
      used[block] = 0;
      pages += blockPages[sizeClass];
    } else {
      unlink(block);
    }
    used[block]++;
    link(block);
    return block;
  }

  private int roomyBlock(int sizeClass) {
    for (int bucket = BUCKETS - 2; bucket >= 0; bucket--) {
      if (fullest[sizeClass][bucket] != NONE) {
        return fullest[sizeClass][bucket];
      }
    }
    return NONE;
  }

  private int newBlock() {
    if (everUsed == used.length) {
      int size = 2 * everUsed;
      blockClass = Arrays.copyOf(blockClass, size);
      used = Arrays.copyOf(used, size);
      next = Arrays.copyOf(next, size);
      previous = Arrays.copyOf(previous, size);
      unused = Arrays.copyOf(unused, size);
    }
    return everUsed++;
  }

  @Override
  public void free(int handle) {
    unlink(handle);
    used[handle]--;
    if (used[handle] == 0) {
      pages -= blockPages[blockClass[handle]];
      unused[unusedCount++] = handle;
    } else {
      link(handle);
    }
  }

  /** Tenths of a block that are used; the last bucket holds full ones. */
  private int bucket(int block) {
    int objects = blockObjects[blockClass[block]];
    return used[block] == objects ? BUCKETS - 1 : 10 * used[block] / objects;
  }

  private void link(int block) {
    int[] lists = fullest[blockClass[block]];
    int bucket = bucket(block);
    int head = lists[bucket];
    next[block] = head;
    previous[block] = NONE;
    if (head != NONE) {
      previous[head] = block;
    }
    lists[bucket] = block;
  }

  private void unlink(int block) {
    if (previous[block] == NONE) {
      fullest[blockClass[block]][bucket(block)] = next[block];
    } else {
      next[previous[block]] = next[block];
    }
    if (next[block] != NONE) {
      previous[next[block]] = previous[block];
    }
  }

  @Override
  public long pages() {
    return pages;
  }
}
