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

  private final int[] classOf = new int[CLASSES];
  private final int[] blockPages = new int[CLASSES];
  private final int[] blockObjects = new int[CLASSES];
  private final RoomLists fullest = new RoomLists(CLASSES * BUCKETS);
  private final Numbers numbers = new Numbers();
  private short[] blockClass = new short[256];
  private short[] used = new short[256];
  private long pages;

  /**
   * An empty pool.
   *
   * @param longestBlock most pages of a block: 4 up to 6.2, where the block with the best use is
   *     chosen in whole percent; 8 since 6.3, the one with the least waste
   */
  public Zsmalloc(int longestBlock) {
    int merged = RoomLists.NONE;
    for (int i = CLASSES - 1; i >= 0; i--) {
      int size = SMALLEST + i * STEP;
      blockPages[i] = longestBlock <= 4 ? bestUse(size, longestBlock) : leastWaste(size);
      blockObjects[i] = blockPages[i] * PAGE / size;
      boolean same =
          merged != RoomLists.NONE
              && blockPages[merged] == blockPages[i]
              && blockObjects[merged] == blockObjects[i];
      merged = same ? merged : i;
      classOf[i] = merged;
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
    if (block == RoomLists.NONE) {
      block = newBlock();
      blockClass[block] = (short) sizeClass;
      used[block] = 0;
      pages += blockPages[sizeClass];
    } else {
      fullest.remove(list(block), block);
    }
    used[block]++;
    fullest.add(list(block), block);
    return block;
  }

  private int roomyBlock(int sizeClass) {
    for (int bucket = BUCKETS - 2; bucket >= 0; bucket--) {
      int block = fullest.first(sizeClass * BUCKETS + bucket);
      if (block != RoomLists.NONE) {
        return block;
      }
    }
    return RoomLists.NONE;
  }

  private int newBlock() {
    int block = numbers.take();
    if (block == used.length) {
      blockClass = Arrays.copyOf(blockClass, 2 * block);
      used = Arrays.copyOf(used, 2 * block);
    }
    return block;
  }

  @Override
  public void free(int handle) {
    fullest.remove(list(handle), handle);
    used[handle]--;
    if (used[handle] == 0) {
      pages -= blockPages[blockClass[handle]];
      numbers.giveBack(handle);
    } else {
      fullest.add(list(handle), handle);
    }
  }

  /** A list for each tenth of a block that is used; the last one of a class holds full blocks. */
  private int list(int block) {
    int objects = blockObjects[blockClass[block]];
    int bucket = used[block] == objects ? BUCKETS - 1 : 10 * used[block] / objects;
    return blockClass[block] * BUCKETS + bucket;
  }

  @Override
  public long pages() {
    return pages;
  }
}
