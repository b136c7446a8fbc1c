package io.faultline.actors.swap;

import java.util.Arrays;

/**
 * The slots of an area in clusters of 512 that are kept in lists: free, with room since a slot was
 * freed, fragmented, full ({@code cluster_alloc_swap_entry} in {@code mm/swapfile.c}, read in a
 * tree past v6.15).
 *
 * <p>Each CPU goes on in a cluster of its own; on a rotational device all go on in the same. When
 * it has no room left above the last slot, the next is one with room again, else a free one, else a
 * fragmented one. Free clusters are listed column by column, as {@link SsdClusters} lists them; the
 * header's cluster and an incomplete last one begin on the list of those with room.
 */
public final class ClusterLists extends SlotAllocator {

  /** Slots of a cluster, where huge pages can be swapped. */
  public static final int CLUSTER = 512;

  private static final int NONE = -1;
  private static final int FREE = 0;
  private static final int WITH_ROOM = 1;
  private static final int FRAGMENTED = 2;
  private static final int FULL = 3;

  private final int clusterSlots;
  private final int[] used;
  private final int[] list;
  private final int[] next;
  private final int[] previous;
  private final int[] head = {NONE, NONE, NONE, NONE};
  private final int[] tail = {NONE, NONE, NONE, NONE};

  private final boolean rotational;

  /** Where each CPU goes on, or all do; NOTHING if its cluster has no more room. */
  private final int[] nextSlot;

  private ClusterLists(int max, int cpus, boolean rotational, int clusterSlots) {
    super(max, 1);
    this.rotational = rotational;
    this.clusterSlots = clusterSlots;
    int clusters = (max - 1) / clusterSlots + 1;
    used = new int[clusters];
    list = new int[clusters];
    next = new int[clusters];
    previous = new int[clusters];
    nextSlot = new int[rotational ? 1 : cpus];
    Arrays.fill(list, NONE);

    used[0] = 1; // the header
    used[clusters - 1] += (int) ((long) clusters * clusterSlots - max);
    int columns = SsdClusters.ADDRESS_SPACE / clusterSlots;
    for (int column = 0; column < columns; column++) {
      for (int cluster = column; cluster < clusters; cluster += columns) {
        move(cluster, used[cluster] == 0 ? FREE : used[cluster] < clusterSlots ? WITH_ROOM : FULL);
      }
    }
  }

  /**
   * An area without allocated slots on a device that does not rotate: a cluster for each CPU.
   *
   * @param max size in pages, header included, at least 2
   * @param cpus number of CPUs, at least 1
   */
  public static ClusterLists forCpus(int max, int cpus) {
    return forCpus(max, cpus, CLUSTER);
  }

  /**
   * The same with clusters of another size.
   *
   * @param clusterSlots slots of a cluster, which divide 16384: 256 where huge pages cannot be
   *     swapped
   */
  public static ClusterLists forCpus(int max, int cpus, int clusterSlots) {
    if (cpus < 1) {
      throw new IllegalArgumentException("a machine has at least one CPU, got " + cpus);
    }
    if (clusterSlots < 1 || SsdClusters.ADDRESS_SPACE % clusterSlots != 0) {
      throw new IllegalArgumentException(
          "a cluster has a number of slots that divides 16384, got " + clusterSlots);
    }
    return new ClusterLists(max, cpus, false, clusterSlots);
  }

  /**
   * An area without allocated slots on a rotational device: one cluster for all CPUs.
   *
   * @param max size in pages, header included, at least 2
   */
  public static ClusterLists rotational(int max) {
    return new ClusterLists(max, 1, true, CLUSTER);
  }

  @Override
  public int allocate(int cpu, int n, int[] out) {
    int found = 0;
    while (found < n) {
      int slot = find(cpu);
      if (slot == NOTHING) {
        break;
      }
      markUsed(slot);
      nextSlot[current(cpu)] = slot % clusterSlots == clusterSlots - 1 ? NOTHING : slot + 1;
      out[found++] = slot;
    }
    return found;
  }

  @Override
  public void free(int slot) {
    super.free(slot);
    int cluster = slot / clusterSlots;
    used[cluster]--;
    if (used[cluster] == 0) {
      move(cluster, FREE);
    } else if (list[cluster] != WITH_ROOM) {
      move(cluster, WITH_ROOM);
    }
  }

  /** {@code relocate_cluster}. */
  @Override
  void onUsed(int slot) {
    int cluster = slot / clusterSlots;
    used[cluster]++;
    if (used[cluster] == clusterSlots) {
      move(cluster, FULL);
    } else if (list[cluster] != FRAGMENTED) {
      move(cluster, FRAGMENTED);
    }
  }

  @Override
  public boolean rotational() {
    return rotational;
  }

  @Override
  boolean goesOn(int cpu) {
    int from = nextSlot[current(cpu)];
    return from != NOTHING && nextFree(from, lastSlot(from / clusterSlots)) != NOTHING;
  }

  private int current(int cpu) {
    return rotational ? 0 : cpu;
  }

  private int lastSlot(int cluster) {
    return (int) Math.min(max(), (cluster + 1L) * clusterSlots) - 1;
  }

  private int find(int cpu) {
    int slot = findInCurrent(nextSlot[current(cpu)]);
    if (slot == NOTHING) {
      slot = findInFirst(WITH_ROOM);
    }
    if (slot == NOTHING) {
      slot = findInFirst(FREE);
    }
    if (slot == NOTHING) {
      slot = reclaimFromFirstFull();
    }
    if (slot == NOTHING && head[FRAGMENTED] != NONE) {
      move(head[FRAGMENTED], FRAGMENTED);
      slot = findIn(tail[FRAGMENTED], 0);
    }
    return slot;
  }

  private int findInCurrent(int from) {
    if (from == NOTHING) {
      return NOTHING;
    }
    int cluster = from / clusterSlots;
    return findIn(cluster, list[cluster] == FREE ? 0 : from);
  }

  private int findInFirst(int which) {
    return head[which] == NONE ? NOTHING : findIn(head[which], 0);
  }

  /** Looks upwards only: what was freed below is found when the cluster has its turn again. */
  private int findIn(int cluster, int from) {
    return firstUsable(Math.max(from, Math.max(1, cluster * clusterSlots)), lastSlot(cluster));
  }

  /** {@code swap_reclaim_full_clusters}: while swap is full, the oldest full cluster is tried. */
  private int reclaimFromFirstFull() {
    if (head[FULL] == NONE) {
      return NOTHING;
    }
    int cluster = head[FULL];
    move(cluster, FULL);
    return findIn(cluster, 0);
  }

  /** Moves a cluster to the end of a list. */
  private void move(int cluster, int to) {
    int from = list[cluster];
    if (from != NONE) {
      int before = previous[cluster];
      int after = next[cluster];
      if (before == NONE) {
        head[from] = after;
      } else {
        next[before] = after;
      }
      if (after == NONE) {
        tail[from] = before;
      } else {
        previous[after] = before;
      }
    }
    list[cluster] = to;
    next[cluster] = NONE;
    previous[cluster] = tail[to];
    if (tail[to] == NONE) {
      head[to] = cluster;
    } else {
      next[tail[to]] = cluster;
    }
    tail[to] = cluster;
  }
}
