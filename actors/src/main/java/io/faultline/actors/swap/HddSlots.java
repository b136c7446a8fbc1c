package io.faultline.actors.swap;

/**
 * The slots of an area on a rotational device: ascending from where the last allocation ended, and
 * every 256 slots a look for an empty run of 256, so that what is written together lies together
 * ({@code scan_swap_map_slots} without cluster information in {@code mm/swapfile.c}, v4.11 to
 * v6.12).
 */
public final class HddSlots extends SlotAllocator {

  /**
   * Length of the empty run that is looked for, {@code SWAPFILE_CLUSTER} without huge pages on
   * swap.
   */
  public static final int CLUSTER = 256;

  private int clusterNr;

  /**
   * An area without allocated slots, as after {@code swapon}.
   *
   * @param max size in pages, header included, at least 2
   */
  public HddSlots(int max) {
    super(max, 1);
  }

  /**
   * Continues an area whose slots were {@linkplain #take taken} one by one.
   *
   * @param clusterNext slot where the next scan starts, 1 to {@link #max()}
   * @param clusterNr slots left before an empty run is looked for, 0 to 255
   */
  public void resumeAt(int clusterNext, int clusterNr) {
    if (clusterNext < 1 || clusterNext > max() || clusterNr < 0 || clusterNr >= CLUSTER) {
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
    int base = clusterNext();
    int offset = base;
    if (clusterNr == 0) {
      clusterNr = CLUSTER - 1;
      if (pages() - inUse() >= CLUSTER) {
        base = lowest();
        int run = lowestEmptyRun();
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
        offset = scan(offset, base);
        if (offset == NOTHING) {
          break;
        }
      }
      markUsed(offset);
      clusterNext(offset + 1);
      out[found++] = offset;
      if (found == n || offset >= highest()) {
        break;
      }
      offset++;
      if (clusterNr == 0 || isUsed(offset)) {
        break;
      }
      clusterNr--;
    }
    return found;
  }

  /**
   * First slot of the lowest run of {@link #CLUSTER} free slots. It looks at a run from its end:
   * whatever run holds an allocated slot can be passed as far as that slot.
   */
  private int lowestEmptyRun() {
    int start = lowest();
    while (start <= highest() - (CLUSTER - 1)) {
      int used = lastUsed(start, start + CLUSTER - 1);
      if (used == NOTHING) {
        return start;
      }
      start = used + 1;
    }
    return NOTHING;
  }
}
