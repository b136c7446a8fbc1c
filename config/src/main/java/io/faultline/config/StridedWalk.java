package io.faultline.config;

/** {@link PatternSpec.Strided}, and {@link PatternSpec.Sequential} with a stride of 1. */
final class StridedWalk implements AccessPattern {

  private final int stride;
  private final int lastColumnStart;
  private int column;
  private int page;

  StridedWalk(int pages, int stride) {
    if (stride < 1 || pages % stride != 0) {
      throw new IllegalArgumentException("stride " + stride + " does not divide " + pages);
    }
    this.stride = stride;
    this.lastColumnStart = pages - stride;
  }

  @Override
  public int next() {
    int current = page;
    if (current < lastColumnStart) {
      page = current + stride;
    } else {
      column = column + 1 == stride ? 0 : column + 1;
      page = column;
    }
    return current;
  }
}
