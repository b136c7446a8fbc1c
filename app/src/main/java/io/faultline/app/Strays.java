package io.faultline.app;

import java.util.List;

/**
 * Pages on swap besides the regions.
 *
 * @param primer entries of the pages that the run's driver read in sequence just before it began
 * @param injected pages that threads fault on in a trace, each by a task of its own
 * @param belowRegion entries of pages that a swapoff finds before a region
 * @param aboveRegion and of those behind it
 */
record Strays(
    List<Long> primer, List<Faulted> injected, List<Long> belowRegion, List<Long> aboveRegion) {

  /**
   * A page that is faulted on.
   *
   * @param entry where it lies
   * @param faults how often
   */
  record Faulted(long entry, int faults) {}

  /** None that anybody faults on. */
  static final Strays NONE = new Strays(List.of(), List.of(), List.of(), List.of());
}
