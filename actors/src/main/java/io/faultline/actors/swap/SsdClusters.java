package io.faultline.actors.swap;

import java.util.Arrays;

/**
 * The slots of an area on a device without seeks: each CPU fills a cluster of its own and takes the
 * next from the head of the list of free ones ({@code scan_swap_map_try_ssd_cluster} in {@code
 * mm/swapfile.c}, v3.12 to v6.11).
 *
 * <p>Free clusters are listed column by column, 16384 slots apart, so that CPUs work in different
 * address spaces of the swap cache. The header's cluster and an incomplete last one are never on
 * the list; their slots are found by the scan that is left when the list is empty.
 */
public final class SsdClusters extends SlotAllocator {

  /** Slots of one address space of the swap cache, {@code SWAP_ADDRESS_SPACE_PAGES}. */
  public static final int ADDRESS_SPACE = 16384;

  /** Slots of a cluster where huge pages can be swapped, as distributions build x86-64 kernels. */
  public static final int CLUSTER = 512;

  private static final int NONE = -1;

  private final int clusterSlots;
  private final int[] used;
  private final boolean[] listed;
  private final int[] next;
  private final int[] previous;
  private int head = NONE;
  private int tail = NONE;
  private int freeClusters;

  private final int[] cpuCluster;
  private final int[] cpuNext;

  /**
   * An area without allocated slots, as after {@code swapon}, with clusters of 512 slots.
   *
   * @param max size in pages, header included, at least 2
   * @param cpus number of CPUs, at least 1
   * @param clusterNext slot whose column comes first, 1 to {@code max - 1}; 1 since v5.8, where
   *     {@code swapon} puts its random draw elsewhere, as all recorded layouts show
   */
  public SsdClusters(int max, int cpus, int clusterNext) {
    this(max, cpus, clusterNext, CLUSTER);
  }

  /**
   * An area without allocated slots, as after {@code swapon}.
   *
   * @param max size in pages, header included, at least 2
   * @param cpus number of CPUs, at least 1
   * @param clusterNext slot whose column comes first, 1 to {@code max - 1}; 1 since v5.8, where
   *     {@code swapon} puts its random draw elsewhere, as all recorded layouts show
   * @param clusterSlots slots of a cluster, {@code SWAPFILE_CLUSTER}: 512, or 256 without huge
   *     pages on swap
   */
  public SsdClusters(int max, int cpus, int clusterNext, int clusterSlots) {
    super(max, clusterNext);
    if (cpus < 1) {
      throw new IllegalArgumentException("a machine has at least one CPU, got " + cpus);
    }
    if (clusterSlots < 1 || ADDRESS_SPACE % clusterSlots != 0) {
      throw new IllegalArgumentException(
          "a cluster has a number of slots that divides 16384, got " + clusterSlots);
    }
    this.clusterSlots = clusterSlots;
    int clusters = (max - 1) / clusterSlots + 1;
    used = new int[clusters];
    listed = new boolean[clusters];
    next = new int[clusters];
    previous = new int[clusters];
    cpuCluster = new int[cpus];
    Arrays.fill(cpuCluster, NONE);
    cpuNext = new int[cpus];

    used[0] = 1; // the header
    used[clusters - 1] += (int) ((long) clusters * clusterSlots - max);
    int columns = ADDRESS_SPACE / clusterSlots;
    int firstColumn = clusterNext / clusterSlots % columns;
    for (int k = 0; k < columns; k++) {
      for (int cluster = (firstColumn + k) % columns; cluster < clusters; cluster += columns) {
        if (used[cluster] == 0) {
          append(cluster);
        }
      }
    }
  }

  /**
   * Lets a CPU go on in the middle of a cluster, as after a recorded layout was loaded.
   *
   * @param cpu the CPU, from 0
   * @param slot first slot it looks at, on the area
   */
  public void resumeAt(int cpu, int slot) {
    if (slot < 1 || slot >= max()) {
      throw new IllegalArgumentException("slot " + slot + " is not on this area");
    }
    cpuCluster[cpu] = slot / clusterSlots;
    cpuNext[cpu] = slot;
  }

  /** Number of clusters on the free list. */
  public int freeClusters() {
    return freeClusters;
  }

  @Override
  public int allocate(int cpu, int n, int[] out) {
    if (highest() == 0) {
      return 0;
    }
    int base = clusterNext();
    int offset = nextInCluster(cpu);
    if (offset != NOTHING) {
      base = offset;
    } else {
      offset = base;
      if (offset > highest()) {
        base = lowest();
        offset = base;
      }
      if (isUsed(offset) && !reclaimed(offset)) {
        offset = scan(offset, base);
      }
      if (offset == NOTHING) {
        return 0;
      }
    }

    int found = 0;
    int latency = LATENCY_LIMIT;
    while (true) {
      markUsed(offset);
      out[found++] = offset;
      clusterNext(offset + 1);
      if (found == n || offset >= highest()) {
        return found;
      }
      latency--;
      int inCluster = nextInCluster(cpu);
      if (inCluster != NOTHING) {
        offset = inCluster;
        base = inCluster;
      } else {
        int limit = offset < base ? base : highest();
        int from = offset;
        offset = nextFree(from, (int) Math.min(limit, (long) from + latency - 2));
        if (offset == NOTHING) {
          return found;
        }
        latency -= offset - from + 1;
      }
    }
  }

  @Override
  public void free(int slot) {
    super.free(slot);
    int cluster = slot / clusterSlots;
    if (--used[cluster] == 0) {
      append(cluster);
    }
  }

  @Override
  void onUsed(int slot) {
    int cluster = slot / clusterSlots;
    used[cluster]++;
    if (listed[cluster]) {
      unlink(cluster);
    }
  }

  /** The next free slot of the CPU's cluster, or of the first free cluster, or {@link #NOTHING}. */
  private int nextInCluster(int cpu) {
    while (true) {
      int cluster = cpuCluster[cpu];
      if (cluster != NONE && listed[cluster] && cluster != head) {
        // All its slots were freed meanwhile and it waits its turn on the list: not this CPU's any
        // more.
        cluster = NONE;
      }
      if (cluster == NONE) {
        cluster = head;
        if (cluster == NONE) {
          cpuCluster[cpu] = NONE;
          return NOTHING;
        }
        cpuCluster[cpu] = cluster;
        cpuNext[cpu] = cluster * clusterSlots;
      }
      int last = (int) Math.min(max(), (cluster + 1L) * clusterSlots) - 1;
      int slot = nextFree(Math.max(cpuNext[cpu], 1), last);
      if (slot != NOTHING) {
        cpuNext[cpu] = slot + 1;
        return slot;
      }
      cpuCluster[cpu] = NONE;
    }
  }

  private void append(int cluster) {
    listed[cluster] = true;
    next[cluster] = NONE;
    previous[cluster] = tail;
    if (tail == NONE) {
      head = cluster;
    } else {
      next[tail] = cluster;
    }
    tail = cluster;
    freeClusters++;
  }

  private void unlink(int cluster) {
    listed[cluster] = false;
    int before = previous[cluster];
    int after = next[cluster];
    if (before == NONE) {
      head = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      tail = before;
    } else {
      previous[after] = before;
    }
    freeClusters--;
  }
}
