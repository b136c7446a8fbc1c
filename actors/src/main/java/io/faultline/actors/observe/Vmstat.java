package io.faultline.actors.observe;

/** Counters under the kernel's names. Every actor counts what happens to it in one of its own. */
public final class Vmstat {

  private static final VmstatItem[] ITEMS = VmstatItem.values();

  private final long[] counts = new long[ITEMS.length];

  /** Counts one event. */
  public void count(VmstatItem item) {
    counts[item.ordinal()]++;
  }

  /** Counts several events or pages at once. */
  public void count(VmstatItem item, long events) {
    counts[item.ordinal()] += events;
  }

  /** How often an item was counted. */
  public long get(VmstatItem item) {
    return counts[item.ordinal()];
  }

  /** Adds the counts of another. */
  public void add(Vmstat other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /** What was counted since an earlier state of the same counters. */
  public Vmstat since(Vmstat earlier) {
    Vmstat difference = new Vmstat();
    for (int i = 0; i < counts.length; i++) {
      difference.counts[i] = counts[i] - earlier.counts[i];
    }
    return difference;
  }
}
