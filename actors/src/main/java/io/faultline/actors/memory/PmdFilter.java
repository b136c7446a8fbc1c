package io.faultline.actors.memory;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Parts of page tables in which young pages lie dense, one bit for 512 pages: the bloom filter of a
 * walk, without its false positives.
 */
final class PmdFilter {

  private final List<BitSet> byVma = new ArrayList<>();

  /** Those of a VMA. */
  BitSet of(int vma) {
    while (byVma.size() <= vma) {
      byVma.add(new BitSet());
    }
    return byVma.get(vma);
  }
}
