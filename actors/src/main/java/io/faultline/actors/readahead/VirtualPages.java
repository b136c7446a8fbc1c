package io.faultline.actors.readahead;

/** Where VMAs lie: each in a range of its own, at the start of a page middle directory. */
public final class VirtualPages {

  private static final int SPACING_SHIFT = 32;

  private VirtualPages() {}

  /**
   * Virtual page number of a page.
   *
   * @param vma index of its VMA in the machine
   * @param page page of that VMA
   */
  public static long of(int vma, int page) {
    return ((vma + 1L) << SPACING_SHIFT) + page;
  }
}
