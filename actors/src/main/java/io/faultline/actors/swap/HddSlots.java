package io.faultline.actors.swap;

/**
 * The slots of an area on a rotational device: ascending from where the last allocation ended, and
 * once a cluster is used up a look for an empty run of that length, so that what is written
 * together lies together ({@code scan_swap_map_slots} without cluster information in {@code
 * mm/swapfile.c}).
 *
 * <p>The constructor builds the form up to v5.7 (v4.11 to v5.7 for batches, before that each slot
 * by itself), {@link #since58} the later one. They differ in two ways that layouts recorded from
 * 6.1 and 6.12 show. A batch goes on behind an allocated slot or the end of a cluster. And what a
 * search scanned is taken off the {@code LATENCY_LIMIT} of the batch that follows it: a fresh
 * cluster of 512 begins with a batch of 3.
 */
public final class HddSlots extends SlotAllocator {

  /** {@code SWAPFILE_CLUSTER} of a kernel that cannot swap huge pages. */
  public static final int CLUSTER = 256;

  /** {@code SWAPFILE_CLUSTER} where huge pages can be swapped, as x86-64 distributions build it. */
  public static final int HUGE_PAGE_CLUSTER = 512;

  private final int cluster;
  private final boolean countsLatency;
  private final boolean seeks;
  private int clusterNr;
  private int latency;
  private boolean scannedMany;

  /**
   * An area without allocated slots, as after {@code swapon} up to v5.7 with clusters of 256.
   *
   * @param max size in pages, header included, at least 2
   */
  public HddSlots(int max) {
    this(max, 1, CLUSTER, false, true);
  }

  private HddSlots(int max, int clusterNext, int cluster, boolean countsLatency, boolean seeks) {
    super(max, clusterNext);
    this.seeks = seeks;
    this.cluster = cluster;
    this.countsLatency = countsLatency;
  }

  /**
   * An area without allocated slots, as after {@code swapon} in v5.8 to v6.11 with clusters of 512.
   *
   * @param max size in pages, header included, at least 2
   */
  public static HddSlots since58(int max) {
    return new HddSlots(max, 1, HUGE_PAGE_CLUSTER, true, true);
  }

  /**
   * An area without allocated slots on a device that does not seek, up to v3.11, where it has no
   * clusters of CPUs yet. An empty run is looked for from where the last allocation ended, then
   * from the bottom, so that all parts of a flash device wear alike.
   *
   * @param max size in pages, header included, at least 2
   * @param clusterNext slot where the first scan starts, 1 to {@code max - 1}: {@code swapon} draws
   *     it
   */
  public static HddSlots withoutSeeks(int max, int clusterNext) {
    return new HddSlots(max, clusterNext, CLUSTER, false, false);
  }

  /**
   * Continues an area whose slots were {@linkplain #take taken} one by one.
   *
   * @param clusterNext slot where the next scan starts, 1 to {@link #max()}
   * @param clusterNr slots left before an empty run is looked for, 0 to one less than a cluster
   */
  public void resumeAt(int clusterNext, int clusterNr) {
    if (clusterNext < 1 || clusterNext > max() || clusterNr < 0 || clusterNr >= cluster) {
      throw new IllegalArgumentException(
          "cannot resume at slot " + clusterNext + " with " + clusterNr + " slots left");
    }
    clusterNext(clusterNext);
    this.clusterNr = clusterNr;
  }

  /** Slots left before the next look for an empty run, {@code cluster_nr}. */
  public int clusterNr() {
    return clusterNr;
  }

  @Override
  public int allocate(int cpu, int n, int[] out) {
    latency = LATENCY_LIMIT;
    scannedMany = false;
    int base = clusterNext();
    int offset = base;
    if (clusterNr == 0) {
      clusterNr = cluster - 1;
      if (pages() - inUse() >= cluster) {
        base = seeks ? lowest() : base;
        int run = seeks ? lowestEmptyRun() : nextEmptyRun(base);
        if (run == NOTHING) {
          offset = base;
        } else {
          offset = run;
          clusterNext(run);
        }
      }
    } else {
      clusterNr--;
    }

    int found = 0;
    while (highest() != 0) {
      if (offset > highest()) {
        base = lowest();
        offset = base;
      }
      if (isUsed(offset) && !reclaimed(offset)) {
        int from = offset;
        offset = scan(from, base);
        if (offset == NOTHING) {
          break;
        }
        countScan(from, offset);
      }
      markUsed(offset);
      clusterNext(offset + 1);
      out[found++] = offset;
      if (found == n || offset >= highest()) {
        break;
      }
      offset = nextOfBatch(offset, base);
      if (offset == NOTHING) {
        break;
      }
    }
    return found;
  }

  private int nextOfBatch(int taken, int base) {
    if (countsLatency && --latency < 0) {
      return NOTHING;
    }
    int offset = taken;
    if (clusterNr > 0) {
      offset++;
      if (!isUsed(offset)) {
        clusterNr--;
        return offset;
      }
    }
    if (!countsLatency || scannedMany) {
      return NOTHING;
    }
    int limit = offset < base ? base : highest();
    int free = nextFree(offset, (int) Math.min(limit, (long) offset + latency - 2));
    latency -= free - offset + 1;
    return free;
  }

  /**
   * First slot of the lowest run of free slots as long as a cluster. It looks at a run from its
   * end: whatever run holds an allocated slot can be passed as far as that slot.
   */
  private int lowestEmptyRun() {
    int start = emptyRun(lowest(), highest());
    if (start == NOTHING) {
      countFailedSearch();
    } else {
      countLatency(start + cluster - 1 - lowest());
    }
    return start;
  }

  /** Start of the first empty run from a slot to the last, or else of the first that ends below. */
  private int nextEmptyRun(int base) {
    int run = emptyRun(base, highest());
    return run != NOTHING ? run : emptyRun(lowest(), base - 1);
  }

  private int emptyRun(int from, int last) {
    int start = from;
    while (start <= last - (cluster - 1)) {
      int used = lastUsed(start, start + cluster - 1);
      if (used == NOTHING) {
        return start;
      }
      start = used + 1;
    }
    return NOTHING;
  }

  @Override
  public boolean rotational() {
    return seeks;
  }

  /** The kernel gives up at the first allocated slot behind which no run fits any more. */
  private void countFailedSearch() {
    int slot = highest() - cluster + 1;
    if (slot >= lowest()) {
      while (!isUsed(slot)) {
        slot++;
      }
      countLatency(slot - lowest() + 1);
    }
  }

  /** The scan passed the slots above {@code from}, and from the bottom if it had to turn round. */
  private void countScan(int from, int found) {
    int passed = found > from ? found - from - 1 : highest() - from + found - lowest();
    if (passed > latency) {
      scannedMany = true;
    }
    countLatency(passed);
  }

  /** One step each costs one; a step too many is a pause, after which counting starts again. */
  private void countLatency(int steps) {
    if (steps <= latency) {
      latency -= steps;
    } else {
      latency = LATENCY_LIMIT - (steps - latency - 1) % (LATENCY_LIMIT + 1);
    }
  }
}
