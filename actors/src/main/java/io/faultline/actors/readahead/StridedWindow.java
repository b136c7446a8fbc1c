package io.faultline.actors.readahead;

/**
 * Where a window lies whose pages are a fixed distance apart, in slots or in virtual pages: the
 * missed page, some behind it and the rest ahead of it, cut off where the area or VMA ends.
 *
 * <p>Its pages are {@link #first}, that plus the distance, and so on up to {@link #last}, always
 * ascending, and the missed page is one of them. Two functions instead of a pair, so that a miss
 * allocates nothing.
 */
public final class StridedWindow {

  private StridedWindow() {}

  /**
   * The lowest page of the window.
   *
   * @param position missed page
   * @param pages window in pages, 1 to 2^30
   * @param stride distance between pages, not 0; negative if the window runs backward
   * @param behind pages before the missed one in the direction of the stride, 0 to {@code pages} -
   *     1
   * @param least lowest page there is, at most {@code position}
   */
  public static long first(long position, int pages, long stride, int behind, long least) {
    long below = stride > 0 ? behind : pages - 1L - behind;
    return position - Math.min(below, (position - least) / Math.abs(stride)) * Math.abs(stride);
  }

  /**
   * The highest page of the window; parameters as in {@link #first}.
   *
   * @param most highest page there is, at least {@code position}
   */
  public static long last(long position, int pages, long stride, int behind, long most) {
    long above = stride > 0 ? pages - 1L - behind : behind;
    return position + Math.min(above, (most - position) / Math.abs(stride)) * Math.abs(stride);
  }
}
