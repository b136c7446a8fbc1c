package io.faultline.actors.machine;

import io.faultline.protocol.SwapEntry;
import java.util.List;

/**
 * Where every page of every VMA lies on swap before the first phase: a recorded starting point,
 * taken instead of populating memory and pushing it out.
 *
 * @param entriesByVma for each VMA, in the order of the experiment, the swap entry of each page;
 *     {@link SwapEntry#NONE} for a page that was never touched
 */
public record Layout(List<long[]> entriesByVma) {

  /** The layout's own copy of the list, not of the arrays. */
  public Layout {
    entriesByVma = List.copyOf(entriesByVma);
  }
}
