package io.faultline.config;

/** {@link PatternSpec.Reverse}. */
final class ReverseWalk implements AccessPattern {

  private final int pages;
  private int left;

  ReverseWalk(int pages) {
    this.pages = pages;
    this.left = pages;
  }

  @Override
  public int next() {
    left = left == 0 ? pages - 1 : left - 1;
    return left;
  }
}
