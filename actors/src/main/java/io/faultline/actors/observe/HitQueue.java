package io.faultline.actors.observe;

import java.util.Arrays;

/** Hits that a counter holds, first in first out; neighbours of one kind take one place. */
final class HitQueue {

  private static final int PROVIDER_BITS = 16;
  private static final int PROVIDER_MASK = (1 << PROVIDER_BITS) - 1;

  private int[] kinds = new int[8];
  private int[] counts = new int[8];
  private int head;
  private int runs;
  private int hits;

  static int kind(int earner, int provider) {
    return (earner << PROVIDER_BITS) | provider;
  }

  static int earner(int kind) {
    return kind >>> PROVIDER_BITS;
  }

  static int provider(int kind) {
    return kind & PROVIDER_MASK;
  }

  /** Number of hits. */
  int hits() {
    return hits;
  }

  void add(int kind, int count) {
    hits += count;
    int mask = kinds.length - 1;
    int last = (head + runs - 1) & mask;
    if (runs > 0 && kinds[last] == kind) {
      counts[last] += count;
      return;
    }
    if (runs == kinds.length) {
      grow();
    }
    int next = (head + runs) & (kinds.length - 1);
    kinds[next] = kind;
    counts[next] = count;
    runs++;
  }

  private void grow() {
    int[] newKinds = new int[2 * runs];
    int[] newCounts = new int[2 * runs];
    for (int i = 0; i < runs; i++) {
      newKinds[i] = kinds[(head + i) & (runs - 1)];
      newCounts[i] = counts[(head + i) & (runs - 1)];
    }
    kinds = newKinds;
    counts = newCounts;
    head = 0;
  }

  /** The kind of the hits that {@link #take} takes next; means nothing if there are none. */
  int firstKind() {
    return kinds[head];
  }

  /**
   * Takes the oldest hits of one kind.
   *
   * @param most at most so many, at least 1 and at most {@link #hits}
   * @return how many
   */
  int take(int most) {
    int taken = Math.min(most, counts[head]);
    counts[head] -= taken;
    hits -= taken;
    if (counts[head] == 0) {
      head = (head + 1) & (kinds.length - 1);
      runs--;
    }
    return taken;
  }

  /** Adds what is held to sums by earner and by provider. */
  void addTo(long[] byEarner, long[] byProvider) {
    for (int i = 0; i < runs; i++) {
      int at = (head + i) & (kinds.length - 1);
      byEarner[earner(kinds[at])] += counts[at];
      byProvider[provider(kinds[at])] += counts[at];
    }
  }

  @Override
  public String toString() {
    return hits + " hits, " + Arrays.toString(counts);
  }
}
